"""What docs/teaching.md says about the adapters, and about the lessons that did not ship."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from benchmarks.statements.claim import adapter, claim, lines, result
from benchmarks.taught_again import places
from benchmarks.taught_tables import AIMS

BALANCED, BUDGET = "qwen2.5-coder-1.5b", "qwen2.5-coder-0.5b"


def balanced_taught_again() -> None:
    """The balanced adapter, taught again, is inside all intervals of the one that ships."""
    _same_lesson("balanced", BALANCED, outside=[])


def budget_taught_again() -> None:
    """The budget adapter, taught again in three quarters of an hour, is above one of them."""
    _same_lesson("budget", BUDGET, outside=[("relation turned", "auc", "above")])
    again = result("taught_again-budget")
    claim(40 < again["minutes"] < 50, minutes=again["minutes"])
    few = again["after"]["relation turned"]["auc"]["n"]
    claim(few == 6, pairs=few)


def _same_lesson(tier: str, model: str, outside: list[tuple[str, str, str]]) -> None:
    again, ships = result(f"taught_again-{tier}"), adapter(model)
    for same in ("base_sha256", "recipe", "pairs", "epochs", "steps"):
        claim(again[same] == ships[same], what=same, again=again[same], ships=ships[same])
    claim(again["device"] == "2 processor threads", device=again["device"])
    compared = 0
    found = []
    for kind, own in places(again).items():
        compared += len(own)
        found += [(kind, measure, lies) for measure, lies in own.items() if lies != "inside"]
    claim(compared == 27, compared=compared)
    claim(found == outside, outside=found)
    claim(again["adapter_sha256"] != ships["adapter_sha256"], adapters="the same")
    claim(again["best_step"] != ships["best_step"], step=again["best_step"])
    moved = abs(again["temperature"] - ships["temperature"])
    claim(moved > 0.01, temperature_moved_by=moved)


def longer_lesson_is_of_more_pairs() -> None:
    """The adapter that ships learnt two fifths of the longer lesson's pairs, once each."""
    shorter, longer = adapter(BALANCED), result("longer_lesson")
    epochs = [shorter["epochs"], longer["epochs"]]
    claim(epochs == [1, 3], epochs=epochs)
    learnt = [sum(facts["pairs"]["train"].values()) for facts in (shorter, longer)]
    claim(round(learnt[0] / learnt[1], 1) == 0.4, pairs=learnt)


def longer_lesson_ranks_sentence_removed_better() -> None:
    """The longer lesson ranks more pairs correctly whose one answering sentence was removed."""
    shorter, longer = adapter(BALANCED), result("longer_lesson")
    kinds = {kind: facts["ranked"]["mean"] for kind, facts in shorter["after"].items()}
    del kinds["entailment"]
    worst = min(kinds, key=lambda kind: kinds[kind])
    claim(kinds[worst] == kinds["sentence removed"], worst=worst)
    ships, more = (facts["after"]["sentence removed"]["ranked"] for facts in (shorter, longer))
    untaught = longer["before"]["sentence removed"]["ranked"]
    means = [ships["mean"], untaught["mean"], more["mean"]]
    claim(means[0] < means[1] < means[2], means=means)
    for taught in (ships, more):
        overlap = min(taught["high"], untaught["high"]) - max(taught["low"], untaught["low"])
        claim(overlap > 0, overlap_with_untaught=overlap)


def longer_lesson_reaches_the_aim_for_near_misses() -> None:
    """The longer lesson ranks answerable questions above near misses as often as the aim asks."""
    after = result("longer_lesson")["after"]
    near = [after[kind]["ranked"] for kind in ("sentence removed", "passage exchanged")]
    share = sum(one["mean"] * one["n"] for one in near) / sum(one["n"] for one in near)
    aims = {(aim.group, aim.measure): aim.least for aim in AIMS}
    least = aims["answerable or near miss", "ranked"]
    claim(least is not None and share > least, share=share, aim=least)


