"""Markdown tables of the experiments: systems side by side, what a part changes, and the paper's figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ragkit.evaluate.published import PUBLISHED
from ragkit.evaluate.report import headline, read_results
from ragkit.evaluate.report_tables import Table, judges_table, ragas_table
from ragkit.evaluate.results import Row
from ragkit.evaluate.score import Score
from ragkit.evaluate.second_opinion import opinions
from ragkit.evaluate.summary import MEASURES, Difference, by_kind, differences, scores
from ragkit.evaluate.tried_judges import kept

RESULTS = Path(__file__).parent / "results"
QUALITY = ("right", "right by the judge", "held back", "faithfulness", "hallucination", "refused")
COST = ("tokens evaluated", "tokens generated")
PARTS = ("right", "held back", "hallucination", "refused", "tokens evaluated")
SHORT = ("right", "held back", "hallucination", "tokens evaluated")
"""Measures of each table."""
GROWN = ("naive", "naive, may refuse", "hybrid", "crag", "adaptive")
"""The systems that the notebooks grow, without the ablation's."""
AGAINST = "adaptive"


def systems_table(rows: Sequence[Row], measures: Sequence[str] = QUALITY + COST) -> str:
    """A row a system: its scores with their intervals."""
    found = scores(rows)
    names = [name for name in measures if any(name in own for own in found.values())]
    body = [
        [system, *(cell(own[name], name) if name in own else "" for name in names)] for system, own in found.items()
    ]
    return table_of(["system", *names], body)


def parts_table(rows: Sequence[Row]) -> str:
    """A row a system: its paired differences to the whole graph; those whose interval does not hold 0 in bold."""
    found = differences(rows, AGAINST)
    body = [
        [system, *(_difference(own[name], name) if name in own else "" for name in PARTS)]
        for system, own in found.items()
    ]
    return table_of(["", *PARTS], body)


def verdicts_table(rows: Sequence[Row], without: Mapping[str, Sequence[str]]) -> str:
    """A row a part of the whole graph: what is shown to be worse without it, and what better; `without` holds the parts
    that each system leaves out.
    """
    found, body = differences(rows, AGAINST), []
    for system, parts in without.items():
        own = found.get(system, {})
        shown = [(m, own[m.name].by.mean) for m in MEASURES if m.name in PARTS and m.name in own and own[m.name].shown]
        worse = [m.name for m, by in shown if m.good is not None and (by < 0) is m.good]
        better = [m.name for m, by in shown if m.good is not None and (by > 0) is m.good]
        if parts and own:
            body.append([" and ".join(sorted(parts)), ", ".join(worse) or "nothing", ", ".join(better) or "nothing"])
    return table_of(["part", "shown to be worse without it", "shown to be better without it"], body)


def paper_table(rows: Sequence[Row], beside: Mapping[str, str]) -> str:
    """Ours and the paper's, measure by measure."""
    found = scores(rows)
    body = [
        [system, name, cell(found[system][name], name), f"{theirs:g}"]
        for system, row in beside.items()
        for name, theirs in PUBLISHED[row].items()
        if name in found.get(system, {})
    ]
    return table_of(["system", "measure", "ours", "the paper's"], body)


def kinds_table(rows: Sequence[Row]) -> str:
    """A row a kind of question, a column a system: the share that ended well."""
    systems, body = list(dict.fromkeys(row.system for row in rows)), []
    for kind, found in by_kind(rows).items():
        name = "held back" if any("held back" in own for own in found.values()) else "right"
        shares = [found[system][name] if name in found.get(system, {}) else None for system in systems]
        cells = ["" if share is None else f"{share.mean:.2f} (n={share.n})" for share in shares]
        body.append([f"{kind}: {name}", *cells])
    return table_of(["", *systems], body)


def repeats_note(again: Sequence[Row], rows: Sequence[Row]) -> str:
    """What a repeat changes, from the runs that two experiments both made, each with another history of the server."""
    before = {(row.question, row.system, row.repeat): row for row in rows}
    both = [(before[of], row) for row in again if (of := (row.question, row.system, row.repeat)) in before]
    said = sum(one.answer == other.answer for one, other in both)
    ended = sum((one.right, one.held, one.refused) == (other.right, other.held, other.refused) for one, other in both)
    return f"Of {len(both)} runs made twice, {said} gave the same answer to the letter, and {ended} ended alike.\n"


def table(name: str, which: str) -> str:
    """One of the tables of an experiment's committed results, or how much of it there is; says so where there is none
    yet.
    """
    if not (RESULTS / name / "manifest.json").is_file():
        return "Not run yet.\n"
    manifest, rows = read_results(RESULTS / name)
    if which == "paper":
        return paper_table(rows, manifest["experiment"]["beside"])
    if which == "verdicts":
        return verdicts_table(rows, {name: own["without"] for name, own in manifest["experiment"]["systems"].items()})
    if which == "state":
        return f"{headline(manifest, rows)}\n"
    if which == "repeats":
        return repeats_note(rows, read_results(RESULTS / "ablation")[1])
    if which == "judges":
        return noted(judges_table(kept(RESULTS / name)))
    if which == "ragas":
        second = opinions(RESULTS / name)
        return noted(ragas_table(rows, second)) if second else "Not asked yet.\n"
    if which == "short":
        return systems_table([row for row in rows if row.system in GROWN], SHORT)
    return {"systems": systems_table, "parts": parts_table, "kinds": kinds_table}[which](rows)


def cell(one: Score, name: str = "") -> str:
    """A score with its interval, n, and how many were ungraded."""
    places = 0 if name.startswith("tokens") else 2
    left_out = f", {one.ungraded} ungraded" if one.ungraded else ""
    return f"{one.mean:,.{places}f} [{one.low:,.{places}f}, {one.high:,.{places}f}] (n={one.n}{left_out})"


def _difference(one: Difference, name: str) -> str:
    places = 0 if name.startswith("tokens") else 2
    text = f"{one.by.mean:+,.{places}f} [{one.by.low:+,.{places}f}, {one.by.high:+,.{places}f}]"
    return f"**{text}**" if one.shown else text


def noted(table: Table) -> str:
    """A table of a report as Markdown, below what it says of itself."""
    return f"{table.note}\n\n{table_of(table.head, table.rows)}"


def table_of(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    rows = [head, ["---"] * len(head), *body]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
