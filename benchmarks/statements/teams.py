"""What docs/teams.md says about the agents of (teams)."""

from __future__ import annotations

from typing import Any

from benchmarks.first_search import COMPLEX_FROM, ENOUGH, HELPS_FROM, f1
from benchmarks.statements.claim import claim, ends, gaps, result, rows, scored
from benchmarks.teams_tables import PLAIN
from ragkit.evaluate.measures.equal_tokens import nearest, tokens_by_system
from ragkit.evaluate.measures.published import TEAMS
from ragkit.evaluate.measures.summary import Difference, differences
from ragkit.evaluate.measures.value import advantage
from ragkit.score import Score
from ragkit.settings import Settings

USUAL = Settings.model_fields
NAME = "teams"
SECONDS = "teams_seconds"
HOTPOTQA, MUSIQUE = "teams_hotpotqa", "teams_musique"
LOOPS = ("single", "advanced")
JOINED = ("team", "hierarchy")


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


def no_agent_beats_plain_rag_at_equal_tokens() -> None:
    """Team and hierarchy have clearly fewer correct answers, single and advanced about as many."""
    for agent in JOINED:
        gap = _at_equal_tokens(agent)["correct"]
        claim(gap.shown and gap.by.mean < 0, agent=agent, correct=gap.by)
    for agent in LOOPS:
        gap = _at_equal_tokens(agent)["correct"]
        claim(not gap.shown and abs(gap.by.mean) < 0.1, agent=agent, correct=gap.by)


def reading_more_does_not_help() -> None:
    """With more passages, hybrid has more facts in view on average, and no more correct answers."""
    found = scored(NAME)
    for system in PLAIN[1:]:
        claim(found[system]["evidence recall"].mean > found["hybrid"]["evidence recall"].mean)
        claim(found[system]["correct"].mean <= found["hybrid"]["correct"].mean, system=system)
    for agent in (*LOOPS, *JOINED):
        gap = gaps(NAME, "hybrid")[agent]["tokens evaluated"]
        claim(gap.shown and gap.by.mean > 0, agent=agent, tokens=gap.by)


def what_abstention_is_worth() -> None:
    """At a price of 2 team and hierarchy beat the plain system; adaptive does not fall behind."""
    tokens, found = tokens_by_system(rows(NAME)), ends(NAME)
    for agent in JOINED:
        claim(scored(NAME)[agent]["abstained"].mean > 0.5, agent=agent)
        plain = nearest(tokens, agent, PLAIN)
        won = advantage(found[agent], found[plain], 2)
        claim(won.low > 0, agent=agent, value=won)
        beside = advantage(found["adaptive"], found[agent], 2)
        claim(beside.low <= 0 <= beside.high and abs(beside.mean) < 0.1, value=beside)
        claim(tokens["adaptive"] < tokens[agent] / 2, agent=agent, tokens=tokens)
    claim(scored(NAME)["single"]["abstained"].mean == 0)


def joined_drafts_are_no_better_and_are_withheld_more() -> None:
    """Team and hierarchy have fewer correct first drafts, and give fewer of them."""
    drafts = result("first_drafts")
    one = drafts["adaptive"]
    for agent in JOINED:
        for measure in ("first draft correct", "correct ones given", "wrong ones given"):
            own, other = drafts[agent][measure]["mean"], one[measure]["mean"]
            claim(own < other, agent=agent, measure=measure, own=own, adaptive=other)


def every_agent_takes_longer() -> None:
    """Each agent clearly takes longer than hybrid, and on average at least twice the time."""
    seconds = {name: own["seconds"].mean for name, own in scored(SECONDS).items()}
    for agent in ("single", *JOINED):
        gap = gaps(SECONDS, "hybrid")[agent]["seconds"]
        claim(gap.shown and gap.by.mean > 0, agent=agent, seconds=gap.by)
        claim(seconds[agent] > 2 * seconds["hybrid"], agent=agent, seconds=seconds)


