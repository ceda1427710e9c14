"""One submission in a process of its own: run its cells, check its tasks, write what was found.

`grade.py` starts it as `python -m ragkit.course.grading.worker` with a JSON object on its command
line. Results go into a file, a line of JSON as soon as it is known, so that what was found before a
crash is kept. What the submission prints goes nowhere.
"""

from __future__ import annotations

import json
import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TextIO

from ragkit.course.derive import SOLUTIONS
from ragkit.course.exercises.answer import own_line
from ragkit.course.exercises.bounded import Overdue, bounded
from ragkit.course.exercises.catalogue import NoTask, task
from ragkit.course.exercises.examine import examine
from ragkit.course.exercises.heard import Heard, listening
from ragkit.course.exercises.own import known_as
from ragkit.course.exercises.shown import error_line
from ragkit.course.exercises.task import Task
from ragkit.course.exercises.verdict import Verdict
from ragkit.course.grading.fence import fence, limit
from ragkit.course.grading.shell import Shell, loop
from ragkit.course.grading.states import State
from ragkit.course.grading.submission import Cell, NotGradable, Submission, oddities, read

CELL_SECONDS = 10.0
"""What one cell may take."""
LOOK_ROUND = 10.0
"""What it may take to see whether a wrong answer fits the variant of another."""
MOST_NOTES = 12
"""Number of notes about one submission."""
LONGEST_NAME = 80
LONGEST = 300
"""Number of characters of a note."""

Say = Callable[..., None]


@dataclass
class Ran:
    """What the cells of a submission left behind."""

    answers: dict[str, Any] = field(default_factory=dict)
    """The answers, by the ids of their tasks."""
    failed: dict[str, str] = field(default_factory=dict)
    """What went wrong in the cell of an answer, by the id of its task."""
    notes: list[str] = field(default_factory=list)


def main(order: dict[str, Any]) -> None:
    """Grade the notebook of an order.

    An order has `notebook`, `results` (the file to write), `folder` (its own), `closed` (folders
    it may not read), `seed`, `memory` in bytes, `seconds`, `only`: ids of tasks, or none for all,
    and `learner`, whose variants are checked. If that is empty, the notebook's first cell says
    whose.
    """
    with Path(order["results"]).open("a", encoding="utf-8") as results:
        say = _writer(results)
        try:
            submission = read(Path(order["notebook"]))
            only = order["only"] or submission.tasks()
            due = [task(id) for id in submission.tasks() if id in only]
        except (NotGradable, NoTask) as error:
            say(fault=str(error))
            return
        untouched = submission.untouched()
        say(due=[one.id for one in due])
        learner = order["learner"] or submission.learner
        for note in [*oddities(submission), *_named(submission, learner)]:
            say(note=note[:LONGEST])
        closed = [Path(folder) for folder in order["closed"]]
        loop()
        # All that is ours is imported and read by now.
        limit(order["memory"], order["seconds"])
        fence(Path(order["folder"]), [*closed, SOLUTIONS])
        ran = run(submission.to_run(), due)
        for note in ran.notes[:MOST_NOTES]:
            say(note=note[:LONGEST])
        for one in due:
            verdict = _verdict(one, ran, order["seed"], learner)
            state = state_of(verdict, one.id in untouched, one.id in ran.failed)
            say(verdict=asdict(verdict), state=state)
        say(end=True)


def state_of(verdict: Verdict, is_untouched: bool, has_failed: bool) -> State:
    """What became of an answer that was checked."""
    if verdict.solved:
        return "solved"
    if is_untouched:
        return "untouched"
    return "failed" if has_failed else "wrong"


def run(cells: Sequence[Cell], due: Sequence[Task]) -> Ran:
    """Run the cells one after the other.

    A cell that fails is noted, and the next one runs. The answer to a task is what its own cell
    left behind, so a later cell may use its name for something else. Without that cell, it is what
    all cells left behind.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    shell = Shell(names)
    # Notebooks have these two names without importing them.
    names |= {"display": _nothing, "get_ipython": lambda: shell}
    by_id = {one.id: one for one in due}
    ran = Ran()
    for cell in cells:
        if cell.only_shows:
            continue
        trouble = _run_cell(cell, shell)
        left_out = shell.told()
        if left_out:
            ran.notes.append(f"cell {cell.number} ran without {left_out}")
        if trouble and cell.grade_id in by_id:
            ran.failed[cell.grade_id] = f"cell {cell.number} {trouble}"
        elif trouble:
            ran.notes.append(f"cell {cell.number} {trouble}")
        elif cell.grade_id in by_id:
            _take(ran.answers, by_id[cell.grade_id], names)
    for one in due:
        if one.id not in ran.answers:
            _take(ran.answers, one, names)
    return ran


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


def _named(submission: Submission, learner: str) -> Iterator[str]:
    """Yield a sentence where a notebook says that it is somebody else's."""
    if submission.learner and known_as(submission.learner) != known_as(learner):
        said = submission.learner[:LONGEST_NAME]
        yield f"its first cell says {said!r}; it was checked by the variants of {learner!r}"


def _verdict(one: Task, ran: Ran, seed: int, learner: str) -> Verdict:
    if one.id in ran.answers:
        return examine(one, ran.answers[one.id], seed, learner, LOOK_ROUND)
    nowhere = f"there is nothing with the name {one.name} in the notebook"
    why = ran.failed.get(one.id, nowhere)[:LONGEST]
    return Verdict(one.id, one.title, solved=False, seed=seed, whys=(why,))


def _nothing(*_: Any, **__: Any) -> None:
    pass


def _writer(results: TextIO) -> Say:
    def say(**line: Any) -> None:
        results.write(json.dumps(line) + "\n")
        results.flush()

    return say


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
