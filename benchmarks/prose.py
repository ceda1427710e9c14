"""Markdown tables of experiments for README and docs: systems side by side, what a part changes,
and the paper's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.judges import judges_table, kept
from benchmarks.ragas import opinions, ragas_table
from ragkit.evaluate.experiments.comparison import comparisons
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import by_kind, by_noise, differences, scores
from ragkit.report.cells import cell, difference
from ragkit.report.comparison_tables import comparison_tables
from ragkit.report.report import headline, read_results
from ragkit.report.systems_table import COSTS, GROWN, ROUTING, systems_table
from ragkit.report.tables import OF_NOISE, Table, beside_published
from ragkit.report.value_tables import AGAINST as PLAIN
from ragkit.report.value_tables import by_price, price_head
from ragkit.score import Score
from ragkit.text.markdown_table import markdown_table

PARTS = ("correct", "withheld", "hallucination", "abstained", "tokens evaluated")
WORTH = (
    "answered",
    "correct of the answered",
    "value at 0",
    "value at 0.5",
    "value at 1",
    "value at 2",
)
SHORT = ("answered", "correct of the answered", "value at 0", "value at 1", "tokens evaluated")
SECONDS = ("seconds", "seconds to the first token", "tokens evaluated", "tokens generated")
DATASET = ("correct", "exact match", "F1", "evidence recall", "abstained", "seconds")
"""Measures of each table."""
WITH_INTERVALS = 6
"""The number of systems up to which a table by kinds has intervals."""
AGAINST = "adaptive"


@dataclass(frozen=True)
class Ran:
    """An experiment that was run, as its folder of results tells it."""

    folder: Path
    manifest: dict[str, Any]
    rows: list[Row]


def table(results: Path, name: str, which: str) -> str:
    """One of `TABLES` of an experiment whose results are in the folder `results`.

    It says so where there is none yet.
    """
    folder = results / name
    if not (folder / "manifest.json").is_file():
        return "Not run yet.\n"
    return TABLES[which](Ran(folder, *read_results(folder)))


def parts_table(rows: Sequence[Row]) -> str:
    """A row a system: its paired differences to the whole graph; those whose interval does not hold
    0 in bold."""
    found = differences(rows, AGAINST)
    compared = {name for own in found.values() for name in own}
    names = [name for name in PARTS if name in compared]
    body = []
    for system, own in found.items():
        cells = [difference(own[name], name) if name in own else "" for name in names]
        body.append([system, *cells])
    return markdown_table(["", *names], body)


def price_table(rows: Sequence[Row]) -> str:
    """A row a system: its value less that of `hybrid` at each price, and from which it pays."""
    systems = dict.fromkeys(row.system for row in rows)
    pairs = [(system, system, PLAIN) for system in systems if system != PLAIN]
    return markdown_table(price_head(f"less {PLAIN}"), by_price(rows, pairs))


def paper_table(rows: Sequence[Row], beside: Mapping[str, str]) -> str:
    """Ours and the paper's, of what was measured here."""
    body = [
        [pair.system, pair.measure, cell(pair.ours, pair.measure), f"{pair.theirs:g}"]
        for pair in beside_published(rows, beside)
        if pair.ours
    ]
    return markdown_table(["system", "measure", "ours", "the paper's"], body)


def kinds_table(rows: Sequence[Row]) -> str:
    """A row a kind of question, a column a system: the share that ended well.

    Its interval is there where the table is narrow enough to be read with it.
    """
    systems = list(dict.fromkeys(row.system for row in rows))
    show = cell if len(systems) <= WITH_INTERVALS else _mean
    body = []
    for kind, found in by_kind(rows).items():
        held = any("withheld" in own for own in found.values())
        name = "withheld" if held else "correct"
        shares = [found.get(system, {}).get(name) for system in systems]
        shown = [show(share) if share else "" for share in shares]
        body.append([f"{kind}: {name}", *shown])
    return markdown_table(["", *systems], body)


def _mean(share: Score) -> str:
    return f"{share.mean:.2f} (n={share.n})"


def noise_table(rows: Sequence[Row]) -> str:
    """A row a system and kind of evidence: its scores on the questions with such evidence."""
    found = by_noise(rows)
    body = []
    for system in scores(rows):
        for noise, systems in found.items():
            own = systems.get(system, {})
            cells = [cell(own[name], name) if name in own else "" for name in OF_NOISE]
            if own:
                body.append([system, noise, *cells])
    return markdown_table(["system", "evidence", *OF_NOISE], body)


def noise_note(rows: Sequence[Row]) -> str:
    """How many questions got which noise, and how often it is not the kind that was drawn."""
    kinds = {}
    instead = set()
    for row in rows:
        if row.noise or row.noise_note:
            kinds[row.question] = row.noise or "none"
        if row.noise_note:
            instead.add(row.question)
    by_kind = sorted(Counter(kinds.values()).items())
    counts = [f"{kind}: {count}" for kind, count in by_kind]
    listed = ", ".join(counts)
    return (
        f"Noise was drawn for {len(kinds)} questions ({listed}); {len(instead)} of them do not "
        "have the kind that was drawn, because it could not be made.\n"
    )


def _state(ran: Ran) -> str:
    return f"{headline(ran.manifest, ran.rows)}\n"


def _short(ran: Ran) -> str:
    grown = [row for row in ran.rows if row.system in GROWN]
    return systems_table(grown, SHORT)


def _paper(ran: Ran) -> str:
    beside = ran.manifest["experiment"]["beside"]
    return paper_table(ran.rows, beside)


def _judges(ran: Ran) -> str:
    return noted(judges_table(kept(ran.folder)))


def _ragas(ran: Ran) -> str:
    second = opinions(ran.folder, ran.rows)
    if second:
        return noted(ragas_table(ran.rows, second))
    return "Not asked yet.\n"


def _pairwise(ran: Ran) -> str:
    """What each pairwise judge is worth, and what it prefers."""
    tables = []
    for found in comparisons(ran.folder, ran.manifest, ran.rows):
        tables += comparison_tables(found)[:2]
    if not tables:
        return "Not compared yet.\n"
    return "\n".join(noted(one) for one in tables)


TABLES: dict[str, Callable[[Ran], str]] = {
    "state": _state,
    "short": _short,
    "systems": lambda ran: systems_table(ran.rows),
    "worth": lambda ran: systems_table(ran.rows, WORTH),
    "prices": lambda ran: price_table(ran.rows),
    "dataset": lambda ran: systems_table(ran.rows, DATASET),
    "parts": lambda ran: parts_table(ran.rows),
    "kinds": lambda ran: kinds_table(ran.rows),
    "routing": lambda ran: systems_table(ran.rows, ROUTING),
    "noticeable": lambda ran: systems_table(_without_conflicts(ran.rows), ROUTING),
    "noise": lambda ran: noise_table(ran.rows),
    "drawn": lambda ran: noise_note(ran.rows),
    "costs": lambda ran: systems_table(ran.rows, COSTS),
    "seconds": lambda ran: systems_table(ran.rows, SECONDS),
    "paper": _paper,
    "judges": _judges,
    "ragas": _ragas,
    "pairwise": _pairwise,
}
"""What can be said of an experiment's committed results, by the name in the marker of the prose."""


def _without_conflicts(rows: Sequence[Row]) -> list[Row]:
    """The rows without those of falsified passages, in which no reader sees what is false."""
    return [row for row in rows if row.noise != "conflict"]


def noted(table: Table) -> str:
    """A table of a report as Markdown, below what it says of itself."""
    below = markdown_table(table.head, table.rows)
    return f"{table.note}\n\n{below}"
