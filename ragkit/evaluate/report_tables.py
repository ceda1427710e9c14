"""The tables of a report: what every system scored, how sure that is, and what the graders are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragkit.evaluate.agreement import Opinion
from ragkit.evaluate.published import PUBLISHED, QUESTIONS
from ragkit.evaluate.results import Row
from ragkit.evaluate.score import Score
from ragkit.evaluate.second_opinion import by_system, faithfulness_agrees
from ragkit.evaluate.summary import MEASURES, by_kind, differences, scores
from ragkit.evaluate.tried_judges import Tried, judge_head, judge_rows


@dataclass(frozen=True)
class Table:
    """A heading, what to know about the table below it, and the table."""

    title: str
    note: str
    head: list[str]
    rows: list[list[str]]


def all_tables(rows: Sequence[Row]) -> list[Table]:
    """Scores of every system, their differences from the first one, and the scores by kind of question."""
    if not rows:
        return []
    first = rows[0].system
    about = [[m.name, m.about, {True: "more", False: "less", None: ""}[m.good]] for m in MEASURES]
    kinds = [
        _scores(f"Questions of the kind {kind}", "", found, ("right", "held back", "refusal recall", "hallucination"))
        for kind, found in by_kind(rows).items()
    ]
    return [
        _scores("Scores", "Ungraded runs are counted apart, never as 0.", scores(rows)),
        _differences(rows, first),
        *kinds,
        Table("What the measures are", "", ["measure", "what it is", "better"], about),
    ]


def judges_table(tried: Tried | None) -> Table:
    """What the judges are worth; that nobody knows, where none was tried."""
    if tried is None:
        note = "Not tried: `python -m ragkit judges DOCUMENTS --to RESULTS` says how far to believe the grades above."
        return Table("The judges", note, judge_head({}), [])
    note = "On a true and a false claim of each golden question; balanced accuracy on the half not used to choose the "
    note += "threshold. The verifier is the claim judge with the check of numbers and names. "
    note += " ".join(" ".join(tried.lacking).split())
    return Table("The judges", note, judge_head(tried.reports), judge_rows(tried.reports))


def ragas_table(rows: Sequence[Row], second: Mapping[str, Opinion]) -> Table:
    """RAGAS's scores of the runs that it was asked about, and whether they agree with the kit's."""
    found, agrees = by_system(rows, second), faithfulness_agrees(rows, second)
    rank = "not to be told" if agrees.correlation is None else f"{agrees.correlation:.2f}"
    note = (
        f"Of {len(second)} answered runs. The kit's faithfulness less RAGAS's, run by run: {agrees.difference}; "
        f"Spearman's correlation of the two: {rank}."
    )
    names = dict.fromkeys(name for own in found.values() for name in own)
    body = [[name, *(str(own.get(name, "")) for own in found.values())] for name in names]
    return Table("A second opinion: RAGAS", note, ["metric", *found], body)


def published_table(rows: Sequence[Row], beside: Mapping[str, str]) -> Table:
    """Ours and the paper's, measure by measure."""
    found = scores(rows)
    body = [
        [system, name, str(found[system].get(name, "not measured")), f"{theirs:g}"]
        for system, row in beside.items()
        if system in found
        for name, theirs in PUBLISHED[row].items()
    ]
    note = (
        f"Theirs are means over {QUESTIONS} questions, of another corpus, with another model and other judges: compare "
        "directions, not heights."
    )
    return Table("Beside the figures of papers/000", note, ["system", "measure", "ours", "theirs"], body)


def _scores(title: str, note: str, found: Mapping[str, Mapping[str, Score]], names: Sequence[str] = ()) -> Table:
    wanted = [m.name for m in MEASURES if not names or m.name in names]
    there = [name for name in wanted if any(name in own for own in found.values())]
    rows = [[name, *(str(own.get(name, "")) for own in found.values())] for name in there]
    return Table(title, note, ["measure", *found], rows)


def _differences(rows: Sequence[Row], against: str) -> Table:
    """Only measures that say something about quality or cost, and where both systems were graded."""
    body = [
        [system, name, str(one.by), "yes" if one.shown else "no", str(one.needed or "")]
        for system, found in differences(rows, against).items()
        for name, one in found.items()
        if one.by.mean
    ]
    note = "Paired, question by question. Shown: the interval does not hold 0. Needed: questions that would show it."
    return Table(f"Differences from {against}", note, ["system", "measure", "difference", "shown", "needed"], body)
