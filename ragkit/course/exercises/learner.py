"""What a learner calls in a notebook: `variant`, `check`, `hint`, `solution` and `progress`.

Each shows its result and raises nothing, so that "Run all" goes on. Only under nbgrader `check`
raises for an answer that is not right, because that is what nbgrader counts.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import nbformat
from IPython.display import DisplayHandle, display
from pydantic import ValidationError

from ragkit.course.derive import SOLUTIONS, answer_cells, without_marks
from ragkit.course.exercises.catalogue import NoTask, in_order, must_load, task
from ragkit.course.exercises.cells import NO_TRY, watched
from ragkit.course.exercises.examine import examine
from ragkit.course.exercises.onward import onward
from ragkit.course.exercises.overview import Overview, overview
from ragkit.course.exercises.progress import HINTS, Progress, Record, digest
from ragkit.course.exercises.progress_file import progress_file
from ragkit.course.exercises.task import Words
from ragkit.course.exercises.verdict import Verdict
from ragkit.course.exercises.views import Hints, Note, Solution, Variants
from ragkit.text.one_line import first_line

NOTHING = object()
"""Stands for an argument that was not given."""
GRADING = "NBGRADER_EXECUTION"
"""The variable that nbgrader sets while it runs a notebook."""
CELLS = watched()
LOADING = "The first check of this exercise loads what it needs, which takes some seconds ..."


class NotSolved(AssertionError):
    """Under nbgrader: the answer is not right."""


class NoSolution(LookupError):
    """The solution of a task is not here. The message says where it would be."""


def variant(notebook: str, name: str) -> None:
    """Give a learner a variant of each exercise of a notebook, such as "02", and show them.

    The variants come from the name; its capitals, its accents and the order of its parts do not
    matter. Without a name, the exercises are as the notebook has them.
    """
    CELLS.learner = name if isinstance(name, str) else ""
    try:
        lines = _variants(str(notebook), CELLS.learner)
    except NoTask as missing:
        display(Note((str(missing),)))
        return
    if lines:
        display(Variants(CELLS.learner, lines))


def _variants(notebook: str, name: str) -> dict[str, str]:
    """What the variants of a learner say, by task. Raises `NoTask` without exercises."""
    number = notebook.zfill(2)
    chosen = [said.id for said in in_order() if said.follows[:2] == number]
    if not chosen:
        raise NoTask(
            f'asked for the exercises of notebook "{notebook}", got none; write it as "02"'
        )
    lines = {}
    for one in map(task, chosen):
        line = one.own.said(one.own.of(name, one.id))
        if line:
            lines[one.id] = line
    return lines


def check(id: str, answer: Any = NOTHING, seed: int | None = None) -> None:
    """Check an answer on fresh random inputs, and show what was found.

    `answer` is the function or value itself, as in `check("02-rrf", rrf)`. With the `seed` that a
    check showed, it draws the same inputs again. It takes less than five seconds and needs no
    model.
    """
    waiting = _loading(id)
    try:
        chosen = task(id)
    except NoTask as missing:
        _show(Note((str(missing),)), waiting)
        return
    if answer is NOTHING:
        _show(Note((f'hand in your answer: `check("{chosen.id}", {chosen.name})`',)), waiting)
        return
    CELLS.notebook = chosen.follows
    stale = CELLS.why_stale(chosen.name, answer)
    if stale:
        _show(Note((stale, NO_TRY)), waiting)
        _fail_under_nbgrader(stale)
        return
    verdict = examine(chosen, answer, seed, CELLS.learner)
    written = digest(answer, verdict)
    record, note = _kept(chosen.id, lambda before: before.after(verdict, written))
    steps = _onward(verdict, record, chosen.name)
    verdict = replace(verdict, onward=tuple(step for step in (*steps, note) if step))
    _show(verdict, waiting)
    if not verdict.solved:
        _fail_under_nbgrader(repr(verdict))


def _loading(id: object) -> DisplayHandle | None:
    """Say that a check is loaded, where that takes a while; the verdict then takes its place."""
    if not must_load(id):
        return None
    return display(Note((LOADING,)), display_id=True)


def _show(found: Note | Verdict, waiting: DisplayHandle | None) -> None:
    if waiting is None:
        display(found)
    else:
        waiting.update(found)


def _fail_under_nbgrader(why: str) -> None:
    if os.environ.get(GRADING):
        raise NotSolved(why)


def hint(id: str) -> None:
    """Show one more hint of a task, below those shown before. There are three."""
    try:
        chosen = task(id)
    except NoTask as missing:
        display(Note((str(missing),)))
        return
    CELLS.notebook = chosen.follows
    before = _read().of(chosen.id).hints
    record, note = _kept(chosen.id, Record.after_hint)
    # What is solved keeps its record, and shows all hints.
    taken = HINTS if record.solved else record.hints
    notes = [note]
    if before == HINTS:
        notes.append(f'That was all; `solution("{chosen.id}")` shows one way to do it.')
    display(Hints(chosen.id, chosen.hints[:taken], tuple(filter(None, notes))))


def solution(id: str) -> None:
    """Show the solution of a task, folded: a click opens it."""
    try:
        chosen = task(id)
        code = solution_of(chosen)
    except (NoTask, NoSolution) as missing:
        display(Note((str(missing),)))
        return
    _, note = _kept(chosen.id, Record.after_look)
    own = chosen.own.said(chosen.own.of(CELLS.learner, chosen.id))
    notes = [f"It is as the notebook says. In your variant: {own}"] if own else []
    display(Solution(chosen.id, code, tuple(filter(None, [*notes, note]))))


def solution_of(task: Words) -> str:
    """The code of a task's solution, from its notebook, if it is here. Raises `NoSolution`."""
    file = SOLUTIONS / f"{task.follows}.ipynb"
    try:
        notebook = nbformat.read(file, as_version=4)
        source = answer_cells(notebook)[task.id]
    except (OSError, ValueError, KeyError) as error:
        raise NoSolution(
            f"asked for the solution of {task.id}, which is in {file}, got {first_line(error)}; "
            "your instructor may have removed it"
        ) from error
    return without_marks(source)


