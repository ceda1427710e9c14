"""What docs/writing.md says about drafts, and about who chooses among them."""

from __future__ import annotations

from benchmarks.candidates import COPIED
from benchmarks.choosing import on_test
from benchmarks.statements.claim import claim, result, rows
from ragkit.evaluate.measures.value import advantage, outcomes

THIRD = 1 / 3
"""The share of the oracle's gain that a rule has to keep to be of use."""


def other_drafts_hardly_mend_the_first() -> None:
    """Another written draft is better for a sixth of the missed questions at most."""
    counts = result("candidates")["mended"]
    claim(counts["written"] * 6 <= counts["missed"], counts=counts)


def lines_mend_what_no_draft_does() -> None:
    """Copied lines are better for several times as many, and for all that any candidate mends."""
    counts = result("candidates")["mended"]
    claim(counts[COPIED] >= 3 * counts["written"], counts=counts)
    claim(counts[COPIED] == counts["any"], counts=counts)


def no_highest_odds_keep_a_third() -> None:
    """No rule that takes the candidate with most of a measure keeps a third of what there is."""
    for rule, own in result("candidates")["rules"].items():
        if "kept" in own and not rule.startswith("the oracle"):
            claim(own["kept"] < THIRD, rule=rule, kept=own["kept"])


def lines_for_unfit_drafts_keep_more_than_a_third() -> None:
    """On the drafts that chose the thresholds, it keeps over a third, and gains beyond chance."""
    own = result("choosing")["rules"]["lines where the fit is below 0.52"]
    claim(own["kept"] > THIRD, kept=own["kept"])
    claim(own["gain"]["low"] > 0, **own["gain"])


def the_threshold_hardly_matters_in_the_middle() -> None:
    """From .50 to .60, the gains differ by less than .03, and each is beyond chance."""
    rules = result("choosing")["rules"]
    bars = ("0.50", "0.52", "0.60")
    gains = [rules[f"lines where the fit is below {bar}"]["gain"] for bar in bars]
    means = [gain["mean"] for gain in gains]
    claim(max(means) - min(means) < 0.03, least=min(means), most=max(means))
    claim(all(gain["low"] > 0 for gain in gains), lowest=min(gain["low"] for gain in gains))


def on_the_sample_the_rule_is_not_shown_to_gain() -> None:
    """The interval of the same rule on the small sample holds 0, and the gain of the larger one."""
    small = result("candidates")["rules"]["lines where the draft does not fit, of the cheap"][
        "gain"
    ]
    large = result("choosing")["rules"]["lines where the fit is below 0.52"]["gain"]["mean"]
    claim(small["low"] < 0 < large < small["high"], small=small["mean"], large=large)


def on_test_the_rule_gains_nothing() -> None:
    """It is as often correct as the draft, and the judge's share is below the writer's."""
    rules = on_test(rows("ablation"))["rules"]
    rule, oracle = rules["hybrid, choose"], rules["the oracle, of the draft and the lines"]
    claim(abs(rule["gain"]["mean"]) < 0.01, **rule["gain"])
    judges = oracle["correct"]["mean"] - rule["correct"]["mean"]
    writers = 1 - oracle["correct"]["mean"]
    claim(0 < judges < writers, judges=judges, writers=writers)
    claim(rules["the oracle, with three passages too"]["correct"]["mean"] <= 0.8)


def at_a_price_of_one_systems_that_abstain_are_worth_more() -> None:
    """Its value is not shown to differ from the draft's; `adaptive` and `tiered` have more."""
    ends = outcomes(rows("ablation"))
    rule = ends["hybrid, choose"]
    for price in (0, 1, 2):
        gap = advantage(rule, ends["hybrid"], price)
        claim(gap.low < 0 < gap.high, price=price, gap=str(gap))
    for system in ("adaptive", "tiered"):
        gap = advantage(ends[system], rule, 1)
        claim(gap.low > 0, system=system, gap=str(gap))


def the_taught_writer_refuses_more_of_both_kinds() -> None:
    """It refuses more than the plain model, with and without an answer in the documents."""
    for name, own in result("taught_writer")["sets"].items():
        for measure in ("refused, answerable", "refused, no answer"):
            gain = own["difference"][measure]
            claim(gain["low"] > 0, questions=name, measure=measure, **gain)


def the_taught_writer_is_not_shown_to_pay() -> None:
    """Fewer of its drafts are correct, and the interval of its value holds 0."""
    for name, own in result("taught_writer")["sets"].items():
        correct, value = (own["difference"][one] for one in ("correct", "value"))
        claim(correct["mean"] < 0, questions=name, **correct)
        claim(value["low"] < 0 < value["high"], questions=name, **value)


def the_lesson_was_learnt() -> None:
    """Over half of the unseen sentences are written exactly, and none was by the plain model."""
    facts = result("taught_writer-facts")
    before, after = (facts[when]["sentence"]["exact"] for when in ("before", "after"))
    claim(before["mean"] == 0 and after["mean"] > 0.5, before=before["mean"], after=after["mean"])
