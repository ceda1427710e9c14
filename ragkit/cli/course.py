"""The commands for courses. Each returns 0 when it did its work and 1 when it could not.

Each command imports what it needs only when it is called, so that `--help` is fast.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ragkit.cli.ending import complain, tell, told, told_once
from ragkit.text.counted import counted

if TYPE_CHECKING:
    from ragkit.course.grading.grade import Graded


def exercises(_: argparse.Namespace) -> int:
    """Write the learners' copies of the exercises from the solutions."""
    from ragkit.course.checkout import checkout
    from ragkit.course.derive import Misplaced, derive
    from ragkit.course.exercises.catalogue import NoTask

    checkout("exercises")
    try:
        changed = derive()
    except (OSError, Misplaced, NoTask) as error:
        complain(error)
        return 1
    print(*changed, f"{len(changed)} files changed", sep="\n")
    return 0


@told
def record(wanted: argparse.Namespace) -> int:
    """Record the replies that notebooks need, for laptops that are too small for the model."""
    from ragkit.course import record
    from ragkit.course.notebooks import ROOT

    start = time.monotonic()
    notebooks = record.chosen(wanted.notebooks)
    file = wanted.file.absolute()
    recording = record.record(file, notebooks, ROOT / "build" / "notebooks", _begin)
    size = file.stat().st_size / 1e6
    minutes = (time.monotonic() - start) / 60
    print(f"{file}: {recording}, {size:.1f} MB")
    print(f"{len(notebooks)} notebooks in {minutes:.1f} minutes")
    print(f"next: RAGKIT_PROVIDER=recorded RAGKIT_RECORDING={file}")
    print(f"or for a workshop: make bundle RECORDING={file}")
    return 0


def _begin(notebook: Path) -> None:
    print(f"==> {notebook.name}", flush=True)


def progress(chosen: argparse.Namespace) -> int:
    """Show your progress in the exercises; of a folder of progress files, make a page."""
    from ragkit.course.checkout import checkout

    checkout("exercises")
    if chosen.folder is None:
        from ragkit.course.exercises.learner import progress as own

        print(own())
        return 0
    return _of_a_class(chosen.folder, chosen.to or chosen.folder, chosen.only)


def _of_a_class(folder: Path, to: Path, only: Sequence[str]) -> int:
    from ragkit.course.class_page import write
    from ragkit.course.classroom import read_class
    from ragkit.course.exercises.catalogue import NoTask
    from ragkit.course.of_plan import NoneMeant, of_plan

    try:
        tasks = of_plan(only)
        learners, troubles = read_class(folder)
        complain(*troubles)
        if not learners:
            then = (
                "learners write it with `python -m ragkit hand-in NAME`, and `collect` lays it out"
            )
            complain(f"no progress file in {folder}; {then}")
            return 1
        files = write(learners, troubles, to, tasks, datetime.now(UTC), is_chosen=bool(only))
    except (OSError, NoTask, NoneMeant) as error:
        complain(error)
        return 1
    tell(counted(len(learners), "learner"), *files)
    return 0


@told_once
def grade(chosen: argparse.Namespace) -> int:
    """Check a folder of submitted notebooks, each in a process of its own."""
    from ragkit.course.checkout import checkout
    from ragkit.course.grading.table import write

    checkout("exercises")
    to = chosen.to or chosen.folder
    graded: list[Graded] = []
    stopped = False
    try:
        for one in _graded(chosen, to):
            graded.append(one)
    except KeyboardInterrupt:
        stopped = True
    if not graded:
        complain(f"no notebook was graded in {chosen.folder}")
        return 130 if stopped else 1
    if stopped and chosen.exercise:
        print("stopped; the marks are as they were", file=sys.stderr)
        return 130
    try:
        files = write(graded, to, chosen.folder)
    except OSError as error:
        complain(f"asked to write the grades, got {error}; `--to` names a folder")
        return 1
    _show(graded, files, chosen.json)
    if stopped:
        print("stopped; the notebooks after these were not graded", file=sys.stderr)
        return 130
    return 0


def _graded(chosen: argparse.Namespace, to: Path) -> Iterator[Graded]:
    """The submissions of a folder, graded in full or in one exercise."""
    from ragkit.course.exercises.catalogue import NoTask, known
    from ragkit.course.grading.grade import grade
    from ragkit.course.grading.regrade import earlier, regrade
    from ragkit.course.whose import read_names

    names = read_names(chosen.names) if chosen.names else []
    limits = (chosen.seed, chosen.seconds, chosen.memory, chosen.json, names)
    if not chosen.exercise:
        return grade(chosen.folder, *limits)
    try:
        id = known(chosen.exercise)
    except NoTask as error:
        raise ValueError(str(error)) from error
    return regrade(chosen.folder, id, earlier(to), *limits)


def _show(graded: list[Graded], files: list[Path], as_json: bool) -> None:
    if as_json:
        print(json.dumps([asdict(one) for one in graded]))
        return
    for one in graded:
        solved = list(one.states.values()).count("solved")
        said = [f"{solved} of {len(one.states)} solved"] if one.states else []
        if one.fault:
            said.append(one.fault)
        tell(f"{one.name}: {'; '.join(said)}")
    tell(*files)


@told
def bundle(chosen: argparse.Namespace) -> int:
    """Write one archive that sets a laptop up without a network, or check one."""
    from ragkit.course.bundle.make import ROOT, make
    from ragkit.settings import Settings

    if chosen.check:
        return _check_bundle(chosen.check)
    archive = chosen.to or ROOT / "build" / "ragkit-bundle.tar"
    made = make(
        archive,
        Settings(),
        recorded=chosen.recording,
        small=chosen.small,
        solutions=not chosen.no_solutions,
    )
    print(made)
    if not chosen.recording:
        print("without recorded replies: laptops too small for the model need --recording FILE")
    print(f"next: copy it to the laptops; there `tar xf {archive.name}`, and read SETUP.md")
    return 0


def _check_bundle(archive: Path) -> int:
    from ragkit.course.bundle.archive import faults

    found = faults(archive)
    for sentence in found:
        print(sentence)
    if found:
        print("do next: copy or make it again")
        return 1
    print(f"{archive}: every file is as it was packed")
    return 0