def progress() -> Overview:
    """How much you have solved, what comes next, and when, with how many tries and hints."""
    try:
        file = progress_file()
        known, note = file.read()
        return overview(known, str(file.file), note, CELLS.notebook)
    except ValidationError as error:
        return overview(Progress(), "nowhere", _wrong_settings(error))
    except NoTask as missing:
        return Overview((), str(missing), ())


def _kept(id: str, change: Callable[[Record], Record]) -> tuple[Record, str]:
    """The record of a task after a change, and a note where it could not be kept."""
    try:
        return progress_file().update(id, change)
    except ValidationError as error:
        return change(Record()), _wrong_settings(error)


def _read() -> Progress:
    try:
        known, _ = progress_file().read()
    except ValidationError:
        return Progress()
    return known


def _wrong_settings(error: ValidationError) -> str:
    first = error.errors()[0]
    name = ".".join(map(str, first["loc"]))
    return f"your progress is not kept, because a setting is wrong ({name}): correct it first"


def _onward(verdict: Verdict, record: Record, name: str) -> list[str]:
    """What to do next."""
    id = verdict.task
    if verdict.solved:
        return [onward(in_order(), _read(), CELLS.notebook)]
    if record.solved:
        more = f'`hint("{id}")` shows all its hints, because it was solved before'
    elif record.hints < HINTS:
        more = f'`hint("{id}")` shows hint {record.hints + 1} of {HINTS}'
    else:
        more = f'`solution("{id}")` shows one way to do it'
    if not verdict.drawn:
        return [more]
    same_inputs = f'`check("{id}", {name}, seed={verdict.seed})` draws the same inputs again'
    return [more, same_inputs]
