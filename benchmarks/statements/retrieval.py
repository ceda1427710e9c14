"""What docs/retrieval.md says about the choice of how a question is searched."""

from __future__ import annotations

from typing import Any

from benchmarks.statements.claim import claim, result

MEASURES = ("recall", "ndcg")


def _tests() -> dict[str, dict[str, Any]]:
    """The results on the questions of test, by corpus."""
    found: dict[str, dict[str, Any]] = result("strategies")
    return {name: own for name, own in found.items() if name.endswith(", test")}


def _gap(own: dict[str, Any], measure: str, pair: str) -> dict[str, float]:
    gap: dict[str, float] = own[f"{measure} differences"][pair]
    return gap


def choice_adds_nothing_to_the_blend() -> None:
    """Beside the blend the choice is nowhere significantly better."""
    for name, own in _tests().items():
        for measure in MEASURES:
            gap = _gap(own, measure, "chosen, else blend - blend")
            claim(gap["low"] <= 0, corpus=name, measure=measure, gap=gap)


def choice_orders_the_almanac_better_than_hybrid() -> None:
    """Against hybrid it has a higher nDCG on the almanac, and the same recall everywhere."""
    for name, own in _tests().items():
        recall = _gap(own, "recall", "chosen - hybrid")
        claim(recall["mean"] == 0, corpus=name, recall=recall)
        ndcg = _gap(own, "ndcg", "chosen - hybrid")
        claim((ndcg["low"] > 0) == name.startswith("almanac"), corpus=name, ndcg=ndcg)


def a_perfect_choice_would_beat_the_blend() -> None:
    """The best of three finds significantly more than the blend on both corpora."""
    for name, own in _tests().items():
        for measure in MEASURES:
            gap = _gap(own, measure, "best of three - blend")
            claim(gap["low"] > 0, corpus=name, measure=measure, gap=gap)


def rewording_helped_on_fit_alone() -> None:
    """Rewording helps BM25 significantly on fit of algorithms, and nowhere on test."""
    fit = _gap(result("strategies")["algorithms, fit"], "recall", "keyword, reworded - keyword")
    claim(fit["low"] > 0, fit=fit)
    for name, own in _tests().items():
        for pair in ("keyword, reworded - keyword", "blend, half reworded - blend"):
            for measure in MEASURES:
                gap = _gap(own, measure, pair)
                claim(gap["low"] <= 0, corpus=name, pair=pair, measure=measure, gap=gap)


def meaning_alone_is_hardly_ever_chosen() -> None:
    """The rule for meaning alone decides about at most one question of each part."""
    for name, own in result("strategies").items():
        claim(own["ways"].get("semantic", 0) <= 1, part=name, ways=own["ways"])
