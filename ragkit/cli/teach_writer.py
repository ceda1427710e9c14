"""What the command that teaches does differently for a writer (`python -m ragkit teach --writer`).

Examples are made of the documents, or read from a file; before and after is how they are written.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragkit.teach.again import Given
    from ragkit.teach.facts import Facts
    from ragkit.teach.lesson import Lesson
    from ragkit.teach.writing.example import Example
    from ragkit.teach.writing.measure import Written


def examples(chosen: argparse.Namespace, seed: int) -> list[Example]:
    """The examples of the file, or those made of the documents; nothing in them may leak.

    Raises `ValueError` for an option that only a critic has.
    """
    from ragkit.teach.writing.sources import made, of_file

    if chosen.hold:
        raise ValueError(
            "asked to hold a writer to judgements (--hold), which only a critic makes; leave "
            "--hold out, or teach a critic without --writer"
        )
    if chosen.data:
        return of_file(chosen.data)
    return made(chosen.folder, seed)


def check(again: Given, chosen: argparse.Namespace) -> None:
    """Raise `ValueError` where what is to be taught again was no lesson for a writer."""
    from ragkit.teach.writing.example import KINDS

    had = {kind for kinds in again.pairs.values() for kind in kinds}
    if not chosen.data and not had.issubset(KINDS):
        raise ValueError(
            f"asked to teach a writer again by {chosen.again}, got the facts of a lesson about "
            f"{', '.join(sorted(had))}; name those beside a writer.gguf, or leave --writer out"
        )


def to_write(lesson: Lesson) -> Lesson:
    """The lesson as one for a writer."""
    from ragkit.teach.writing.job import Writing

    return replace(lesson, job=Writing())


def shown(facts: Facts[Written]) -> str:
    """Before and after by kind, as plain text."""
    from ragkit.teach.card import interval

    lines = [
        f"{'kind':16}{'examples':>9}  {'log-probability':36}written exactly",
        f"{'':27}{'zero-shot -> taught':36}zero-shot -> taught",
    ]
    for kind, taught in facts.after.items():
        before = facts.before[kind]
        logprob = f"{before.logprob.mean:.3f} -> {interval(taught.logprob)}"
        exact = f"{before.exact.mean:.3f} -> {interval(taught.exact)}"
        lines.append(f"{kind:16}{taught.exact.n:>9}  {logprob:36}{exact}")
    lines.append("")
    lines.append(
        f"measured on {facts.groups['test']} documents that it has not seen; 95 % intervals"
    )
    return "\n".join(lines)
