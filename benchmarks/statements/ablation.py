"""What README and docs/ablation.md say about the systems, the locked part included."""

from __future__ import annotations

from statistics import fmean

from benchmarks.aims import MOST_TOKENS, aims_table
from benchmarks.statements.claim import apart, claim, gaps, held, of, rows, scored
from benchmarks.steps import STEPS
from ragkit.evaluate.judging.drafts import group
from ragkit.evaluate.measures.summary import by_kind

MORE_TOKENS = {"tokens evaluated": 1}
PAYS = {"correct": 1} | MORE_TOKENS
WITHHOLDS = {"withheld": 1} | MORE_TOKENS
FOR_CORRECT_ONES = {"correct": -1} | WITHHOLDS
"""More is withheld, for fewer correct answers and more tokens."""


def hybrid_has_most_correct_answers() -> None:
    """Hybrid has the most correct answers, and no system has more than the one without a model."""
    means = {name: own["correct"].mean for name, own in scored("ablation").items()}
    best = max(means, key=lambda name: means[name])
    claim(best == "hybrid", best=best, correct=means)
    _none_beats_extract("ablation")


def _none_beats_extract(name: str) -> None:
    others = [system for system in scored(name) if system != "extract"]
    better = [one for one in others if apart(name, "extract", one).get("correct") == 1]
    claim(not better, better_than_extract=better)


def differences_between_systems() -> None:
    """The systems differ in what is correct, withheld and read as the README says."""
    _differs("naive", "hybrid", PAYS)
    _differs("hybrid", "adaptive", FOR_CORRECT_ONES)
    _differs("naive", "adaptive", WITHHOLDS)
    _differs("naive, may refuse", "adaptive", PAYS)
    _differs("adaptive", "tiered", {})
    _differs("crag", "tiered", WITHHOLDS)
    _differs("hybrid", "no verifier", WITHHOLDS)
    _differs("hybrid", "crag", {"correct": -1, "withheld": 1, "tokens evaluated": -1})


def _differs(before: str, after: str, how: dict[str, int], name: str = "ablation") -> None:
    found = apart(name, before, after)
    claim(found == how, experiment=name, before=before, after=after, found=found)


def full_graph_reads_twice_the_tokens_and_withholds_most() -> None:
    """The full graph reads twice the tokens; it withholds most of what it should, hybrid little."""
    found = scored("ablation")
    spent = [found[name]["tokens evaluated"].mean for name in ("adaptive", "naive, may refuse")]
    claim(1.8 < spent[0] / spent[1] < 2.2, tokens=spent)
    share = {name: found[name]["withheld"].mean for name in ("hybrid", "adaptive")}
    claim(share["hybrid"] < 0.15 < 0.8 < share["adaptive"], withheld=share)


def one_critic_is_a_bargain() -> None:
    """One critic withholds more than half; it is not known to have fewer correct answers."""
    share = scored("ablation")["crag"]["withheld"].mean
    claim(share > 0.5, withheld=share)
    for system in ("adaptive", "hybrid, no readings", "naive"):
        found = apart("ablation", system, "crag")
        claim("correct" not in found, beside=system, found=found)
    found = apart("ablation", "naive, may refuse", "crag")
    claim(found.get("correct") == 1, beside="naive, may refuse", found=found)


def steps_that_give_correct_answers() -> None:
    """Readings give correct answers, critics withhold, and only claims cost correct answers."""
    steps = {step.added: apart("ablation", step.before, step.after) for step in STEPS}
    more = [added for added, found in steps.items() if found.get("correct") == 1]
    readings = ["fused rankings, and readings", "readings", "readings after critics"]
    claim(more == [*readings, "critics, not a model that may refuse"], more_correct=more)
    withhold = [added for added, found in steps.items() if found.get("withheld") == 1]
    claims = "claims, and a critic of the answer"
    evidence = ["a critic of the evidence", "a critic of the evidence before claims"]
    claim(withhold == [*evidence, claims], more_withheld=withhold)
    fewer = [added for added, found in steps.items() if found.get("correct") == -1]
    claim(fewer == [claims], fewer_correct=fewer)


def steps_that_only_cost_tokens() -> None:
    """More passages and a second hop only cost tokens; the taught judge changes nothing."""
    steps = {step.added: apart("ablation", step.before, step.after) for step in STEPS}
    for added in ("a thousand tokens, not three passages", "a second hop"):
        claim(steps[added] == MORE_TOKENS, added=added, found=steps[added])
    taught = steps["the taught judge, not the zero-shot one"]
    claim(taught == {}, taught_judge=taught)
    hop = gaps("ablation", "no policy")["adaptive"]["correct"].by.mean
    claim(hop < 0, correct_by_a_second_hop=hop)


def one_critic_withholds_half_for_forty_tokens() -> None:
    """One critic adds half of what should be withheld to its graph, for 40 tokens."""
    found = gaps("ablation", "hybrid, no readings")["crag"]
    more, tokens = (found[measure].by.mean for measure in ("withheld", "tokens evaluated"))
    claim(0.4 < more < 0.6, withheld=more)
    claim(20 < tokens < 60, tokens=tokens)