def machine_moves_more_than_lesson() -> None:
    """In a graph the longer lesson is level with the one that ships; another machine moves more."""
    alike, other = _alike("-again", "-longer"), 1 - _alike("", "-again")
    claim(alike > 0.9, same_answers=alike)
    claim(round(other, 1) == 0.2, other_answers=other)
    lesson, machine = _apart("-again", "-longer"), _apart("", "-again")
    claim(lesson["hold back"] < 0.01, moved=lesson["hold back"])
    claim(lesson["answerable"] < 0.01, moved=lesson["answerable"])
    claim(lesson["hold back"] < machine["hold back"], lesson=lesson, machine=machine)


def _alike(one: str, other: str) -> float:
    """The share of questions to which two calibration runs have the same answer."""
    first, second = ({row["id"]: row["answer"] for row in _graph(name)} for name in (one, other))
    return fmean(answer == second[id] for id, answer in first.items())


def _graph(name: str) -> list[Any]:
    return lines(f"calibration-taught{name}")


def _apart(one: str, other: str) -> dict[str, float]:
    first, second = (result(f"calibration-taught{name}")["in halves"] for name in (one, other))
    return {group: abs(share - second[group]) for group, share in first.items()}


def ranks_do_not_differ() -> None:
    """At the budget tier, ranks 8, 16 and 32 and adapters of all layers rank pairs alike."""
    shapes = _shapes()
    three = [shapes[rank, 0.33] for rank in (8, 16, 32)]
    four = [*three, shapes[16, 0.0]]
    for row in four:
        for other in three:
            low, high = row["ranked"]["low"], row["ranked"]["high"]
            claim(low < other["ranked"]["mean"] < high, low=low, high=high, other=other["ranked"])
    checks = list(shapes[32, 0.33]["checks"].values())
    moved = max(abs(one - next) for one, next in zip(checks[3:], checks[4:], strict=False))
    between = max(row["auc"] for row in four) - min(row["auc"] for row in three)
    claim(between < moved, between_shapes=between, between_checks=moved)


def last_third_of_the_layers_is_worse() -> None:
    """The last third of the layers alone is worse; all layers are half as large again."""
    shapes = _shapes()
    ships, whole, last = (shapes[16, depth] for depth in (0.33, 0.0, 0.67))
    claim(last["ranked"]["high"] < ships["ranked"]["low"], last=last["ranked"])
    least = min(shapes[rank, 0.33]["auc"] for rank in (8, 16, 32))
    claim(last["auc"] < least, last=last["auc"], others=least)
    _half_as_large_again(ships, whole)


def _shapes() -> dict[tuple[int, float], Any]:
    """The lessons of the budget tier by rank and first layer: all checked at the same steps."""
    found = result("shapes-budget")["shapes"]
    checked = {tuple(row["checks"]) for row in found}
    claim(len(checked) == 1, checked=checked)
    steps = {row["steps"] for row in found}
    claim(steps == {309}, steps=steps)
    pairs = 4 * 309 / sum(result("longer_lesson")["pairs"]["train"].values())  # four pairs a step
    claim(0.7 < pairs < 0.8, share_of_the_pairs=pairs)
    return {(row["rank"], row["from_depth"]): row for row in found}


def _half_as_large_again(third: Any, whole: Any) -> None:
    size = whole["bytes"] / third["bytes"]
    claim(1.4 < size < 1.6, size=size)


def of_two_shapes_neither_is_better() -> None:
    """At the balanced tier neither of two shapes is better at the same steps, from one epoch on."""
    found = result("shapes-balanced")["shapes"]
    third, whole = (row["checks"] for row in found)
    lesson = result("longer_lesson")
    for check in lesson["history"]:
        mean, same = fmean(check["auc"].values()), third[str(check["step"])]
        claim(abs(mean - same) < 1e-4, step=check["step"], mean=mean, check=same)
    claim(round(lesson["minutes"]) == 6, minutes=lesson["minutes"])
    both = [step for step in third if step in whole and step != "0"]
    claim(len(both) == 2, both=both)
    for step in both:
        claim(abs(third[step] - whole[step]) < 0.005, step=step, of=[third[step], whole[step]])
    _half_as_large_again(*found)
    best = max(third.values())
    claim(best - third["398"] < 0.005, best=best, after_one_epoch=third["398"])
