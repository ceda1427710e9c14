"""What the failure memory holds: earlier questions, how each of them ended, and what an answer verified."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from IPython.display import HTML

from ragkit.memory import FailureMemory
from ragkit.state import Memory
from ragkit.widgets.steps import STYLE, table

HEAD = ["question", "mode", "what is kept", "when (UTC)", "id"]
FAILURE = "a failure"
"""Stands where a verified answer has its summary."""
NOTHING = "Nothing is remembered yet."


def memory_table(memory: FailureMemory) -> HTML:
    """Everything remembered, newest first, entries of other corpora too; `memory.forget(id)` removes one of them."""
    entries = memory.entries()[::-1]
    if not entries:
        return HTML(f"{STYLE}<p class='rk-note'>{NOTHING}</p>")
    return HTML(STYLE + table(counted(entries), HEAD, [_row(entry) for entry in entries]))


def counted(entries: Sequence[Memory]) -> str:
    """How many are remembered, and of which kind.

    >>> counted([Memory("1", "a", "verified"), Memory("2", "b", "unsupported"), Memory("3", "c", "unsupported")])
    '3 remembered: 1 verified, 2 failed (2 unsupported)'
    """
    modes = Counter(entry.mode for entry in entries)
    verified = modes.pop("verified", 0)
    kinds = ", ".join(f"{count} {mode}" for mode, count in sorted(modes.items()))
    failed = f"{len(entries) - verified} failed{f' ({kinds})' if kinds else ''}"
    return f"{len(entries)} remembered: {verified} verified, {failed}"


def _row(entry: Memory) -> list[tuple[str, str]]:
    kept = entry.summary if entry.mode == "verified" else FAILURE
    when = entry.when[:16].replace("T", " ")  # of 2026-11-22T13:29:24+00:00
    return [(text, "") for text in (entry.question, entry.mode, kept, when, entry.id)]
