"""What docs/tiered.md says about the almanac: archives, the filter, gates and judges."""

from __future__ import annotations

from statistics import fmean

from benchmarks.context_filter import SHARES
from benchmarks.statements.claim import RESULTS, claim, correct, gaps, held, of, result
from ragkit.evaluate.experiments.comparison import comparisons
from ragkit.evaluate.judging.win_rates import doubts
from ragkit.graphs.tiered.filter_context import BESIDE_BEST
from ragkit.report.report import read_results

ARCHIVES = ("basin", "orbit", "league", "tidemark")


def tiered_withholds_and_costs_no_correct_answer() -> None:
    """Tiered and adaptive withhold more than naive; only adaptive has fewer correct answers."""
    over = gaps("almanac", "naive")
    fewer = over["adaptive"]["correct"]
    claim(fewer.shown and fewer.by.mean < 0, adaptive=fewer.by)
    claim(not over["tiered"]["correct"].shown, tiered=over["tiered"]["correct"].by)
    claim(not over["hybrid"]["correct"].shown, hybrid=over["hybrid"]["correct"].by)
    for name in ("tiered", "adaptive"):
        more = over[name]["withheld"].by
        claim(more.low > 0, system=name, withheld=more)
    claim(not any(row.held for row in of("almanac", "naive")), withheld_by="naive")


def tiered_and_adaptive_do_not_differ() -> None:
    """Tiered and adaptive do not differ there in what is correct, withheld or read."""
    for measure in ("correct", "withheld", "tokens evaluated"):
        gap = gaps("almanac", "adaptive")["tiered"][measure]
        claim(not gap.shown, measure=measure, difference=gap.by)


def hybrid_reads_nearly_three_times_the_tokens() -> None:
    """Hybrid reads nearly three times the tokens of naive."""
    hybrid, naive = (
        fmean(r.evaluated for r in of("almanac", name)) for name in ("hybrid", "naive")
    )
    claim(2.6 < hybrid / naive < 3, hybrid=hybrid, naive=naive)


def general_knowledge() -> None:
    """Naive and hybrid answer what the model knows anyway; the systems that check do not."""
    share = {}
    for name in ("naive", "hybrid", "adaptive", "tiered"):
        known = [row for row in of("almanac", name) if row.kind == "general-knowledge"]
        share[name] = correct(known)
    claim(share["naive"] == 1 and share["hybrid"] > 0.8, correct=share)
    claim(share["adaptive"] == share["tiered"] == 0, correct=share)


def archives_answer() -> None:
    """Four in five answers come from the archives, and most of these are correct."""
    answered = [row for row in of("almanac", "tiered") if not row.refused]
    archived = [row for row in of("almanac", "tiered") if row.tier in ARCHIVES]
    claim(len(archived) / len(answered) > 0.8, archived=len(archived), answered=len(answered))
    claim(correct(archived) > 0.7, correct=correct(archived))


def most_refusals_are_of_sound_questions() -> None:
    """Half is refused, most of it sound questions, at the same price as an answer."""
    own = of("almanac", "tiered")
    refused = [row for row in own if row.refused]
    claim(2 * len(refused) == len(own), refused=len(refused), of=len(own))
    claim(held(refused) < 1 / 3, refused_rightly=held(refused))
    tokens = [fmean(row.evaluated for row in own if row.refused is end) for end in (False, True)]
    claim(0.85 < tokens[1] / tokens[0] < 1.15, tokens=tokens)


def no_false_premise_is_answered() -> None:
    """Of eight false premises tiered answers none as if it were true."""
    premises = [row for row in of("almanac", "tiered") if row.kind == "false-premise"]
    answered = sum(not row.held for row in premises)
    claim((answered, len(premises)) == (0, 8), answered=answered, of=len(premises))


def gate_corrects_little() -> None:
    """The gate corrects little: no true twin in tiered, one in adaptive."""
    gates = result("gates")
    twins = gates["tiered"]["true twin"]
    claim(twins == {"let through": 8, "corrected": 0, "refused": 0}, true_twins=twins)
    false = gates["tiered"]["false premise"]["corrected"]
    claim(false == 2, corrected=false)
    one = gates["adaptive with the gate"]["true twin"]["corrected"]
    claim(one == 1, corrected_true_twins=one)


def fixed_odds_lose_evidence() -> None:
    """Fixed odds of 0.45 lose a third of the supporting passages; 0.10 sends on few others."""
    means = _filter_means()
    lost = means["odds of at least 0.45"]
    claim(lost["carriers kept"] < 2 / 3, found=lost)
    lowest = means["odds of at least 0.10"]
    claim(lowest["carriers kept"] > 0.9 and lowest["sent on, others"] < 0.25, found=lowest)


def share_of_the_best_odds_loses_little() -> None:
    """A share of the best odds sends on every question; 0.3 is the largest that keeps 95 %."""
    means = _filter_means()
    kept = {}
    for share in SHARES:
        own = means[f"at least {share:.1f} of the best odds"]
        claim(own["sent on, carried"] == own["sent on, others"] == 0, share=share, found=own)
        kept[share] = own["carriers kept"]
    largest = max(share for share, mean in kept.items() if mean >= 0.95)
    claim(largest == BESIDE_BEST == 0.3, largest=largest, in_force=BESIDE_BEST)


def _filter_means() -> dict[str, dict[str, float]]:
    means = {}
    for name, own in result("context_filter")["rules"].items():
        means[name] = {measure: one["mean"] for measure, one in own.items()}
    return means


def pairwise_judge_chooses_the_first_answer() -> None:
    """The pairwise judge chooses the first answer, so that nearly all pairs are ties."""
    folder = RESULTS / "almanac"
    (found,) = comparisons(folder, *read_results(folder))
    first, ties = found.first_place, found.rates()["tie"]
    claim(first.mean > 0.9 and first.low > 0.8, chooses_the_first=first)
    claim(ties.low > 0.8, ties=ties)
    claim(bool(doubts(found)), doubts=doubts(found))


def tiered_makes_nothing_up() -> None:
    """In forty answers of tiered the auditor finds nothing made up, in those of naive much."""
    tiered, naive = (
        [bool(row.hallucinated) for row in of("almanac_grounded", name)]
        for name in ("tiered", "naive")
    )
    claim(len(tiered) == 40 and not any(tiered), made_up=sum(tiered), of=len(tiered))
    claim(fmean(naive) > 0.3, made_up_by_naive=fmean(naive))
