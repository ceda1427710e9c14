"""The report of failures: the heat map of benchmarks by failure mode, its table, and proximity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ragkit.evaluate.failures.cases import Outcome, cases
from ragkit.evaluate.failures.rules import RULES, UNLABELLED
from ragkit.evaluate.failures.tally import COLUMNS, By, Labelled, Tally, labelled, tallies
from ragkit.evaluate.measures.proximity import proximity, references
from ragkit.judges import Judge
from ragkit.report.figures import write_pngs
from ragkit.report.report import markdown, page, read_results
from ragkit.report.tables import Table
from ragkit.score import score
from ragkit.widgets.charts.failures import failure_map

TITLE = "How wrong answers failed"
NAME = "failures"
"""The name of the report's files, and of its picture."""
OUTCOMES: tuple[Outcome, ...] = ("right", "partly right", "refused", "failed", "ungraded")
"""How runs end that have no wrong answer."""


def read_failures(folders: Sequence[Path], judge: Judge | None = None) -> list[Labelled]:
    """The labelled runs of several folders of results. No file of theirs is changed.

    Raises `BadResults`, `BadQuestions` and `TraceFileError`.
    """
    found: list[Labelled] = []
    for folder in folders:
        _, rows = read_results(folder)
        found += labelled(cases(folder, rows), judge)
    return found


def write_failures(
    found: Sequence[Labelled], by: By, folder: Path, png: bool = False
) -> list[Path]:
    """Write failures.md and failures.html into a folder; the files' paths. Raises `NoBrowser`.

    The page opens without a network. With `png` the heat map is a file as well.
    """
    folder.mkdir(parents=True, exist_ok=True)
    benchmarks = tallies(found, by)
    tables = [modes_table(benchmarks, by), proximity_table(found), rules_table()]
    figures = {NAME: failure_map(benchmarks)}
    words = summary(found)
    files = [folder / f"{NAME}.md", folder / f"{NAME}.html"]
    files[0].write_text(markdown(words, tables, TITLE), encoding="utf-8")
    files[1].write_text(page(words, tables, figures, TITLE), encoding="utf-8")
    return files + (write_pngs(figures, folder) if png else [])


def summary(found: Sequence[Labelled]) -> str:
    """How many answers are wrong, who labelled them, and what could not be looked at."""
    labels = [label for _, label in found if label is not None]
    said_by = Counter(label.by for label in labels)
    without = sum(case.trace is None for case, label in found if label is not None)
    text = (
        f"{len(labels)} wrong answers in {len(found)} runs: {said_by['rule']} labelled by rule, "
        f"{said_by['judge']} by a judge, {said_by['nobody']} {UNLABELLED}."
    )
    if without:
        text += (
            f" Of {without} there is no trace: whether they come from memory or from which passage "
            "could not be looked at."
        )
    return text


def modes_table(benchmarks: Sequence[Tally], by: By) -> Table:
    """The counts of the heat map, and how the other runs ended."""
    note = (
        "Counts of runs. A wrong answer has one mode, that of the first rule that applies. Answers "
        "that are partly right, refusals and failed runs have none."
    )
    body = []
    for one in benchmarks:
        modes = [str(one.modes[column]) for column in COLUMNS]
        others = [str(one.outcomes[name]) for name in OUTCOMES]
        body.append([one.name, str(one.outcomes.total()), str(one.wrong), *modes, *others])
    return Table("Failure modes", note, [by, "runs", "wrong", *COLUMNS, *OUTCOMES], body)


def proximity_table(found: Sequence[Labelled]) -> Table:
    """How near the numbers of answers are to those of the reference, a row for each system."""
    near: dict[str, list[float | None]] = {}
    for case, _ in found:
        if references(case.question) and not case.row.refused and not case.row.failed:
            grade = proximity(case.question, case.row.answer)
            near.setdefault(case.row.system, []).append(grade)
    note = (
        "Answers to questions whose reference is a number: 1 - relative error, at least 0. Answers "
        "without a number are ungraded. It is lenient: of several numbers the nearest counts."
    )
    body = [[system, str(score(grades))] for system, grades in near.items()]
    return Table("Numeric proximity", note, ["system", "proximity"], body)


def rules_table() -> Table:
    """The rules by which wrong answers are labelled, the first that applies first."""
    body = [[rule.label, rule.why] for rule in RULES]
    return Table("The rules", "The first one that applies decides.", ["mode", "when"], body)
