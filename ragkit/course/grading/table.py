"""The results of a grading as files: a gradebook, a row for each answer, and the pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import TypeAdapter

from ragkit.course.exercises.task import Words
from ragkit.course.exercises.verdict import Verdict
from ragkit.course.grading.grade import Graded
from ragkit.course.grading.marks import Marks, marks, tasks_of
from ragkit.course.grading.pages import as_page, feedback_page
from ragkit.course.hand_in import GRADES, as_file_name
from ragkit.course.spreadsheet import write_csv
from ragkit.disk.whole import write_whole

KNOWN = ("learner", "file", "task", "title", "state", "points", "of")
FOUND = ("asked", "expected", "came", "why", "misconceptions", "variant", "right for", "seed")
HEAD = (*KNOWN, *FOUND, "notes")
STORED = TypeAdapter(list[Graded])
"""What `grades.json` has."""


def write(graded: Sequence[Graded], folder: Path, submissions: Path) -> list[Path]:
    """Write all files into a folder; their paths, at the end that of the learners' feedback.

    `submissions` is the folder of what was graded. Raises `OSError`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stored = STORED.dump_json(list(graded), indent=1)
    write_whole(folder / GRADES, stored)
    every = marks(graded, submissions)
    tasks = tasks_of(every)
    book = folder / "gradebook.csv"
    head = ["learner", *(task.id for task in tasks), "points", "of", "handed in", "late"]
    write_csv(head, _book(every, tasks), book)
    answers = folder / "grades.csv"
    rows: list[list[object]] = []
    for one in every:
        rows += _rows(one, tasks)
    write_csv(HEAD, rows, answers)
    page = folder / "grades.html"
    text = as_page(every, tasks)
    write_whole(page, text.encode())
    feedback = folder / "feedback"
    for one in every:
        name = as_file_name(one.learner)
        text = feedback_page(one, tasks)
        write_whole(feedback / f"{name}.html", text.encode())
    return [book, answers, page, feedback]


def _book(every: Sequence[Marks], tasks: Sequence[Words]) -> Iterator[list[object]]:
    """Yield a row for each learner; what was not handed in has an empty cell."""
    whole = sum(task.level for task in tasks)
    for one in every:
        row: list[object] = [one.learner]
        for task in tasks:
            is_there = one.state(task.id)
            row.append(one.points(task) if is_there else "")
        row.append(one.sum(tasks))
        row.append(whole)
        row.append(one.handed_in)
        row.append(one.late)
        yield row


def _rows(one: Marks, tasks: Sequence[Words]) -> Iterator[list[object]]:
    """Yield a row for each answer of a learner; notes are in the first row of their file."""
    for submission in one.submissions:
        said = filter(None, [submission.fault, *submission.notes])
        notes = "; ".join(said)
        own = [task for task in tasks if task.id in submission.states]
        for task in own:
            yield [*_known(one, submission, task), *_found(submission, task), notes]
            notes = ""
        if not own:
            empty = [""] * (len(HEAD) - 3)
            yield [one.learner, submission.name, *empty, notes]


def _known(one: Marks, submission: Graded, task: Words) -> list[object]:
    """The columns of `KNOWN`."""
    state = submission.states[task.id]
    points = task.level if state == "solved" else 0
    return [
        one.learner,
        submission.name,
        task.id,
        task.title,
        state,
        points,
        task.level,
    ]


def _found(submission: Graded, task: Words) -> list[object]:
    """The columns of `FOUND`; empty where nothing was checked."""
    verdict: Verdict | None = None
    for one in submission.verdicts:
        if one.task == task.id:
            verdict = one
    if verdict is None:
        return [""] * len(FOUND)
    return [
        verdict.asked,
        verdict.expected,
        verdict.came,
        "; ".join(verdict.whys),
        "; ".join(verdict.stumbles),
        verdict.variant,
        verdict.another,
        verdict.seed,
    ]
