"""The page of a class: who needs help now, where each learner is, and where most are stuck."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape
from pathlib import Path

from ragkit.course.classroom import HEAD, Class, begun, rows, state, stuck
from ragkit.course.exercises.progress import Record
from ragkit.course.exercises.task import Words
from ragkit.course.exercises.verdict import with_code
from ragkit.course.needs import Need, attention
from ragkit.course.page import cell, page, table
from ragkit.course.spreadsheet import write_csv
from ragkit.disk.whole import write_whole
from ragkit.text.counted import counted

TITLE = "Progress of the class"
COLOURS = {
    "not begun": "none",
    "trying": "trying",
    "stuck": "stuck",
    "solved with help": "helped",
    "solved": "solved",
}
"""The class of the style of each state."""
NEEDS = (
    "learner",
    "exercise",
    "tries",
    "hints",
    "minutes since the last solved one",
    "last activity",
    "known mistake",
)
EXERCISES = (
    "task",
    "title",
    "stuck",
    "trying",
    "solved",
    "with help",
    "not begun",
    "estimated minutes",
    "median minutes",
    "misconception",
)
STYLE = """
.legend { line-height: 2 }
.legend span { display: inline-block; margin-left: .6rem; padding: .1rem .4rem }
.map { font-size: .8rem } .map th, .map td { padding: .1rem .2rem }
.map td { min-width: .7rem; text-align: center }
.map thead th { vertical-align: bottom; border: 0 }
.map thead span { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 9rem }
.none { background: #8884 }
@media (max-width: 40rem) {
  table { font-size: .8rem } th, td { padding: .1rem .3rem }
  .map td { min-width: .5rem } .map th, .map td { padding: .1rem 0 }
}"""


def write(
    learners: Class,
    troubles: Sequence[str],
    folder: Path,
    tasks: Sequence[Words],
    now: datetime,
    is_chosen: bool = False,
) -> list[Path]:
    """Write class.csv and class.html into a folder; their paths. Raises `OSError`.

    The page shows these tasks; without `is_chosen`, those of them that somebody began.
    """
    folder.mkdir(parents=True, exist_ok=True)
    csv = write_csv(HEAD, rows(learners), folder / "class.csv")
    shown = tasks if is_chosen else begun(learners, tasks)
    left_out = len(tasks) - len(shown)
    body = _noted(troubles) + needs_table(learners, tasks, now)
    body += heat_map(learners, shown)
    if left_out:
        body += f"<p>Begun by nobody: {counted(left_out, 'exercise')}.</p>"
    body += _exercises(learners, shown)
    html = folder / "class.html"
    text = page(TITLE, body, STYLE)
    write_whole(html, text.encode())
    return [csv, html]


def needs_table(learners: Class, tasks: Sequence[Words], now: datetime) -> str:
    """Who needs help now, and who is quiet or has not begun; with the time of the page."""
    found = attention(learners, tasks, now)
    today = now.astimezone().date()
    body = f"<p>As of {_clock(now)} on {today}.</p><h2>Who needs me now</h2>"
    if found.needs:
        needing = map(_need, found.needs)
        body += table(NEEDS, list(needing))
    else:
        body += "<p>Nobody is at an exercise that was tried and not solved.</p>"
    groups = {"Nothing for an hour": found.quiet, "Not begun": found.waiting}
    for said, names in groups.items():
        if names:
            listed = escape(", ".join(names))
            body += f"<p>{said}: {listed}.</p>"
    return body


def heat_map(learners: Class, tasks: Sequence[Words]) -> str:
    """A row for each task, a column for each learner.

    The colour of a cell is the state, its number the tries.
    """
    body = []
    for task in tasks:
        records = [progress.of(task.id) for progress in learners.values()]
        cells = map(_tries, records)
        body.append([task.id, *cells])
    legend = ""
    for name, kind in COLOURS.items():
        legend += f"<span class='{kind}'>{name}</span>"
    words = f"<p class='legend'>Where each learner is (numbers: tries) {legend}</p>"
    return words + table(["", *learners], body, "map")


def _need(one: Need) -> list[str]:
    record = one.record
    kind = COLOURS[state(record)]
    mistakes = "; ".join(record.stumbles)
    return [
        escape(one.learner),
        cell(one.task.id),
        cell(str(record.tries), kind),
        cell(str(record.hints)),
        cell(str(one.minutes)),
        cell(_clock(one.active)),
        f"<td>{with_code(mistakes)}</td>",
    ]


def _exercises(learners: Class, tasks: Sequence[Words]) -> str:
    body = []
    for first, *others in stuck(learners, tasks):
        cells = [f"<td>{with_code(text)}</td>" for text in others]
        body.append([first, *cells])
    return table(EXERCISES, body)


def _tries(record: Record) -> str:
    where = state(record)
    kind = COLOURS[where]
    tries = counted(record.tries, "try", "tries")
    number = str(record.tries or "")
    return f"<td class='{kind}' title='{where}, {tries}'>{number}</td>"


def _noted(troubles: Sequence[str]) -> str:
    notes = [f"<p>{escape(trouble)}</p>" for trouble in troubles]
    return "".join(notes)


def _clock(when: datetime) -> str:
    """A time of day where the page is made."""
    local = when.astimezone()
    return f"{local:%H:%M}"