def no_agent_gains_on_hotpotqa() -> None:
    """No agent is ahead at equal tokens; single is as often correct and has fewer facts in view."""
    for agent in ("single", *JOINED):
        gap = _at_equal_tokens(agent, HOTPOTQA)["correct"]
        claim(gap.by.mean <= 0, agent=agent, correct=gap.by)
    gap = _at_equal_tokens("single", HOTPOTQA)["correct"].by
    claim(gap.low == gap.mean == gap.high == 0, correct=gap)
    gap = _at_equal_tokens("single", HOTPOTQA)["evidence recall"]
    claim(gap.shown and gap.by.mean < 0, recall=gap.by)


def agents_lose_evidence_on_musique() -> None:
    """At equal tokens all agents have fewer facts in view, and single fewer than plain hybrid."""
    for agent in ("single", *JOINED):
        found = _at_equal_tokens(agent, MUSIQUE)
        gap = found["evidence recall"]
        claim(gap.shown and gap.by.mean < 0, agent=agent, recall=gap.by)
        claim(found["correct"].by.mean == 0, agent=agent, correct=found["correct"].by)
    gap = gaps(MUSIQUE, "hybrid")["single"]["evidence recall"]
    claim(gap.shown and gap.by.mean < 0, recall=gap.by)


def abstention_is_worth_it_on_musique() -> None:
    """Team and hierarchy withhold most answers, and are worth more at a price of 1 and of 2."""
    for agent in JOINED:
        claim(scored(MUSIQUE)[agent]["abstained"].mean > 0.5, agent=agent)
        for price in (1, 2):
            won = advantage(ends(MUSIQUE)[agent], ends(MUSIQUE)[PLAIN[-1]], price)
            claim(won.low > 0, agent=agent, price=price, value=won)


def most_passages_have_most_facts() -> None:
    """On all three sets, no system has more facts in view than hybrid with twenty passages."""
    for name in (NAME, HOTPOTQA, MUSIQUE):
        recall = {system: own["evidence recall"].mean for system, own in scored(name).items()}
        claim(recall[PLAIN[-1]] == max(recall.values()), name=name, recall=recall)


def the_right_sub_questions_would_pay() -> None:
    """With the dataset's own sub-questions, clearly more is correct than with any agent."""
    both = [*rows(MUSIQUE), *rows(f"{MUSIQUE}_own_parts")]
    for agent in ("single", *JOINED):
        gap = differences(both, agent)["own_parts"]
        claim(gap["correct"].shown and gap["correct"].by.mean > 0, correct=gap["correct"].by)
        tokens = gap["tokens evaluated"]
        claim(tokens.shown and tokens.by.mean < 0, agent=agent, tokens=tokens.by)


def the_promised_gain_would_have_been_seen() -> None:
    """Where questions take several hops, no agent's interval reaches the gain that was promised."""
    promised = TEAMS["agentic"]["complex multi-hop"] - TEAMS["traditional"]["complex multi-hop"]
    for name in (HOTPOTQA, MUSIQUE):
        for agent in ("single", *JOINED):
            gap = _at_equal_tokens(agent, name)["correct"].by
            claim(gap.high < promised, name=name, agent=agent, correct=gap, promised=promised)


def _at_equal_tokens(agent: str, name: str = NAME) -> dict[str, Difference]:
    """The paired differences of an agent to the plain system with about as many tokens."""
    tokens = tokens_by_system(rows(name))
    plain = [system for system in PLAIN if system in tokens]
    return gaps(name, nearest(tokens, agent, plain))[agent]


def _gates() -> dict[str, Any]:
    gates: dict[str, Any] = result("route_cache")["gates"]
    return gates


def _f1(enough: int, threshold: float) -> float:
    own = result("first_search")["stops"][f"{enough} from {threshold:.2f}"]
    return f1(Score(**own["precision"]), Score(**own["recall"]))
