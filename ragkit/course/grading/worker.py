"""One submission in a process of its own: run its cells, check its tasks, write what was found.

`grade.py` starts it as `python -m ragkit.course.grading.worker` with a JSON object on its command
line. Results go into a file, a line of JSON as soon as it is known, so that what was found before a
crash is kept. What the submission prints goes nowhere.
"""

from __future__ import annotations

import json
import linecache
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from ragkit.course.derive import SOLUTIONS
from ragkit.course.exercises.answer import own_line
from ragkit.course.exercises.bounded import Overdue, bounded
from ragkit.course.exercises.catalogue import NoTask, task
from ragkit.course.exercises.examine import examine
from ragkit.course.exercises.heard import Heard, listening
from ragkit.course.exercises.shown import error_line
from ragkit.course.exercises.task import Task
from ragkit.course.exercises.verdict import Verdict
from ragkit.course.grading.fence import fence, limit
from ragkit.course.grading.shell import Shell, loop
from ragkit.course.grading.submission import Cell, NotGradable, oddities, read

CELL_SECONDS = 10.0
"""What one cell may take."""
MOST_NOTES = 12
"""Number of notes about one submission."""
LONGEST = 300
"""Number of characters of a note."""

Say = Callable[..., None]


def main(order: dict[str, Any]) -> None:
    """Grade the notebook of an order.

    An order has `notebook`, `results` (the file to write), `folder` (its own), `closed` (folders
    it may not read), `seed`, `memory` in bytes and `seconds`.
    """
    with Path(order["results"]).open("a", encoding="utf-8") as results:
        say = _writer(results)
        try:
            submission = read(Path(order["notebook"]))
            due = [task(id) for id in submission.tasks()]
        except (NotGradable, NoTask) as error:
            say(fault=str(error))
            return
        for note in oddities(submission):
            say(note=note[:LONGEST])
        closed = [Path(folder) for folder in order["closed"]]
        loop()
        # All that is ours is imported and read by now.
        limit(order["memory"], order["seconds"])
        fence(Path(order["folder"]), [*closed, SOLUTIONS])
        answers, notes = run(submission.to_run(), due)
        for note in notes[:MOST_NOTES]:
            say(note=note[:LONGEST])
        for one in due:
            say(verdict=asdict(_verdict(one, answers, order["seed"])))
        say(end=True)


def run(cells: Sequence[Cell], due: Sequence[Task]) -> tuple[dict[str, Any], list[str]]:
    """Run the cells one after the other; the answers by the id of their tasks, and notes.

    A cell that fails is noted, and the next one runs. The answer to a task is what its own cell
    left behind, so a later cell may use its name for something else. Without that cell, it is what
    all cells left behind.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    shell = Shell(names)
    # Notebooks have these two names without importing them.
    names |= {"display": _nothing, "get_ipython": lambda: shell}
    by_id = {one.id: one for one in due}
    answers: dict[str, Any] = {}
    notes = []
    for cell in cells:
        if cell.only_shows:
            continue
        trouble = _run_cell(cell, shell)
        left_out = shell.told()
        if left_out:
            notes.append(f"cell {cell.number} ran without {left_out}")
        if trouble:
            notes.append(f"cell {cell.number} {trouble}")
        elif cell.grade_id in by_id:
            _take(answers, by_id[cell.grade_id], names)
    for one in due:
        if one.id not in answers:
            _take(answers, one, names)
    return answers, notes


def _take(answers: dict[str, Any], task: Task, names: dict[str, Any]) -> None:
    if task.name in names:
        answers[task.id] = names[task.name]


def _run_cell(cell: Cell, shell: Shell) -> str:
    """Run a cell; what went wrong, or nothing."""
    source = cell.source
    file = f"<cell {cell.number}>"
    # So that an error can show the line that raised it.
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    with listening(Heard()):
        try:
            bounded(lambda: shell.run(source, file), CELL_SECONDS)
        except Overdue as overdue:
            return f"ran longer than {overdue.seconds:g} s and was stopped"
        except MemoryError:
            return "needed more memory than a submission may have"
        # SystemExit too: `exit()` in a cell must not end the grading.
        except BaseException as error:  # noqa: BLE001
            return f"failed: {_failure(error, file)}"
    return ""


def _failure(error: BaseException, file: str) -> str:
    """An error, and the line of the cell that raised it."""
    line = ""
    if not isinstance(error, SyntaxError):
        line = own_line(error, file)
    return f"{error_line(error)} ({line})" if line else error_line(error)


def _verdict(one: Task, answers: dict[str, Any], seed: int) -> Verdict:
    if one.id not in answers:
        why = f"there is nothing with the name {one.name} in the notebook"
        return Verdict(one.id, one.title, solved=False, seed=seed, whys=(why,))
    return examine(one, answers[one.id], seed)


def _nothing(*_: Any, **__: Any) -> None:
    pass


def _writer(results: TextIO) -> Say:
    def say(**line: Any) -> None:
        results.write(json.dumps(line) + "\n")
        results.flush()

    return say


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
