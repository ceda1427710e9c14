"""A study in a notebook: a table that follows the race, and the advice below it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from html import escape
from pathlib import Path

import ipywidgets as w
from IPython.display import display

from ragkit.documents.folder import QUESTIONS, documents_folder
from ragkit.evaluate.study import (
    DRAFTS,
    MINUTES,
    SHARE,
    USUAL,
    Finding,
    Progress,
    Standing,
    conduct,
    keep_apart,
    plan,
    write_questions,
)
from ragkit.kit import Kit
from ragkit.report.cells import cell
from ragkit.report.study import advice, keep


class LiveStudy(w.HTML):
    """The systems of a study, best first, after each run, and what is said before and after."""

    def say(self, *lines: object) -> None:
        """Show lines below what is there."""
        for line in lines:
            text = escape(str(line))
            self.value += f"<p>{text}</p>"

    def __call__(self, now: Progress) -> None:
        """Show how far the study is."""
        rows = "".join(map(_row, now.standings))
        self.value = (
            f"<p>{now.half}: {now.questions} questions, {now.minutes:.1f} minutes so far</p>"
            "<table><tr><th>system</th><th>questions</th><th>value</th><th>less the best</th>"
            f"<th></th></tr>{rows}</table>"
        )


def _row(one: Standing) -> str:
    state = "left behind" if one.is_behind else ""
    value = cell(one.value)
    gap = cell(one.gap)
    texts = (one.system, str(one.asked), value, gap, state)
    columns = ""
    for text in texts:
        inside = escape(text)
        columns += f"<td>{inside}</td>"
    return f"<tr>{columns}</tr>"


def study(
    folder: str | Path,
    to: str | Path | None = None,
    systems: Sequence[str] = USUAL,
    wrong_costs: float = 1.0,
    minutes: float = MINUTES,
    dollars: float | None = None,
    count: int = DRAFTS,
    unanswered: float = SHARE,
) -> Finding:
    """Find out which system to take for a folder of documents, and show how it goes.

    It drafts `count` questions, of which the share `unanswered` has no answer in the documents,
    asks the systems, and writes a page into the folder `to`; by default that is FOLDER-study here.
    A wrong answer costs `wrong_costs`, where a correct one is worth 1 and an abstention 0. Stopped
    and called again, it goes on. Look at the questions before you believe the advice
    (`python -m ragkit study FOLDER --review`). Raises what `Kit.open` and the models raise.
    """
    documents = Path(folder)
    place = Path(to or f"{documents.resolve().name}-study")
    keep_apart(documents_folder(documents), place)
    planned = plan(documents, place, systems, wrong_costs, minutes, dollars)
    with closing(Kit.open(documents, memory=False)) as kit:
        table = LiveStudy()
        display(table)
        if not (place / QUESTIONS).is_file():
            table.say(*write_questions(kit, planned, place, count, unanswered))
        found = conduct(kit, planned, place, table)
        files = keep(found, kit.corpus.folder, place)
    table.say(advice(found), *files)
    return found
