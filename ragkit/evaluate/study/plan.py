"""The plan of a study: an experiment's file, so that `bench` can go on where the study ended.

study.yml        the systems, the price of a wrong answer, and the budget
questions.jsonl  the questions of both halves
drafts.jsonl     the same as they were drafted, before anybody changed them
choose/          the runs on the half to choose on
report/          the runs on the half to report on
study.html       the page that says what was found; study.md has the same
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os.path import relpath
from pathlib import Path
from typing import Any

import yaml

from ragkit.disk.whole import write_whole
from ragkit.documents.folder import QUESTIONS
from ragkit.evaluate.experiments.experiment import (
    Experiment,
    System,
    experiment_of,
    load_experiment,
)
from ragkit.evaluate.golden.questions import Part
from ragkit.evaluate.measures.rows import Row

FILE = "study.yml"
USUAL = ("extract", "naive", "hybrid", "crag", "adaptive")
"""The systems of a study, the cheapest first."""
MINUTES = 60
"""Minutes that all runs of a study may take."""
HEAD = """\
# Written by `python -m ragkit study`.
# `python -m ragkit bench` on this file asks all systems all questions.
"""


def plan(
    documents: Path,
    to: Path,
    systems: Sequence[str],
    price: float,
    minutes: float | None,
    dollars: float | None,
) -> Experiment:
    """Write the plan of a study into its folder, and read it. Raises `BadExperiment`.

    A plan with a fault is not written, so that the one that was there stays.
    """
    caps = {"minutes": minutes, "cost": dollars}
    content: dict[str, Any] = {
        # Without links: the folder above a link is not the one above what it leads to.
        "corpus": relpath(documents.resolve(), to.resolve()),
        "questions": {"file": QUESTIONS},
        "systems": {name: {"graph": name} for name in systems},
        "settings": {"wrong_costs": price},
        "caps": {name: cap for name, cap in caps.items() if cap is not None},
        "audit": False,
    }
    file = to / FILE
    found = experiment_of(content, file)
    text = yaml.safe_dump(content, sort_keys=False)
    write_whole(file, f"{HEAD}{text}".encode())
    return found


def keep_apart(documents: Path, to: Path) -> None:
    """Raise `ValueError` where a study would write its pages among the documents."""
    if to.resolve().is_relative_to(documents.resolve()):
        raise ValueError(f"asked to write {to}, which is among the documents; name another folder")


def is_planned(to: Path) -> bool:
    """Whether a folder has the plan of a study."""
    return (to / FILE).is_file()


def planned(to: Path) -> Experiment:
    """The plan in a folder. Raises `BadExperiment`."""
    return load_experiment(to / FILE)


def price_of(of: Experiment) -> float:
    """What a wrong answer costs in a study."""
    price = of.settings["wrong_costs"]
    return float(price)


def half_of(of: Experiment, part: Part, systems: Mapping[str, System]) -> Experiment:
    """The experiment of one half of the questions, with some systems."""
    of_part = {"part": part}
    asked = of.questions.model_copy(update=of_part)
    changed = {"questions": asked, "systems": dict(systems)}
    return of.model_copy(update=changed)


def over(of: Experiment, rows: Sequence[Row], share: float = 1.0) -> str:
    """The budget, or its share, that some rows have spent; empty where none is.

    It is the time and the price of the runs, also of those before a study was stopped. An unknown
    price counts 0.
    """
    seconds = sum(row.seconds for row in rows)
    minutes = seconds / 60
    dollars = sum(row.cost or 0.0 for row in rows)
    most_minutes = of.caps.minutes
    most_dollars = of.caps.cost
    if most_minutes is not None and minutes >= share * most_minutes:
        return f"{minutes:,.1f} of {most_minutes:g} minutes"
    if most_dollars is not None and dollars >= share * most_dollars:
        return f"{dollars:,.2f} of {most_dollars:g} dollars"
    return ""
