"""The tables of a report: what every system scored, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ragkit.evaluate.measures.measure import MEASURES, PRICES, Measure
from ragkit.evaluate.measures.published import PAPERS, PUBLISHED
from ragkit.evaluate.measures.routing import RATES, Rate
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import by_kind, by_noise, differences, scores
from ragkit.evaluate.measures.value import PRECISION, best_by_price, outcomes
from ragkit.report.value_tables import by_price, price_head
from ragkit.score import Score
from ragkit.text.markdown_table import markdown_table

OF_A_KIND = ("correct", "withheld", "abstention recall", "hallucination")
"""Measures that the table of one kind of question shows."""

OF_ANSWERS = Measure(
    PRECISION,
    lambda _: None,
    lambda row: not row.refused,
    "answers: the fraction that is correct; precision, or selective accuracy; 0 to 1 (selective)",
)
"""The row of `precision`, which is taken of all of a system's runs together (`value.py`)."""
_PLACE = [measure.name for measure in MEASURES].index("answered") + 1
EVERY: tuple[Measure | Rate, ...] = (
    *MEASURES[:_PLACE],
    OF_ANSWERS,
    *MEASURES[_PLACE:],
    *RATES,
)
"""All that is measured, in the order of the tables: means of runs, and rates."""
OF_NOISE = (
    "value at 1",
    "correct",
    "faithfulness",
    "hallucination",
    "abstained",
    "evidence passed",
    "asked the web",
)
"""Measures that the tables by noise show."""


@dataclass(frozen=True)
class Table:
    """A heading, what to know about the table below it, and the table."""

    title: str
    note: str
    head: list[str]
    rows: list[list[str]]

    def __str__(self) -> str:
        """The table as a section of a Markdown page."""
        parts = [f"## {self.title}"]
        if self.note:
            parts.append(self.note)
        parts.append(markdown_table(self.head, self.rows).rstrip())
        return "\n\n".join(parts)


def all_tables(rows: Sequence[Row]) -> list[Table]:
    """Scores of every system, their differences from the first one, and the scores by kind of
    question."""
    if not rows:
        return []
    whole = _scores("Scores", "Ungraded runs are counted apart, never as 0.", scores(rows))
    kinds = [
        _scores(f"Questions of the kind {kind}", "", found, OF_A_KIND)
        for kind, found in by_kind(rows).items()
    ]
    noise = noise_tables(rows)
    against = rows[0].system
    apart = [_prices(rows, against), _differences(rows, against)]
    return [whole, *noise, *apart, *kinds, _measures()]


def noise_tables(rows: Sequence[Row]) -> list[Table]:
    """The scores by what was done to the evidence; no table where nothing was."""
    if not any(row.noise or row.noise_note for row in rows):
        return []
    instead = [row for row in rows if row.noise_note]
    note = f"In {len(instead)} of all {len(rows)} runs the noise is not of the kind that was drawn."
    tables = []
    for noise, found in by_noise(rows).items():
        title = f"Evidence: {noise}"
        table = _scores(title, note, found, OF_NOISE)
        tables.append(table)
    return tables


@dataclass(frozen=True)
class Pair:
    """A measure of a system of ours, and the paper's of the system that it stands beside."""

    system: str
    measure: str
    ours: Score | None
    """None where it was not measured."""
    theirs: float


def beside_published(rows: Sequence[Row], beside: Mapping[str, str]) -> Iterator[Pair]:
    """Ours and the paper's, system by system and measure by measure; systems that did not run are
    left out."""
    found = scores(rows)
    for system, published in beside.items():
        if system in found:
            for measure, theirs in PUBLISHED[published].items():
                yield Pair(system, measure, found[system].get(measure), theirs)


def published_tables(rows: Sequence[Row], beside: Mapping[str, str]) -> list[Table]:
    """Ours and a paper's, one table for each paper; what was not measured here stands in it too."""
    tables = []
    for paper, (figures, note) in PAPERS.items():
        own = {system: name for system, name in beside.items() if name in figures}
        if own:
            title = f"Beside the figures of the paper ({paper})"
            body = _beside(rows, own)
            tables.append(Table(title, note, ["system", "measure", "ours", "theirs"], body))
    return tables


def _beside(rows: Sequence[Row], beside: Mapping[str, str]) -> list[list[str]]:
    body = []
    for pair in beside_published(rows, beside):
        ours = str(pair.ours or "not measured")
        body.append([pair.system, pair.measure, ours, f"{pair.theirs:g}"])
    return body


def _measures() -> Table:
    """What each measure is."""
    better = {True: "more", False: "less", None: ""}
    body = [[measure.name, measure.about, better[measure.good]] for measure in EVERY]
    return Table("What the measures are", "", ["measure", "what it is", "better"], body)


def _scores(
    title: str, note: str, found: Mapping[str, Mapping[str, Score]], names: Sequence[str] = ()
) -> Table:
    """A row a measure, a column a system; all measures unless some are named."""
    taken = {name for own in found.values() for name in own}
    body = []
    for measure in EVERY:
        name = measure.name
        if name in taken and (not names or name in names):
            body.append([name, *_across(found, name)])
    return Table(title, note, ["measure", *found], body)


def _across(found: Mapping[str, Mapping[str, Score]], name: str) -> list[str]:
    """A measure of every system; empty where it does not apply."""
    return [str(own.get(name, "")) for own in found.values()]


def _prices(rows: Sequence[Row], against: str) -> Table:
    """Which system pays at which price of a wrong answer, and which is worth most."""
    found = outcomes(rows)
    note = (
        "Paired, question by question: 1 for a correct answer, 0 for an abstention, minus the "
        "price for a wrong one; bold where the interval excludes 0. Pays from: the price from "
        f"which a system is worth at least as much as {against}. In all, "
        f"{best_by_price(found, PRICES)}."
    )
    pairs = [(system, system, against) for system in found if system != against]
    title = f"What a wrong answer costs: value less that of {against}"
    return Table(title, note, price_head("system"), by_price(rows, pairs))


def _differences(rows: Sequence[Row], against: str) -> Table:
    """Only measures that say something about quality or cost, and where both systems were
    graded."""
    body = []
    for system, found in differences(rows, against).items():
        for name, one in found.items():
            if one.by.mean:
                shown = "yes" if one.shown else "no"
                body.append([system, name, str(one.by), shown, str(one.needed or "")])
    note = (
        "Paired, question by question. Shown: the interval excludes 0. Needed: the number of "
        "questions at which it would."
    )
    head = ["system", "measure", "difference", "shown", "needed"]
    return Table(f"Differences from {against}", note, head, body)
