"""What docs/teams.md says about the agents of (teams)."""

from __future__ import annotations

from typing import Any

from benchmarks.first_search import COMPLEX_FROM, ENOUGH, HELPS_FROM, f1
from benchmarks.statements.claim import claim, result
from ragkit.score import Score
from ragkit.settings import Settings

USUAL = Settings.model_fields


def routes_do_not_tell() -> None:
    """The odds of complex are at chance, and no threshold beats calling every question simple."""
    routes = result("first_search")["routes"]
    claim(abs(routes["auc"] - 0.5) < 0.1, auc=routes["auc"])
    simple = routes["always simple"]["mean"]
    for threshold in COMPLEX_FROM:
        right = routes[f"complex from {threshold:.2f}"]["mean"]
        claim(right < simple, threshold=threshold, right=right, simple=simple)


def both_searches_find_more() -> None:
    """Both searches together have all facts more often than either, in each group of answers."""
    for group, found in result("first_search")["searches"].items():
        both = found["both"]["mean"]
        for way in ("keyword_search", "semantic_search"):
            claim(both > found[way]["mean"], group=group, way=way, one=found[way], both=both)


def the_help_threshold_is_the_best_for_two_passages() -> None:
    """Of the rules that want two passages, the default threshold has the highest F1."""
    claim(USUAL["enough_passages"].default == 2, enough=USUAL["enough_passages"].default)
    found = {threshold: _f1(2, threshold) for threshold in HELPS_FROM}
    best = max(found, key=lambda threshold: found[threshold])
    claim(best == USUAL["helps_from"].default, best=best, f1=found[best])


def precision_hardly_depends_on_the_rule() -> None:
    """From the lowest threshold to the highest, the precision of stopping rises by under .15."""
    stops = result("first_search")["stops"]
    for enough in ENOUGH:
        means = [stops[f"{enough} from {one:.2f}"]["precision"]["mean"] for one in HELPS_FROM]
        claim(max(means) - min(means) < 0.15, enough=enough, least=min(means), most=max(means))


def no_look_alike_passes_both_gates() -> None:
    """The cache takes no look-alike for another question, and under one percent is shown."""
    found = _gates()["both gates"]["look-alikes"]
    claim(found["mean"] == 0 and found["high"] < 0.01, look_alikes=found)


def no_cosine_separates_look_alikes_from_repeats() -> None:
    """At each cosine that finds nine in ten repeats, most look-alikes pass, too."""
    for name, own in _gates().items():
        repeats = own["with repeats"]["repeats found"]["mean"]
        if name.startswith("cosine") and repeats >= 0.9:
            claim(own["look-alikes"]["mean"] > 0.5, gate=name, passed=own["look-alikes"])


def _gates() -> dict[str, Any]:
    gates: dict[str, Any] = result("route_cache")["gates"]
    return gates


def _f1(enough: int, threshold: float) -> float:
    own = result("first_search")["stops"][f"{enough} from {threshold:.2f}"]
    return f1(Score(**own["precision"]), Score(**own["recall"]))
