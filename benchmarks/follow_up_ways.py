"""The ways to search for a turn that are compared, and what each finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.follow_up_turns import Asked
from ragkit.conversation import FollowUp, refusal, searches, sort_of
from ragkit.conversation.gate import ALONE, by_odds
from ragkit.conversation.query import How
from ragkit.evaluate.measures.ranks import coverage, ndcg
from ragkit.score import Score, difference, score

SEARCHES: tuple[How, ...] = ("rewrite", "glued", "fused", "context")
BASELINES = ("last", "glued", "all", "human")
Find = Callable[[Sequence[str]], list[str]]
"""The ids of the passages found for the queries of a turn, best first."""
Ways = dict[str, list[str]]
"""The queries of a turn, by the name of the way."""


@dataclass(frozen=True)
class Said:
    """What the model said of a turn."""

    id: str
    odds: float | None
    rewrite: str
    gate_seconds: float
    rewrite_seconds: float


def without_model(turn: Asked) -> Ways:
    """The two baselines, all messages, and the human's rewrite."""
    before = [one.typed for one in turn.history]
    return {
        "last": [turn.typed],
        "glued": [f"{before[-1]} {turn.typed}"],
        "all": [" ".join([*before, turn.typed])],
        "human": [turn.human],
    }


def with_model(turn: Asked, said: Said | None, history_from: float) -> Ways:
    """Our ways, and those that have one step done by somebody who knows better."""
    gate = gated(turn, said, history_from)
    rewrite = said.rewrite if said else ""
    ours = rewritten(gate, rewrite, turn)
    ways = {f"ours, {how}": searches(turn.typed, ours, turn.history, how) for how in SEARCHES}
    by_human = FollowUp(gate.sort, gate.why, gate.needs_history, turn.human)
    glued = [f"{turn.history[-1].typed} {turn.typed}"]
    return ways | {
        "no rewrite, context": searches(turn.typed, gate, turn.history, "context"),
        "every rewrite": [rewrite or turn.typed]
        if gate.sort == "follow-up"
        else ways["ours, rewrite"],
        "refused: glued": glued if ours.refused else ways["ours, rewrite"],
        "gate, human's rewrite": searches(turn.typed, by_human, turn.history, "rewrite"),
    }


def gated(turn: Asked, said: Said | None, history_from: float) -> FollowUp:
    """What the gate decides of a turn."""
    sort, why = sort_of(turn.typed, turn.history)
    if sort is None:
        return by_odds(said.odds if said else None, why, history_from)
    return FollowUp(sort, why, sort not in ALONE)


def rewritten(gate: FollowUp, rewrite: str, turn: Asked) -> FollowUp:
    """The turn after the rewrite and its acceptance."""
    if gate.sort != "follow-up":
        return gate
    refused = refusal(rewrite, turn.typed, turn.history) if rewrite else ""
    return FollowUp(gate.sort, gate.why, gate.needs_history, rewrite, refused)


def measures(ranking: Sequence[str], gold: Sequence[str]) -> dict[str, float]:
    """Recall of the gold passages among the first and the first five, and nDCG of the five."""
    needs = [{one} for one in gold]
    return {
        "R@1": coverage(ranking, needs, 1) or 0.0,
        "R@5": coverage(ranking, needs, 5) or 0.0,
        "nDCG@5": ndcg(ranking, needs, 5) or 0.0,
    }


def row(value: Score) -> dict[str, float]:
    return {"mean": value.mean, "low": value.low, "high": value.high, "n": value.n}


def compared(found: Mapping[str, Sequence[Mapping[str, float]]]) -> dict[str, Any]:
    """The scores of each way, and what ours differ from the baselines by, on the same turns."""
    names = ("R@1", "R@5", "nDCG@5")
    values = {
        way: {name: [one[name] for one in scores] for name in names}
        for way, scores in found.items()
    }
    differences = {}
    for way in found:
        for baseline in BASELINES:
            if way not in BASELINES:
                differences[f"{way} - {baseline}"] = {
                    name: row(difference(values[way][name], values[baseline][name]))
                    for name in names
                }
    means = {way: {name: row(score(values[way][name])) for name in names} for way in found}
    return {"ways": means, "differences": differences}
