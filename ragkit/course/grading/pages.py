"""The results of a grading as pages: one for those who grade, and one for each learner.

A learner's page has his own results alone, so it can be given to him.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ragkit.course.exercises.task import Words
from ragkit.course.grading.copies import copies
from ragkit.course.grading.marks import Marks
from ragkit.course.page import cell, page, table

TITLE = "Graded exercises"
TALK = (
    "These answers are wrong for their learner, and right for someone else's variant. That is no "
    "proof of copying: talk with both before you decide anything."
)
STYLE = "summary { cursor: pointer; margin: .5rem 0 } td:empty { background: #8882 }"


def as_page(every: Sequence[Marks], tasks: Sequence[Words]) -> str:
    """A row for each learner, a column for each task, and below it what was found about each.

    Answers that are right for the variant of another learner are in a table of their own.
    """
    head = ["learner", "points", "late", "notes", *(task.id for task in tasks)]
    rows = [_row(one, tasks) for one in every]
    details = ""
    for one in every:
        name = escape(one.learner)
        found = _found(one, tasks)
        details += f"<details><summary>{name}</summary>{found}</details>"
    body = table(head, rows) + _of_others(every) + details
    return page(TITLE, body, STYLE)


def _of_others(every: Sequence[Marks]) -> str:
    """A table of the answers that fit another variant; nothing where there are none."""
    rows = []
    for one in copies(every):
        owners = ", ".join(one.owners) or "nobody who handed in"
        rows.append([escape(one.learner), cell(one.task), cell(owners), cell(one.variant)])
    if not rows:
        return ""
    head = ["learner", "exercise", "whose variant", "what it says"]
    return f"<h2>Right for another variant</h2><p>{TALK}</p>{table(head, rows)}"


def feedback_page(one: Marks, tasks: Sequence[Words]) -> str:
    """The results of one learner, and of nobody else."""
    own = [task for task in tasks if one.state(task.id)]
    rows = []
    for task in own:
        state = one.state(task.id) or ""
        points = one.points(task)
        title = cell(task.title)
        worth = cell(f"{points} of {task.level}")
        rows.append([task.id, title, cell(state, state), worth])
    head = ["exercise", "title", "state", "points"]
    late = f" Late: {escape(one.late)}." if one.late else ""
    words = f"<p>{_sum(one, own)} points.{late}</p>"
    body = words + table(head, rows) + _found(one, own)
    return page(one.learner, body, STYLE)


def _row(one: Marks, tasks: Sequence[Words]) -> list[str]:
    notes = len(one.notes())
    row = [
        escape(one.learner),
        cell(_sum(one, tasks)),
        cell(one.late),
        cell(str(notes or "")),
    ]
    for task in tasks:
        state = one.state(task.id) or ""
        row.append(cell(state, state))
    return row


def _sum(one: Marks, tasks: Sequence[Words]) -> str:
    points = one.sum(tasks)
    most = sum(task.level for task in tasks)
    return f"{points} of {most}"


def _found(one: Marks, tasks: Sequence[Words]) -> str:
    """What there is to say about a learner's files and answers; nothing of what is untouched."""
    parts = ""
    for note in one.notes():
        parts += f"<p>{escape(note)}</p>"
    verdicts = one.verdicts()
    for task in tasks:
        if one.state(task.id) == "untouched":
            continue
        for verdict in verdicts:
            if verdict.task == task.id:
                parts += verdict._repr_html_()
    return parts
