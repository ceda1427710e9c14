"""The progress of a class: many progress files as one table, and as a map of where it is stuck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import plotly.io

from ragkit.course.class_minutes import class_minutes
from ragkit.course.exercises.catalogue import in_order
from ragkit.course.exercises.progress import Progress, ProgressError, Record, load
from ragkit.course.exercises.task import Words
from ragkit.course.exercises.verdict import with_code
from ragkit.course.spreadsheet import write_csv
from ragkit.widgets.charts.pays import steps
from ragkit.widgets.charts.theme import THEME

FILE = "progress.json"
"""What a progress file is called until its owner renames it."""
STATES = ("not begun", "stuck", "solved with help", "solved")
COLOURS = ("#d9d9d9", "#b3541e", "#9fc5cc", "#1a7f8e")
HEAD = ("learner", "task", "state", "tries", "hints", "solution seen", "solved", "misconceptions")
TITLES = (
    "task",
    "title",
    "stuck",
    "solved",
    "with help",
    "not begun",
    "estimated minutes",
    "median minutes",
    "misconception",
)
STYLE = """body { font-family: sans-serif; margin: 1rem auto; max-width: 76rem; padding: 0 1rem }
table { border-collapse: collapse; margin: .6rem 0 1.6rem }
th, td { border: 1px solid #888; padding: .2rem .6rem; text-align: left }"""
TITLE = "Progress of the class"

Class = Mapping[str, Progress]
"""The progress of each learner, by name."""


def read_class(folder: Path) -> tuple[dict[str, Progress], list[str]]:
    """The progress of everyone whose file is below a folder, and a sentence about each bad file.

    A learner has the name of the file (`ada.json`), or that of the folder of a `progress.json`.
    Raises `FileNotFoundError`.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"asked for the progress files in {folder}, got no folder")
    learners: dict[str, Progress] = {}
    troubles = []
    for file in sorted(folder.rglob("*.json")):
        name, place = _name(file, folder), file.relative_to(folder)
        if name in learners:
            troubles.append(f"{place} is skipped: {name} has another file; rename one of them")
            continue
        try:
            learners[name] = load(file)
        except ProgressError as error:
            troubles.append(f"{place} is skipped: {error}")
    return learners, troubles


def state(record: Record) -> str:
    """One of `STATES`: a task that was tried and is not solved counts as stuck.

    >>> state(Record()), state(Record(tries=3)), state(Record(tries=1, hints=2, solved="2026"))
    ('not begun', 'stuck', 'solved with help')
    """
    helped = record.hints or record.looked
    if record.solved:
        return "solved with help" if helped else "solved"
    return "stuck" if record.tries or helped else "not begun"


def heat_map(learners: Class) -> go.Figure:
    """A row for each learner, a column for each task, a colour for its state, its tries as text."""
    every = in_order()
    states, texts = [], []
    for progress in learners.values():
        records = [progress.of(task.id) for task in every]
        states.append([STATES.index(state(record)) for record in records])
        texts.append([str(record.tries or "") for record in records])
    figure = go.Figure(
        go.Heatmap(
            z=states,
            x=[task.id for task in every],
            y=[escape(name) for name in learners],
            text=texts,
            texttemplate="%{text}",
            colorscale=steps(COLOURS),
            zmin=-0.5,
            zmax=len(STATES) - 0.5,
            xgap=2,
            ygap=2,
            colorbar=_legend(),
            hovertemplate="%{y}<br>%{x}<br>%{text} tries<extra></extra>",
        )
    )
    return figure.update_layout(
        template=THEME,
        height=200 + 26 * len(learners),
        margin={"t": 70, "b": 130},
        title="Where the class is (numbers: tries)",
        xaxis={"type": "category"},
        yaxis={"type": "category", "autorange": "reversed"},
    )


def stuck(learners: Class) -> list[tuple[str, ...]]:
    """A row for each task, those at which most are stuck first.

    Columns: id, title, stuck, solved, solved with help, not begun, the estimated minutes, those
    that it took (`class_minutes`), the most common misconception.
    """
    found = []
    taken = class_minutes(learners.values())
    for task in in_order():
        records = [progress.of(task.id) for progress in learners.values()]
        counts = Counter(map(state, records))
        row = _row(task, counts, records, taken.get(task.id, ""))
        found.append((counts["stuck"], row))
    found.sort(key=lambda pair: -pair[0])
    return [row for _, row in found]


def rows(learners: Class) -> list[list[Any]]:
    """A row for each learner and task that was begun, with the columns of `HEAD`."""
    found = []
    for name, progress in learners.items():
        for id, record in sorted(progress.tasks.items()):
            looked = "yes" if record.looked else ""
            counts = [record.tries, record.hints]
            last = [looked, record.solved, _listed(record.stumbles)]
            found.append([name, id, state(record), *counts, *last])
    return found


def write(learners: Class, troubles: Sequence[str], folder: Path) -> list[Path]:
    """Write class.csv and class.html into a folder; their paths. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    table = write_csv(HEAD, rows(learners), folder / "class.csv")
    page = folder / "class.html"
    page.write_text(_page(learners, troubles), encoding="utf-8")
    return [table, page]


def _page(learners: Class, troubles: Sequence[str]) -> str:
    drawn = plotly.io.to_html(heat_map(learners), include_plotlyjs=True, full_html=False)
    head = "".join(f"<th scope='col'>{title}</th>" for title in TITLES)
    body = ""
    for row in stuck(learners):
        cells = "".join(f"<td>{with_code(cell)}</td>" for cell in row)
        body += f"<tr>{cells}</tr>"
    notes = "".join(f"<p>{escape(trouble)}</p>" for trouble in troubles)
    return (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{TITLE}</title>"
        f"<style>{STYLE}</style><main><h1>{TITLE}</h1>{notes}<figure>{drawn}</figure>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></main></html>"
    )


def _name(file: Path, folder: Path) -> str:
    """The name of the learner whose file it is.

    >>> _name(Path("class/ada.json"), Path("class")), _name(Path("c/bob/progress.json"), Path("c"))
    ('ada', 'bob')
    """
    path = file.relative_to(folder)
    if path.name == FILE and len(path.parts) > 1:
        return path.parent.as_posix()
    return path.with_suffix("").as_posix()


def _row(
    task: Words, counts: Counter[str], records: Sequence[Record], taken: str
) -> tuple[str, ...]:
    in_order = ("stuck", "solved", "solved with help", "not begun")
    numbers = [str(counts[state]) for state in in_order]
    stumbles: Counter[str] = Counter()
    for record in records:
        stumbles.update(record.stumbles)
    common = _listed(dict(stumbles.most_common(1)))
    return (task.id, task.title, *numbers, str(task.minutes), taken, common)


def _legend() -> dict[str, Any]:
    """The names of the states beside their colours, as high for three learners as for thirty."""
    return {
        "tickvals": list(range(len(STATES))),
        "ticktext": list(STATES),
        "lenmode": "pixels",
        "len": 130,
        "y": 1,
        "yanchor": "top",
    }


def _listed(stumbles: Mapping[str, int]) -> str:
    counts = [f"{name} ({count})" for name, count in stumbles.items()]
    return "; ".join(counts)
