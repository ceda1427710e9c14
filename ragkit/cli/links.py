"""Citations that open their source: links that a terminal understands (OSC 8).

A link surrounds a number such as [2]. It is added behind everything else, because `shown` writes
out what a terminal would obey, and `wrapped` counts letters.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from ragkit.runs.address import address
from ragkit.trace import Trace

Addresses = Mapping[int, str]
"""Where the source of each passage is opened, by the number of the passage."""
NUMBER = re.compile(r"()\[(\d{1,6})\]")
HEAD = re.compile(r"^(  )\[(\d{1,6})\]", re.MULTILINE)
"""The number before a passage in the list of sources, and in no sentence that is quoted there."""
START, END = "\x1b]8;;", "\x1b\\"


def addresses(trace: Trace, folder: Path) -> dict[int, str]:
    """The addresses that are known of a run's passages; none where the output is no terminal.

    A PDF opens at its page, and another document at its start.
    """
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return {}
    found = {}
    for number, passage in enumerate(trace.passages, start=1):
        target = address(passage, folder)
        if target:
            found[number] = target
    return found


def linked(text: str, where: re.Pattern[str], known: Addresses) -> str:
    r"""The text with links at the numbers that `where` finds, `NUMBER` or `HEAD`.

    >>> linked("They hunt. [1] [2]", NUMBER, {2: "file:///owls.md"})
    'They hunt. [1] \x1b]8;;file:///owls.md\x1b\\[2]\x1b]8;;\x1b\\'
    """

    def link(found: re.Match[str]) -> str:
        before, number = found.groups()
        target = known.get(int(number))
        if target is None:
            return found[0]
        return f"{before}{START}{target}{END}[{number}]{START}{END}"

    return where.sub(link, text)


def run_linked(trace: Trace, folder: Path) -> str:
    """A run as it is printed, with links in its answer and in its list of sources."""
    text = str(trace)
    known = addresses(trace, folder)
    question, label, rest = text.partition("\nanswer:")
    answer, title, sources = rest.partition("\nsources:")
    answer = linked(answer, NUMBER, known)
    sources = linked(sources, HEAD, known)
    return "".join((question, label, answer, title, sources))