def aims_reached() -> None:
    """The aims that are reached are those about what should not be answered."""
    table = [line.split("|") for line in aims_table(rows("ablation")).splitlines()[2:]]
    reached = [cells[1].strip() for cells in table if cells[5].strip() == "yes"]
    about = ["near miss and false premise withheld", "out-of-domain abstained from"]
    claim(reached == about, reached=reached)


def aim_of_hybrid() -> None:
    """The aim of hybrid is within its interval, and below that of the full graph."""
    found = scored("ablation")["hybrid"]["correct"]
    claim(found.low < 0.62 < found.high, correct=found)
    claim(found.mean < 0.65, correct=found)


def multi_hop_questions() -> None:
    """Of the systems, tiny answers most multi-hop questions correctly, about half."""
    means = _correct_by_system("multi-hop")
    best = max(means, key=lambda name: means[name])
    claim(best == "tiny", best=best, correct=means)
    claim(means[best] < 0.55, correct=means[best])


def conflicting_documents() -> None:
    """Only systems with readings answer from both sides, and only some of the questions."""
    means = _correct_by_system("conflicting")
    neither = {name for name, mean in means.items() if not mean}
    without = {"naive", "naive, may refuse", "hybrid, no readings", "crag", "no readings", "tiny"}
    claim(neither == without, never_correct=neither)
    for name in set(means) - without:
        claim(0.4 < means[name] < 0.5, system=name, correct=means[name])
    high = by_kind(rows("ablation"))["conflicting"]["adaptive"]["correct"].high
    claim(high > 0.55, interval_ends=high)


def tables_in_documents() -> None:
    """Systems with three passages read tables best, though all find the row."""
    means = _correct_by_system("table")
    best = {name for name, mean in means.items() if mean == max(means.values())}
    claim(best == {"naive", "hybrid, three passages"}, best=best)
    both = [*of("ablation", "hybrid"), *of("ablation", "adaptive")]
    in_view = {row.evidence_recall for row in both if row.kind == "table"}
    claim(in_view == {1.0}, evidence_recall=in_view)


def _correct_by_system(kind: str) -> dict[str, float]:
    return {name: own["correct"].mean for name, own in by_kind(rows("ablation"))[kind].items()}


def full_graph_loses_most_in_tables_and_joined_documents() -> None:
    """Of kinds with ten questions, the full graph loses most in tables and multi-hop questions."""
    lost = {}
    hybrid, full = (_answerable_by_kind(system) for system in ("hybrid", "adaptive"))
    for kind, graded in hybrid.items():
        if len(graded) >= 10:
            lost[kind] = fmean(graded) - fmean(full[kind])
    claim(len(lost) == 3, lost=lost)
    claim(min(lost, key=lambda kind: lost[kind]) not in ("table", "multi-hop"), lost=lost)


def _answerable_by_kind(system: str) -> dict[str, list[float]]:
    kinds: dict[str, list[float]] = {}
    for row in of("ablation", system):
        if row.right is not None and group(row.kind) == "answerable":
            kinds.setdefault(row.kind, []).append(row.right)
    return kinds


def three_passages_reach_the_aim_for_tokens() -> None:
    """Three passages would reach the aim for tokens, and have less of the evidence in view."""
    found = scored("ablation")
    spent = {name: own["tokens evaluated"].mean for name, own in found.items()}
    saved = spent["hybrid"] - spent["hybrid, three passages"]
    over = spent["adaptive"] - MOST_TOKENS * spent["naive"]
    claim(saved > over > 0, saved=saved, over_the_aim=over)
    few, many = (
        found[name]["evidence recall"].mean for name in ("hybrid, three passages", "hybrid")
    )
    claim(few < many, recall_of_three=few, of_all=many)


def locked_part_confirms_the_order() -> None:
    """On the locked part hybrid is as good, and the order of the systems is the same."""
    both = [scored(name)["hybrid"]["correct"].mean for name in ("locked", "ablation")]
    claim(abs(both[0] - both[1]) < 0.02, correct=both)
    _none_beats_extract("locked")
    for name in ("adaptive", "tiered"):
        _differs("hybrid", name, FOR_CORRECT_ONES, "locked")
        _differs("crag", name, PAYS | {"correct": -1}, "locked")
        _differs("crag", name, WITHHOLDS)
        more = gaps("locked", "crag")[name]["withheld"].by
        claim(more.n == 11 and round(more.mean * more.n) == 2, system=name, withheld=more)


def locked_part_is_harder_on_the_critics() -> None:
    """On the locked part crag loses no answer of hybrid, and the full graph withholds less."""
    crag = {row.question: row.right for row in of("locked", "crag")}
    lost = [row.question for row in of("locked", "hybrid") if row.right and not crag[row.question]]
    claim(not lost, lost=lost)
    near = of("locked", "adaptive", "hold back")
    claim(len(near) == 9, questions=len(near))
    claim(held(near) < 0.7, withheld=held(near))
