"""The content of the failure memory: earlier questions, how each ended, and verified answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from IPython.display import HTML

from ragkit.search.memory import FailureMemory
from ragkit.state import Memory
from ragkit.widgets.runs.steps import STYLE, table

HEAD = ["question", "mode", "what is kept", "when (UTC)", "id"]
FAILURE = "a failure"
"""Shown in place of the summary that a verified answer has."""
NOTHING = "Nothing is remembered yet."


def memory_table(memory: FailureMemory) -> HTML:
    """Everything remembered, newest first, including entries of other corpora.

    `memory.forget(id)` removes an entry.
    """
    entries = memory.entries()[::-1]
    if not entries:
        return HTML(f"{STYLE}<p class='rk-note'>{NOTHING}</p>")
    rows = list(map(_row, entries))
    return HTML(STYLE + table(counted(entries), HEAD, rows))


def counted(entries: Sequence[Memory]) -> str:
    """The number of memories, in all and of each kind.

    >>> failures = [Memory("2", "b", "unsupported"), Memory("3", "c", "unsupported")]
    >>> counted([Memory("1", "a", "verified"), *failures])
    '3 remembered: 1 verified, 2 failed (2 unsupported)'
    """
    modes = Counter(entry.mode for entry in entries)
    verified = modes.pop("verified", 0)
    failures = len(entries) - verified
    failed = f"{failures} failed"
    kinds = [f"{count} {mode}" for mode, count in sorted(modes.items())]
    if kinds:
        failed += f" ({', '.join(kinds)})"
    return f"{len(entries)} remembered: {verified} verified, {failed}"


def _row(entry: Memory) -> list[tuple[str, str]]:
    kept = entry.summary if entry.mode == "verified" else FAILURE
    # The first 16 characters of 2026-11-22T13:29:24+00:00 are the day, hour and minute.
    minute = entry.when[:16]
    texts = (
        entry.question,
        entry.mode,
        kept,
        minute.replace("T", " "),
        entry.id,
    )
    return [(text, "") for text in texts]
