"""A learner's progress as a table: what was solved, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from ragkit.course.exercises.catalogue import in_order
from ragkit.course.exercises.progress import Progress, Record
from ragkit.course.exercises.task import Words

HEAD = ("exercise", "title", "level", "minutes", "state", "tries", "hints", "solution seen")
CLASSES = ("rk-lines", "", "", "", "rk-lines", "", "", "")
"""The class of each column: an id and a date are not broken at their hyphens."""


@dataclass(frozen=True, repr=False)
class Overview:
    """All tasks with what happened, in the order of the notebooks."""

    rows: tuple[tuple[str, ...], ...]
    summary: str
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        rows = [HEAD, *self.rows]
        columns = zip(*rows, strict=True)
        widths = [max(map(len, column)) for column in columns]
        lines = []
        for row in rows:
            line = ""
            for text, width in zip(row, widths, strict=True):
                line += text.ljust(width + 2)
            lines.append(line.rstrip())
        return "\n".join([*lines, self.summary, *self.notes])

    def _repr_html_(self) -> str:
        # Late, because it imports most of the kit, and `check` should not wait for that.
        from ragkit.widgets.runs.steps import STYLE, table

        body = []
        for row in self.rows:
            body.append(list(zip(row, CLASSES, strict=True)))
        drawn = STYLE + table("Your exercises", HEAD, body)
        paragraphs = ""
        for text in (self.summary, *self.notes):
            paragraphs += f"<p>{escape(text)}</p>"
        return f"{drawn}{paragraphs}"


def overview(progress: Progress, file: str, note: str = "") -> Overview:
    """The overview of a progress, which is kept in `file`."""
    every = in_order()
    rows = tuple(_row(task, progress.of(task.id)) for task in every)
    notes = [note, f"Your progress is in {file}"]
    return Overview(rows, summary(every, progress), tuple(filter(None, notes)))


def summary(every: list[Words], progress: Progress) -> str:
    """How many tasks are solved, and which comes next: the first that is not."""
    left = [task for task in every if not progress.of(task.id).solved]
    solved = len(every) - len(left)
    count = f"{solved} of {len(every)} solved."
    if not left:
        return f"{count} That is all there are."
    following = left[0]
    return f"{count} Next: {following.id} in exercises/{following.follows}.ipynb"


def state(record: Record) -> str:
    """What became of a task, in two words.

    >>> state(Record()), state(Record(tries=2)), state(Record(tries=1, solved="2026-11-25T10:00"))
    ('not begun', 'not solved', 'solved 2026-11-25')
    """
    if record.solved:
        return f"solved {record.solved[:10]}"
    if record.tries:
        return "not solved"
    return "not begun"


def _row(task: Words, record: Record) -> tuple[str, ...]:
    looked = "yes" if record.looked else ""
    return (
        task.id,
        task.title,
        str(task.level),
        str(task.minutes),
        state(record),
        str(record.tries or ""),
        str(record.hints or ""),
        looked,
    )
