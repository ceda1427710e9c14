"""Tables of conversations that were asked turn by turn (`benchmarks/conversations.py`).

Turns of one conversation depend on each other, so every interval is over conversations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from benchmarks.conversations import TurnRow
from ragkit.evaluate.measures.summary import Difference
from ragkit.report.cells import cell, difference
from ragkit.score import Score, ratio
from ragkit.text.markdown_table import TIGHT, markdown_table

NOTHING = "Not run yet.\n"
EVALUATED = "tokens evaluated"
PAIRS = (
    ("advanced, in conversation", "hybrid, as typed"),
    ("advanced, in conversation", "hybrid, written out"),
    ("advanced, in conversation", "advanced, written out"),
    ("hybrid, written out", "hybrid, as typed"),
)
"""What is compared turn by turn."""
ASKS = ("unclear",)
"""Kinds of turns that a system should ask back about."""
Value = Callable[[TurnRow], float | None]
"""A measure of a turn; None where the turn has none."""


def share(rows: Sequence[TurnRow], value: Value) -> Score:
    """The mean of a measure over turns, with an interval over conversations."""
    parts: defaultdict[str, list[float]] = defaultdict(list)
    ungraded = 0
    for row in rows:
        one = value(row)
        if one is None:
            ungraded += 1
        else:
            parts[row.conversation].append(one)
    pairs = [(sum(values), float(len(values))) for values in parts.values()]
    found = ratio(pairs)
    turns = sum(len(values) for values in parts.values())
    return Score(found.mean, found.low, found.high, turns, ungraded)


def differences(ours: Sequence[TurnRow], theirs: Sequence[TurnRow], value: Value) -> Score:
    """The mean paired difference on the turns of both, with an interval over conversations."""
    other = {(row.conversation, row.turn): value(row) for row in theirs}
    by_turn = {(row.conversation, row.turn): value(row) for row in ours}
    apart: dict[tuple[str, int], float | None] = {}
    for place, one in by_turn.items():
        two = other.get(place)
        apart[place] = None if one is None or two is None else one - two
    return share(ours, lambda row: apart[row.conversation, row.turn])


def correct(row: TurnRow) -> float | None:
    """Whether the reply was right."""
    return row.correct


def by_system(rows: Sequence[TurnRow]) -> dict[str, list[TurnRow]]:
    """The rows of each system, in the order in which they were asked."""
    found: dict[str, list[TurnRow]] = {}
    for row in rows:
        found.setdefault(row.system, []).append(row)
    return found


def turns_table(rows: Sequence[TurnRow]) -> str:
    """A Markdown table of what became of the turns, and of what they cost, by system."""
    if not rows:
        return NOTHING
    body: list[list[str | None]] = []
    for name, own in by_system(rows).items():
        unclear = [row for row in own if row.kind in ASKS]
        clear = [row for row in own if row.kind not in ASKS]
        body.append(
            [
                name,
                cell(share(own, correct)),
                cell(share(own, lambda row: float(row.refused))),
                cell(share(clear, lambda row: float(row.asked_back))),
                cell(share(unclear, lambda row: 1.0 - row.asked_back)),
                cell(share(own, lambda row: float(row.evaluated)), EVALUATED),
                cell(share(own, lambda row: float(row.generated)), "tokens generated"),
            ]
        )
    head = ["system", "correct", "abstained", "asked a clear question back"]
    head += ["answered an unclear one", EVALUATED, "tokens generated"]
    return markdown_table(head, body, TIGHT)


def turn_pairs_table(rows: Sequence[TurnRow]) -> str:
    """A Markdown table of paired differences between systems, over the turns that both have."""
    systems = by_system(rows)
    body: list[list[str | None]] = []
    for ours, theirs in PAIRS:
        if ours in systems and theirs in systems:
            apart = differences(systems[ours], systems[theirs], correct)
            body.append([ours, theirs, difference(Difference(apart, None)), str(apart.n)])
    if not body:
        return NOTHING
    return markdown_table(["system", "less", "correct", "turns"], body, TIGHT)


def turn_kinds_table(rows: Sequence[TurnRow]) -> str:
    """A Markdown table of the share of right replies, by kind of turn and system."""
    if not rows:
        return NOTHING
    systems = by_system(rows)
    kinds = dict.fromkeys(row.kind for row in rows)
    body: list[list[str | None]] = []
    for kind in kinds:
        line: list[str | None] = [kind]
        for own in systems.values():
            line.append(of_kind(kind, own))
        body.append(line)
    return markdown_table(["kind of turn", *systems], body, TIGHT)


def of_kind(kind: str, rows: Sequence[TurnRow]) -> str | None:
    """The share of right replies among one system's turns of a kind; None where it had none."""
    found = share([row for row in rows if row.kind == kind], correct)
    if not found.n:
        return f"{found.ungraded} ungraded" if found.ungraded else None
    return cell(found)


def turn_steps_table(rows: Sequence[TurnRow], system: str) -> str:
    """A Markdown table of the seconds of each step of one system, and how often it was taken."""
    own = [row for row in rows if row.system == system]
    if not own:
        return NOTHING
    nodes = dict.fromkeys(node for row in own for node in row.seconds)
    body: list[list[str | None]] = []
    for node in nodes:
        took = [row for row in own if node in row.seconds]
        seconds = share(took, lambda row, node=node: row.seconds[node])  # type: ignore[misc]
        body.append([node, f"{len(took)} of {len(own)}", cell(seconds)])
    return markdown_table(["step", "turns", "seconds"], body, TIGHT)
