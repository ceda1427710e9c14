"""What docs/noise.md says about passages that mislead, and about the gate before the model."""

from __future__ import annotations

from functools import cache
from statistics import fmean

from benchmarks.statements.claim import claim, result, rows, scored
from ragkit.evaluate.judging.drafts import group
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import by_noise, scores
from ragkit.score import Score, difference
from ragkit.settings import Settings

PAPERS_F1, PAPERS_FALSE_POSITIVES = 0.912, 0.041


@cache
def noisy(system: str, kind: str, name: str = "noise") -> dict[str, Row]:
    """A system's runs of answerable questions with one kind of noise, by question."""
    found = {}
    for row in rows(name):
        if row.system == system and row.noise == kind and group(row.kind) == "answerable":
            found[row.question] = row
    return found


def hard_negatives_are_noticed() -> None:
    """Hard negatives are noticed, by the taught critic more often."""
    sent = {}
    for critic in ("zero-shot", "taught"):
        hard = noisy(f"{critic} critic, noise", "hard negative")
        claim(len(hard) == 27, critic=critic, questions=len(hard))
        sent[critic] = [float(not row.passed) for row in hard.values()]
    shares = {critic: fmean(back) for critic, back in sent.items()}
    claim(0.75 < shares["taught"] < 0.85, sent_back=shares)
    claim(0.45 < shares["zero-shot"] < 0.55, sent_back=shares)
    more = difference(sent["taught"], sent["zero-shot"])
    claim(more.low > 0, difference=more)


def false_values_are_not_noticed() -> None:
    """False values are noticed once in thirteen, and the heavy critic lets everything through."""
    for critic in ("zero-shot", "taught"):
        false = noisy(f"{critic} critic, noise", "conflict")
        noticed = sum(not row.passed for row in false.values())
        claim(len(false) == 13 and noticed == 1, critic=critic, noticed=noticed, of=len(false))
    stopped = [
        row for row in rows("noise") if row.system.startswith("heavy critic") and not row.passed
    ]
    claim(not stopped, stopped_by_the_heavy_critic=len(stopped))


def routing_is_below_the_papers() -> None:
    """False values keep routing below the paper's; without them its interval contains it."""
    found = scored("noise")["taught critic, noise"]
    claim(found["routing F1"].high < PAPERS_F1, routing_F1=found["routing F1"])
    false = found["false-positive rate"].mean
    claim(round(false, 2) == round(PAPERS_FALSE_POSITIVES, 2), false_positives=false)
    noticeable = scores([row for row in rows("noise") if row.noise != "conflict"])
    routing = noticeable["taught critic, noise"]["routing F1"]
    claim(routing.mean < PAPERS_F1 < routing.high, without_false_values=routing)


def gate_costs_no_correct_answer_on_clean_evidence() -> None:
    """On clean evidence the gate costs no correct answer; hybrid has readings on top."""
    share = {}
    for system in ("hybrid", "heavy critic", "zero-shot critic", "taught critic"):
        share[system] = fmean(row.right or 0 for row in noisy(system, "").values())
    claim(share["heavy critic"] < share["hybrid"], correct=share)
    for gated in ("zero-shot critic", "taught critic"):
        claim(abs(share["heavy critic"] - share[gated]) < 0.01, correct=share)
    without = noisy("heavy critic", "")
    for id, row in noisy("hybrid", "").items():
        claim(row.answer.startswith(without[id].answer), question=id, answer=row.answer)


def threshold_in_force_is_the_best_for_the_gate_alone() -> None:
    """The taught threshold in force is the best for the gate alone, and the lesson helps."""
    found = result("gate_alone")
    in_force = result("calibration-taught")["thresholds"]["answerable_from"]["threshold"]
    taught, untaught = found["taught"]["pass_from"], found["zero-shot"]["pass_from"]
    claim(taught == in_force, gate_alone=taught, in_force=in_force)
    default = Settings.model_fields["answerable_from"].default
    claim(0 < untaught - default < 0.1, gate_alone=untaught, in_force=default)
    low = found["auc"]["difference"]["low"]
    claim(low > 0, difference_begins=low)


def no_critic_saves_an_answer() -> None:
    """Under hard negatives no critic gains a correct answer, and faithfulness falls everywhere."""
    critics = [name for name in by_noise(rows("noise"))["hard negative"] if "critic" in name]
    claim(len(critics) == 3, critics=critics)
    for name in critics:
        low = _gain("noise", name).low
        claim(low <= 0, system=name, gain_begins=low)
    found = scored("noise")
    for name in ("naive", "hybrid", "heavy critic", "zero-shot critic", "taught critic"):
        noise, clean = (found[one]["faithfulness"].mean for one in (f"{name}, noise", name))
        claim(noise < clean, system=name, with_noise=noise, without=clean)


def _gain(name: str, system: str) -> Score:
    """By how much a system is more often correct than hybrid where hard negatives are added."""
    own, without = (noisy(one, "hard negative", name) for one in (system, "hybrid, noise"))
    return difference([row.right for row in own.values()], [without[id].right for id in own])


def critics_are_most_of_what_the_taught_gate_costs() -> None:
    """The critics are more than half of the gate's price, and half of that is saved elsewhere."""
    found = scored("noise")
    taught, hybrid = (
        found[name]["cost of 10,000"].mean for name in ("taught critic, noise", "hybrid, noise")
    )
    critics = found["taught critic, noise"]["cost of 10,000, critics"].mean
    claim(critics > taught / 2, critics=critics, whole=taught)
    claim(taught - hybrid < critics / 2, more_than_hybrid=taught - hybrid, critics=critics)


def gate_costs_a_second_before_the_first_token() -> None:
    """The gate costs about a second before the first token, and a fallback more."""
    first = {}
    for name, own in scored("noise_seconds").items():
        first[name] = own["seconds to the first token"].mean
    heavy = first["heavy critic, noise"]
    claim(0.7 < heavy - first["hybrid, noise"] < 1.5, seconds=first)
    claim(
        heavy < min(first["taught critic, noise"], first["zero-shot critic, noise"]), seconds=first
    )


def looked_up_again_fewer_claims_are_invented() -> None:
    """With a look-up fewer claims are invented, and slightly more answers are correct."""
    gain = _gain("noise_lookup", "taught critic, noise")
    claim(gain.n == 27 and 0 < gain.low < 0.05, gain=gain)
    found = by_noise(rows("noise_lookup"))["hard negative"]
    taught, without = (
        found[name]["hallucination"] for name in ("taught critic, noise", "hybrid, noise")
    )
    claim(taught.high < without.mean, taught=taught, without=without)


def most_rejected_evidence_was_good() -> None:
    """Of the evidence that the critic rejects there, more than half has most of what is needed."""
    recalls = []
    for row in rows("noise_lookup"):
        ours = row.system == "taught critic, noise" and row.noise == "hard negative"
        if ours and not row.passed:
            recalls.append(row.evidence_recall)
    good = sum(recall > 0.5 for recall in recalls)
    claim(good > len(recalls) / 2, good=good, of=len(recalls))
