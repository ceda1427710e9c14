"""What the prose says about the price of a wrong answer, from which checking pays."""

from __future__ import annotations

from statistics import fmean

from benchmarks.statements.claim import claim, ends, rows, scored, worth
from benchmarks.steps import STEPS
from ragkit.evaluate.measures.outcome import WITHHELD
from ragkit.evaluate.measures.value import BreakEven, break_even, precision, value


def free_wrong_answers_make_no_check_pay() -> None:
    """Where wrong answers are free hybrid is worth more; at the price of a correct one, less."""
    for name in ("adaptive", "tiered"):
        _worth("ablation", name, "hybrid", {0: -1, 1: 1})
        _worth("ablation", name, "extract", {1: 1})
        pays = _pays_from("ablation", name, "hybrid")
        claim(pays.price < 0.5 and pays.high < 1, system=name, pays_from=pays)


def without_critics_answers_are_worth_less_than_none() -> None:
    """At the price of a correct answer, hybrid and extract are worth less than no answers."""
    for name in ("extract", "hybrid"):
        own = ends("ablation")[name]
        share = precision(own).mean
        claim(share < 0.5, system=name, correct_of_the_answered=share)
        claim(value(own, 1).mean < 0, system=name, value=value(own, 1))


def critics_pay_beside_a_model_that_may_refuse() -> None:
    """The full graph is worth more than a model that may refuse, and the same as tiered."""
    _worth("ablation", "adaptive", "naive, may refuse", {0: 1, 0.5: 1, 1: 1, 2: 1})
    _worth("ablation", "adaptive", "tiered", {0: 0, 0.5: 0, 1: 0, 2: 0})


def _worth(name: str, ours: str, theirs: str, by_price: dict[float, int]) -> None:
    found = worth(name, ours, theirs, *by_price)
    claim(found == list(by_price.values()), of=ours, beside=theirs, prices=[*by_price], found=found)


def _pays_from(name: str, ours: str, theirs: str) -> BreakEven:
    found = break_even(ends(name)[ours], ends(name)[theirs])
    claim(found is not None, of=ours, beside=theirs, found=found)
    assert found is not None  # noqa: S101  # claimed above
    return found


def readings_pay_at_any_price() -> None:
    """Readings pay at any price, and so do critics in place of a model that may refuse."""
    always = []
    for step in STEPS:
        if worth("ablation", step.after, step.before, 0, 0.5, 1, 2) == [1, 1, 1, 1]:
            always.append(step.added)
    readings = ["fused rankings, and readings", "readings", "readings after critics"]
    claim(always == [*readings, "critics, not a model that may refuse"], always=always)


def critics_pay_from_one_on() -> None:
    """A critic of the evidence pays; behind it or before claims it pays at a price of 2."""
    evidence, before, checks = "crag", "no critic", "no verifier"
    _worth("ablation", evidence, "hybrid, no readings", {0: 0, 0.5: 1, 1: 1, 2: 1})
    _worth("ablation", "adaptive", before, {0: -1, 0.5: 0, 1: 0, 2: 1})
    _worth("ablation", "adaptive", checks, {0: -1, 0.5: 0, 1: 0, 2: 1})
    price = _pays_from("ablation", "adaptive", checks).price
    claim(0.4 < price < 0.6, claims_pay_from=price)
    critic = _pays_from("ablation", "crag", "hybrid, no readings")
    beside = _pays_from("ablation", "crag", "hybrid")
    claim(critic.high < 0.5 < beside.price, critic=critic, beside_hybrid=beside)
    claim(beside.high > 3, beside_hybrid=beside)


