"""The commands with which pages go into the hands of a class, and its work comes back."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from ragkit.cli.ending import complain, tell, told_once
from ragkit.text.counted import counted


@told_once
def hand_in(chosen: argparse.Namespace) -> int:
    """Write one file with your progress and your exercises, to be sent or copied."""
    from ragkit.course.checkout import checkout
    from ragkit.course.exercises.progress_file import progress_file
    from ragkit.course.hand_in import hand_in

    checkout("exercises")
    file, *inside = hand_in(chosen.name, progress_file().file, chosen.to or Path.cwd())
    tell(*(f"  {one.name}" for one in inside))
    tell(f"handed in: {file}", "next: give this one file to your instructor")
    return 0


@told_once
def collect(chosen: argparse.Namespace) -> int:
    """Lay out what a class handed in, and say what is missing, late or repeated."""
    from ragkit.course.checkout import checkout
    from ragkit.course.collect import collect
    from ragkit.course.of_plan import notebooks_of
    from ragkit.course.whose import read_names

    checkout("exercises")
    to = chosen.to or chosen.folder / "collected"
    names = read_names(chosen.names) if chosen.names else []
    notebooks = notebooks_of(chosen.only) if chosen.only else []
    found, troubles = collect(chosen.folder, to, chosen.due, names, notebooks)
    complain(*troubles)
    if not found:
        then = "learners write the file with `python -m ragkit hand-in NAME`"
        complain(f"nothing was handed in, in {chosen.folder}; {then}")
        return 1
    tell(*found)
    tell(f"{counted(len(found), 'learner')}: {to}")
    variants = f" --names {chosen.names}" if chosen.names else ""
    tell(f"next: python -m ragkit grade {to}{variants}")
    return 0


@told_once
def handouts(chosen: argparse.Namespace) -> int:
    """Write pages to print for a workshop: the quiz without answers, the hand-out, the slides."""
    from ragkit.course.checkout import checkout
    from ragkit.course.printed import print_pages

    root = checkout("docs", "notebooks")
    to = chosen.to or root / "build" / "handouts"
    tell(*print_pages(to, chosen.address))
    return 0


def moment(text: str) -> datetime:
    """A time with its zone, as argparse reads it; without a zone it is that of this machine.

    >>> moment("2026-12-01T18:00+01:00").isoformat()
    '2026-12-01T18:00:00+01:00'
    """
    try:
        when = datetime.fromisoformat(text)
    except ValueError as error:
        wanted = "write it as 2026-12-01T18:00"
        raise argparse.ArgumentTypeError(
            f"{text!r} was given, which is no time; {wanted}"
        ) from error
    return when if when.tzinfo else when.astimezone()
