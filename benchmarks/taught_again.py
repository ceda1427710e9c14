"""A critic that was taught again beside the one that ships: its means against the first intervals.

Both were reported on the same pairs of unseen documents. An interval is that of the mean over other
pairs of the same kind, so a lesson that came out alike should be inside, but for the kinds of which
the critic that ships ranks every pair right: theirs has no width, and one pair less is outside. The
last row therefore puts all kinds together.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from benchmarks.all_kinds import ranked
from benchmarks.taught_tables import MEASURED, NOT_RUN, of_kind, shipped
from ragkit.teach.card import interval
from ragkit.text.markdown_table import TIGHT, markdown_table

ALL = "all but entailment"


def place(first: dict[str, Any], again: dict[str, Any]) -> str:
    """Where the second mean of one measure lies against the interval of the first.

    >>> place({"mean": 0.8, "low": 0.7, "high": 0.9}, {"mean": 0.6, "low": 0.5, "high": 0.7})
    'below'
    """
    if again["mean"] < first["low"]:
        return "below"
    if again["mean"] > first["high"]:
        return "above"
    return "inside"


def places(again: dict[str, Any]) -> dict[str, dict[str, str]]:
    """By kind and measure, where the critic that was taught again lies; all kinds come last.

    Raises ValueError when it was reported on other pairs than the one that ships, and OSError when
    none ships for its model.
    """
    first = shipped(again["base"])
    if first["pairs"]["test"] != again["pairs"]["test"]:
        raise ValueError(
            f"The critic that ships was reported on {first['pairs']['test']}, this one on "
            f"{again['pairs']['test']}. Teach it on the documents that `make critics` names."
        )
    found = {}
    for kind, after in again["after"].items():
        before = first["after"][kind]
        found[kind] = {measure: place(before[measure], after[measure]) for measure in MEASURED}
    together = place(asdict(ranked(first["after"])), asdict(ranked(again["after"])))
    found[ALL] = {"ranked": together}
    return found


def again_table(again: dict[str, Any]) -> str:
    """A row a kind of pair: the critic that ships, the one taught again, and where that lies."""
    if not again:
        return NOT_RUN
    first = shipped(again["base"])
    found = places(again)
    rows = []
    for kind, after in again["after"].items():
        cells = of_kind(kind, first["after"][kind], after)
        lies = found[kind]
        rows.append([*cells, lies["auc"], lies["ranked"]])
    before, now = ranked(first["after"]), ranked(again["after"])
    rows.append(
        [ALL, str(now.n), "", "", interval(before), interval(now), "", found[ALL]["ranked"]]
    )
    head = ["kind", "pairs", "AUC, ships", "AUC, again", "ranked correctly, ships", "again"]
    return markdown_table([*head, "AUC is", "ranked is"], rows, TIGHT)
