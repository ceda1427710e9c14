"""A learner's progress: the sum, what comes next, and the exercises of each notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from ragkit.course.exercises.catalogue import in_order
from ragkit.course.exercises.onward import following, onward
from ragkit.course.exercises.progress import Progress, Record
from ragkit.course.exercises.task import Words

HEAD = ("exercise", "title", "level", "minutes", "state", "tries", "hints", "solution seen")
BAR = 20
"""Signs of the bar in plain text."""
STYLE = """<style>
.rk-progress { font-family: sans-serif; line-height: 1.5; color: inherit }
.rk-progress progress { width: 12rem; max-width: 30%; accent-color: #1a7f8e }
.rk-progress summary { cursor: pointer }
.rk-progress table { border-collapse: collapse; font-size: .9em; margin: .2rem 0 .6rem 1rem }
.rk-progress th, .rk-progress td { border-bottom: 1px solid #888; padding: .2rem .6rem; \
text-align: left !important; background: transparent; color: inherit }
.rk-progress .rk-lines { white-space: pre }
</style>"""
HAND_IN = 'To hand it in with your answers: python -m ragkit hand-in "YOUR NAME"'
UNBROKEN = ("exercise", "state")
"""Columns whose texts are not broken at their hyphens: an id, and a date."""


@dataclass(frozen=True)
class Group:
    """The exercises that follow one notebook."""

    notebook: str
    rows: tuple[tuple[str, ...], ...]
    solved: int
    is_open: bool
    """Whether its rows are shown: the learner is there, or goes there next."""

    @property
    def headline(self) -> str:
        """How many of them are solved."""
        return f"{self.notebook}: {self.solved} of {len(self.rows)}"


@dataclass(frozen=True, repr=False)
class Overview:
    """How much is solved, and what comes next; below it the notebooks, in their order."""

    groups: tuple[Group, ...]
    summary: str
    notes: tuple[str, ...]

    @property
    def counts(self) -> tuple[int, int]:
        """How many exercises are solved, and how many there are."""
        solved = 0
        total = 0
        for group in self.groups:
            solved += group.solved
            total += len(group.rows)
        return solved, total

    def __repr__(self) -> str:
        lines = [_bar(*self.counts), self.summary, *self.notes, ""]
        for group in self.groups:
            lines.append(f"{_bar(group.solved, len(group.rows))} {group.headline}")
            if group.is_open:
                lines += _columns([HEAD, *group.rows])
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        meter = _meter(*self.counts)
        top = f"<p>{meter} <strong>{escape(self.summary)}</strong></p>"
        notes = ""
        for note in self.notes:
            notes += f"<p>{escape(note)}</p>"
        folds = "".join(map(_fold, self.groups))
        return f"{STYLE}<div class='rk-progress'>{top}{notes}{folds}</div>"


def overview(progress: Progress, file: str, note: str = "", here: str = "") -> Overview:
    """The overview of a progress, which is kept in `file`; `here` is the learner's notebook."""
    every = in_order()
    coming = following(every, progress, here)
    shown = {here, coming.follows if coming else ""}
    groups = []
    for notebook, tasks in groupby(every, key=lambda task: task.follows):
        rows = tuple(_row(task, progress.of(task.id)) for task in tasks)
        solved = sum(bool(progress.of(row[0]).solved) for row in rows)
        groups.append(Group(notebook, rows, solved, notebook in shown))
    notes = [note, f"Your progress is in {file}", HAND_IN]
    return Overview(tuple(groups), summary(every, progress, here), tuple(filter(None, notes)))


def summary(every: Sequence[Words], progress: Progress, here: str = "") -> str:
    """How many tasks are solved, and which comes next."""
    records = [progress.of(task.id) for task in every]
    solved = sum(bool(record.solved) for record in records)
    then = onward(every, progress, here)
    return f"{solved} of {len(every)} solved. {then}"


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


def _bar(solved: int, total: int) -> str:
    full = BAR * solved // max(1, total)
    done = "#" * full
    return f"[{done.ljust(BAR, '.')}]"


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of text as lines with columns, a little to the right."""
    columns = zip(*rows, strict=True)
    widths = [max(map(len, column)) for column in columns]
    lines = []
    for row in rows:
        line = "    "
        for text, width in zip(row, widths, strict=True):
            line += text.ljust(width + 2)
        lines.append(line.rstrip())
    return lines


def _fold(group: Group) -> str:
    unfolded = " open" if group.is_open else ""
    head = _cells("th", HEAD)
    body = "".join(f"<tr>{_cells('td', row)}</tr>" for row in group.rows)
    return (
        f"<details{unfolded}><summary>{_meter(group.solved, len(group.rows))} "
        f"{escape(group.headline)}</summary><table><tr>{head}</tr>{body}</table></details>"
    )


def _meter(solved: int, total: int) -> str:
    return f"<progress value='{solved}' max='{max(1, total)}'></progress>"


def _cells(tag: str, texts: Iterable[str]) -> str:
    html = ""
    for title, text in zip(HEAD, texts, strict=True):
        kind = " class='rk-lines'" if title in UNBROKEN else ""
        html += f"<{tag}{kind}>{escape(text)}</{tag}>"
    return html
