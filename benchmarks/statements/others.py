"""What docs/others.md and docs/retrieval.md say about other people's documents."""

from __future__ import annotations

from statistics import fmean

from benchmarks.statements.claim import RESULTS, claim, correct, gaps, of, result, rows
from ragkit.evaluate.measures.summary import differences


def what_the_full_graph_refuses_on_hotpotqa() -> None:
    """Of what it refuses, hybrid answers most of the first questions, a quarter of the others."""
    lost = {}
    for name in ("hotpotqa_first", "hotpotqa"):
        refused = {row.question for row in of(name, "adaptive") if row.refused}
        beside = [row.right for row in of(name, "hybrid") if row.question in refused]
        lost[name] = fmean(right or 0 for right in beside)
    claim(lost["hotpotqa_first"] > 0.5, correct=lost)
    claim(0.2 < lost["hotpotqa"] < 0.3, correct=lost)


def filter_of_tiered_loses_evidence() -> None:
    """On HotpotQA the filter of tiered loses evidence, and so correct answers."""
    for system in ("extract", "naive", "hybrid", "crag", "adaptive"):
        lost = gaps("hotpotqa", system)["tiered"]["evidence recall"].by
        claim(lost.high < 0, beside=system, evidence_recall=lost)
    for system in ("hybrid", "crag"):
        fewer = gaps("hotpotqa", system)["tiered"]["correct"].by
        claim(fewer.high < 0, beside=system, correct=fewer)
    level = gaps("hotpotqa", "adaptive")["tiered"]["correct"]
    claim(not level.shown, beside="adaptive", correct=level.by)


def checking_costs_nothing_on_xquad() -> None:
    """On XQuAD no system has more correct answers than the full graph, and tiered does the same."""
    share = {name: correct(of("xquad", name)) for name in {row.system for row in rows("xquad")}}
    claim(max(share.values()) == share["adaptive"], correct=share)
    beside = gaps("xquad", "adaptive")["tiered"]
    for measure in ("correct", "abstained", "evidence recall"):
        mean = beside[measure].by.mean
        claim(mean == 0, measure=measure, difference=mean)


def systems_with_a_model_do_not_differ_on_xquad() -> None:
    """On XQuAD no difference in correct answers between systems with a model is significant."""
    with_model = [row for row in rows("xquad") if row.system != "extract"]
    for one in ("naive", "hybrid", "crag", "adaptive", "tiered"):
        for other, own in differences(with_model, one).items():
            claim(not own["correct"].shown, of=one, beside=other, correct=own["correct"].by)


def blend_is_nowhere_worse_than_its_better_part() -> None:
    """The blend is nowhere significantly worse than its better part."""
    for file in RESULTS.glob("retrieval-*.json"):
        pairs = result(file.stem).items()
        gains = {pair: gain for pair, gain in pairs if pair.startswith("blended-")}
        claim(len(gains) == 2, corpus=file.stem, gains=gains)
        for pair, gain in gains.items():
            claim(gain["high"] >= 0, corpus=file.stem, of=pair, gain=gain)
