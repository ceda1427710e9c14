"""The results of a grading, as a CSV file with a row for each task, and as one HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from ragkit.course.grading.grade import Graded
from ragkit.course.spreadsheet import write_csv

HEAD = (
    "submission",
    "task",
    "title",
    "solved",
    "asked",
    "expected",
    "came",
    "why",
    "misconceptions",
    "seed",
    "fault",
    "notes",
)
STYLE = """:root { color-scheme: light dark }
body { font-family: sans-serif; margin: 1rem auto; max-width: 76rem; padding: 0 1rem }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: .6rem 0 1.6rem }
th, td { border: 1px solid #888; padding: .2rem .6rem; text-align: left }
td.solved { background: #1a7f8e33 } td.open { background: #b3541e33 }
summary { cursor: pointer; margin: .5rem 0 } .fault { font-weight: bold }"""
TITLE = "Graded exercises"


def write(graded: Sequence[Graded], folder: Path) -> list[Path]:
    """Write grades.csv and grades.html into a folder; their paths. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [row for one in graded for row in _rows(one)]
    table = write_csv(HEAD, rows, folder / "grades.csv")
    page = folder / "grades.html"
    page.write_text(as_page(graded), encoding="utf-8")
    return [table, page]


def as_page(graded: Sequence[Graded]) -> str:
    """A table of submissions and tasks, and below it what was found about each submission."""
    tasks = sorted({verdict.task for one in graded for verdict in one.verdicts})
    titles = ["submission", *tasks, "solved", "fault"]
    head = "".join(f"<th scope='col'>{escape(title)}</th>" for title in titles)
    body = "".join(_line(one, tasks) for one in graded)
    details = "".join(_details(one) for one in graded)
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>{TITLE}</title><style>{STYLE}</style><main><h1>{TITLE}</h1>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{details}</main></html>"
    )


def _rows(one: Graded) -> list[list[str]]:
    """A row for each task of a submission; a submission without tasks has one row."""
    notes = "; ".join(one.notes)
    if not one.verdicts:
        return [[one.name, *[""] * 9, one.fault, notes]]
    rows = []
    for verdict in one.verdicts:
        rows.append(
            [
                one.name,
                verdict.task,
                verdict.title,
                "yes" if verdict.solved else "no",
                verdict.asked,
                verdict.expected,
                verdict.came,
                "; ".join(verdict.whys),
                "; ".join(verdict.stumbles),
                str(verdict.seed),
                one.fault,
                notes,
            ]
        )
    return rows


def _line(one: Graded, tasks: Sequence[str]) -> str:
    results = {verdict.task: verdict.solved for verdict in one.verdicts}
    cells = f"<th scope='row'>{escape(one.name)}</th>"
    for task in tasks:
        if task not in results:
            cells += "<td></td>"
        elif results[task]:
            cells += "<td class='solved'>solved</td>"
        else:
            cells += "<td class='open'>open</td>"
    solved = sum(results.values())
    cells += f"<td>{solved} of {len(results)}</td><td>{escape(one.fault)}</td>"
    return f"<tr>{cells}</tr>"


def _details(one: Graded) -> str:
    parts = ""
    if one.fault:
        parts += f"<p class='fault'>{escape(one.fault)}</p>"
    for note in one.notes:
        parts += f"<p>note: {escape(note)}</p>"
    for verdict in one.verdicts:
        parts += verdict._repr_html_()
    title = f"{escape(one.name)} ({one.seconds:.0f} s)"
    return f"<details><summary>{title}</summary>{parts}</details>"