def locked_part_by_price() -> None:
    """On the locked part tiered is worth most and pays again; crag pays at any price."""
    _worth("locked", "tiered", "hybrid", {1: 1})
    _worth("locked", "adaptive", "hybrid", {1: 0, 2: 1})
    best = max(ends("locked"), key=lambda name: value(ends("locked")[name], 1).mean)
    claim(best == "tiered", best=best)
    prices = [_pays_from("locked", name, "hybrid").price for name in ("adaptive", "tiered", "crag")]
    claim(max(prices[:2]) < 0.5, pays_from=prices)
    claim(prices[2] == 0, pays_from=prices)


def hotpotqa_first_by_price() -> None:
    """On the first questions of HotpotQA the full graph pays only from a price above 1."""
    _worth("hotpotqa_first", "adaptive", "hybrid", {0: -1, 0.5: -1, 1: 0})
    pays = _pays_from("hotpotqa_first", "adaptive", "hybrid")
    claim(pays.low < 1 < pays.price < pays.high < 10, pays_from=pays)


def hotpotqa_by_price() -> None:
    """On its other questions the full graph pays below a price of 1, and alone is above 0."""
    pays = _pays_from("hotpotqa", "adaptive", "hybrid")
    claim(pays.price < 1 and pays.high < 1, pays_from=pays)
    _worth("hotpotqa", "adaptive", "hybrid", {1: 1})
    _worth("hotpotqa", "tiered", "hybrid", {0: -1, 1: 0, 2: 1})
    above = [name for name, own in ends("hotpotqa").items() if value(own, 1).mean > 0]
    claim(above == ["adaptive"], above_0=above)
    low = value(ends("hotpotqa")["adaptive"], 1).low
    claim(low <= 0, interval_begins=low)


def xquad_by_price() -> None:
    """On XQuAD the full graph and tiered pay at every price, and that is not significant."""
    most = max(value(own, 1).mean for own in ends("xquad").values())
    for name in ("adaptive", "tiered"):
        price = _pays_from("xquad", name, "hybrid").price
        claim(price == 0, system=name, pays_from=price)
        own = value(ends("xquad")[name], 1).mean
        claim(own == most, system=name, value=own, most=most)
        _worth("xquad", name, "hybrid", {1: 0})


def value_at_0_is_what_is_correct() -> None:
    """Where all questions have an answer, the value at a price of 0 is what is correct."""
    for experiment in ("hotpotqa_first", "hotpotqa", "xquad"):
        for name, own in scored(experiment).items():
            at_0, correct = own["value at 0"], own["correct"]
            claim(at_0 == correct, experiment=experiment, system=name, at_0=at_0, correct=correct)


CHECKED = ("adaptive", "adaptive with the gate", "tiered")


def almanac_by_price() -> None:
    """On the almanac tiered and adaptive pay at the price of a correct answer."""
    _worth("almanac", "adaptive", "hybrid", {0: -1, 1: 1})
    _worth("almanac", "tiered", "hybrid", {0: 0, 1: 1})
    for name in ("adaptive", "tiered"):
        low = value(ends("almanac")[name], 1).low
        claim(low > 0, system=name, interval_begins=low)
        pays = _pays_from("almanac", name, "hybrid")
        claim(pays.price < 1 and pays.high < 1, system=name, pays_from=pays)


def almanac_without_checks() -> None:
    """There, systems that check nothing are worth less than no answers, and less often correct."""
    own = ends("almanac")
    unchecked = [name for name in own if name not in CHECKED]
    for name in unchecked:
        claim(value(own[name], 1).mean < 0, system=name, value=value(own[name], 1))
    least = min(precision(own[name]).mean for name in CHECKED)
    most = max(precision(own[name]).mean for name in unchecked)
    claim(least > most, checked=least, unchecked=most)


def almanac_checked_answer_fewer_than_could_be() -> None:
    """Systems that check answer fewer questions of the almanac than have an answer."""
    answerable = fmean(row.kind not in WITHHELD for row in rows("almanac"))
    for name in CHECKED:
        high = scored("almanac")[name]["answered"].high
        claim(high < answerable, system=name, answered=high, answerable=answerable)
