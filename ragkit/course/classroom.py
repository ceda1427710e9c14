"""The progress of a class: many progress files as one table, and as a map of where it is stuck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ragkit.course.class_minutes import class_minutes
from ragkit.course.exercises.catalogue import in_order
from ragkit.course.exercises.progress import Progress, ProgressError, Record, load
from ragkit.course.exercises.task import Words
from ragkit.course.exercises.verdict import with_code
from ragkit.course.spreadsheet import write_csv
from ragkit.text.counted import counted

FILE = "progress.json"
"""What a progress file is called until its owner renames it."""
STATES = ("not begun", "stuck", "solved with help", "solved")
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
STYLE = """:root { color-scheme: light dark }
body { font-family: sans-serif; margin: 1rem auto; max-width: 76rem; padding: 0 1rem }
table { border-collapse: collapse; margin: .6rem 0 1.6rem; display: block; overflow-x: auto }
th, td { border: 1px solid #888; padding: .2rem .6rem; text-align: left }
.legend { line-height: 2 }
.legend span { white-space: nowrap; margin-left: .6rem; padding: .1rem .4rem }
.map { font-size: .8rem } .map th, .map td { padding: .1rem .2rem }
.map td { min-width: .7rem; text-align: center }
.map thead th { vertical-align: bottom; border: 0 }
.map thead span { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 9rem }
.s0 { background: #8884 } .s1 { background: #b3541e; color: #fff }
.s2 { background: #9fc5cc; color: #000 } .s3 { background: #1a7f8e; color: #fff }
@media (max-width: 40rem) {
  table { font-size: .7rem } .map { font-size: .5rem }
  th, td { padding: .1rem .2rem; overflow-wrap: anywhere; hyphens: auto }
  .map th, .map td { padding: .1rem 0; min-width: 0 }
}"""
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


def heat_map(learners: Class) -> str:
    """A row for each task that somebody began, a column for each learner, as an HTML table.

    The colour of a cell is the state, its number the tries.
    """
    names = "".join(f"<th scope='col'><span>{escape(name)}</span></th>" for name in learners)
    body, untouched = "", 0
    for task in in_order():
        records = [progress.of(task.id) for progress in learners.values()]
        if {state(record) for record in records} <= {STATES[0]}:
            untouched += 1
            continue
        cells = "".join(map(_cell, records))
        body += f"<tr><th scope='row'>{task.id}</th>{cells}</tr>"
    legend = ""
    for number, name in enumerate(STATES):
        legend += f"<span class='s{number}'>{name}</span>"
    return (
        f"<p class='legend'>Where the class is (numbers: tries) {legend}</p>"
        f"<table class='map'><thead><tr><th></th>{names}</tr></thead><tbody>{body}</tbody></table>"
        f"<p>Begun by nobody: {counted(untouched, 'exercise')}.</p>"
    )


def _cell(record: Record) -> str:
    where = state(record)
    kind = STATES.index(where)
    tries = counted(record.tries, "try", "tries")
    number = str(record.tries or "")
    return f"<td class='s{kind}' title='{where}, {tries}'>{number}</td>"


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
    head = "".join(f"<th scope='col'>{title}</th>" for title in TITLES)
    body = ""
    for row in stuck(learners):
        if row[5] == str(len(learners)):  # begun by nobody
            continue
        cells = "".join(f"<td>{with_code(cell)}</td>" for cell in row)
        body += f"<tr>{cells}</tr>"
    notes = "".join(f"<p>{escape(trouble)}</p>" for trouble in troubles)
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        f"<meta name='viewport' content='width=device-width'><title>{TITLE}</title>"
        f"<style>{STYLE}</style><main><h1>{TITLE}</h1>{notes}{heat_map(learners)}"
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


def _listed(stumbles: Mapping[str, int]) -> str:
    counts = [f"{name} ({count})" for name, count in stumbles.items()]
    return "; ".join(counts)
