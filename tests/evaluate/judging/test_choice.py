"""Thresholds are chosen together, on drafts whose odds and truth are known here."""

import pytest

from ragkit.evaluate.judging.choice import choose, lacking
from ragkit.evaluate.judging.drafts import TARGETS
from ragkit.settings import Settings
from ragkit.thresholds import CHOSEN


def draft(answerability, fit, odds, right, kind="factual", missing=(), **ended):
    claims = [{"odds": o, "missing": missing, "support": 1.0} for o in odds]
    grades = [{"answerability": answerability}]
    row = {"id": "q", "kind": kind, "right": right, "fit": fit, "grades": grades, "claims": claims}
    return row | {"failed": "", "refused": False, "notes": []} | ended


def test_thresholds_are_chosen_together_so_that_each_stops_what_the_others_let_pass():
    drafts = [draft(0.9, 0.9, [0.9], True), draft(0.4, 0.9, [0.9], False, "out-of-domain"),
              draft(0.9, 0.4, [0.9], None, "near-miss"), draft(0.9, 0.9, [0.4], False, "false-premise")]  # fmt: skip
    found = choose(drafts, Settings())
    assert all(0.4 < found.thresholds[name] <= 0.9 for name in CHOSEN)
    assert {name: share.mean for name, share in found.ends_well.items()} == dict.fromkeys(TARGETS, 1.0)
    assert {name: share.n for name, share in found.ends_well.items()} == {
        "out-of-domain": 1, "hold back": 2, "answerable": 1
    }  # fmt: skip
    assert (found.n, found.right, found.left_out) == (4, 1, {})
    assert found.auc["fit_from"] == pytest.approx((2 * 0.5 + 1) / 3)


@pytest.mark.slow
def test_of_equally_good_thresholds_the_first_stops_what_it_can_since_nothing_is_drafted_for_it():
    """The question from outside, 0.5, is stopped by its claims too; the first gate could stand anywhere below 0.9."""
    outside = draft(0.5, 0.9, [0.1], False, "out-of-domain")
    found = choose([draft(0.9, 0.9, [0.9], True), outside], Settings())
    assert 0.5 < found.thresholds["answerable_from"] <= 0.9


def test_a_draft_that_is_half_right_counts_half_and_is_not_wholly_right():
    """Right are 1 + 0.5 of three; the whole one has the highest fit, so it alone separates."""
    drafts = [draft(0.9, 0.9, [0.9], 1.0), draft(0.9, 0.8, [0.9], 0.5, "ambiguous"), draft(0.9, 0.7, [0.9], 0.0)]
    found = choose(drafts, Settings())
    assert found.right == 1.5 and found.ends_well["answerable"].mean == 0.5
    assert found.auc["fit_from"] == 1.0


def test_a_half_right_draft_is_worth_less_than_a_right_one_where_only_one_choice_keeps_either():
    """To stop the near miss is first; fit from .5 stops a half, answerability from .5 a whole right draft."""
    near = draft(0.4, 0.4, [0.9], None, "near-miss")
    half, whole = draft(0.9, 0.4, [0.9], 0.5, "ambiguous"), draft(0.4, 0.9, [0.9], 1.0)
    found = choose([near, half, whole], Settings())
    assert found.thresholds["fit_from"] > 0.4 >= found.thresholds["answerable_from"]
    assert found.ends_well["answerable"].mean == 0.5


@pytest.mark.slow
def test_a_lower_target_for_what_should_be_held_back_keeps_more_right_answers():
    """Fit from .6 stops both near misses and one of two right drafts; from .5 one near miss and no right draft."""
    near = [draft(0.9, fit, [0.9], None, "near-miss") for fit in (0.4, 0.55)]
    drafts = [*near, draft(0.9, 0.5, [0.9], 1.0), draft(0.9, 0.9, [0.9], 1.0)]
    strict, lenient = choose(drafts, Settings(), hold_back=1.0), choose(drafts, Settings(), hold_back=0.5)
    assert (strict.ends_well["hold back"].mean, strict.ends_well["answerable"].mean) == (1.0, 0.5)
    assert (lenient.ends_well["hold back"].mean, lenient.ends_well["answerable"].mean) == (0.5, 1.0)


def test_thresholds_of_a_model_that_is_always_sure_separate_its_odds():
    right = [draft(0.9999, 0.9999, [0.9999], True)] * 3
    outside = [draft(0.995, 0.995, [0.995], None, "out-of-domain")] * 2
    found = choose(right + outside, Settings())
    assert all(0.995 < found.thresholds[name] <= 0.9999 for name in ("answerable_from",))
    assert {share.mean for share in found.ends_well.values()} == {1.0}


@pytest.mark.slow
def test_a_claim_counts_whole_from_where_it_counts_half_at_the_lowest():
    """Partly above .95 stops the near miss and keeps the right draft; the support of .94 is raised to it."""
    drafts = [draft(0.9, 0.9, [0.97], True), draft(0.9, 0.9, [0.95], None, "near-miss")]
    found = choose(drafts, Settings()).thresholds
    assert found["supported_above"] == found["partly_above"] == 0.96
    assert choose(drafts, Settings(supported_above=0.98)).thresholds["supported_above"] == 0.98


def test_the_nli_judge_keeps_its_own_thresholds_of_claims():
    drafts = [draft(0.9, 0.9, [0.2], True), draft(0.4, 0.9, [0.2], None, "near-miss")]
    found = choose(drafts, Settings(judge="nli"))
    assert set(found.thresholds) == {"answerable_from", "fit_from"} and found.ends_well["answerable"].mean == 1.0


def test_outcomes_without_a_judged_draft_are_counted_and_left_out():
    good = draft(0.9, 0.9, [0.9], True)
    bad = [
        draft(0.9, 0.9, [0.9], True, failed="no reply"), draft(None, None, [], None, refused=True),
        draft(0.9, None, [0.9], None), draft(0.9, 0.9, [None], True), draft(0.9, None, [], None, refused=True),
    ]  # fmt: skip
    found = choose([good, *bad], Settings())
    assert found.n == 1 and found.left_out == {"failed": 1, "ungraded": 3, "refused by the model itself": 1}
    with pytest.raises(ValueError, match="from 5 runs, none with a draft"):
        choose(bad, Settings())


def test_a_fit_of_zero_is_a_grade():
    found = choose([draft(0.9, 0.9, [0.9], True), draft(0.9, 0.0, [0.9], None, "near-miss")], Settings())
    assert found.n == 2 and found.ends_well["hold back"].mean == 1.0


RIGHT, WRONG, NEAR = draft(0.9, 0.9, [0.9], 1.0), draft(0.9, 0.9, [0.9], 0.0), draft(0.9, 0.9, [0.9], None, "near-miss")


@pytest.mark.parametrize(
    ("outcomes", "missing"),
    [
        ([RIGHT] * 19 + [NEAR], []),
        ([RIGHT] * 18 + [NEAR], ["there are 19, and 20 are needed"]),
        ([RIGHT] * 20, ["that the documents do not answer"]),
        ([WRONG] * 19 + [NEAR], ["of 19 answerable questions none has one"]),
        ([NEAR] * 20, ["of 0 answerable questions none has one"]),
        ([RIGHT | {"failed": "no reply"}] * 20, ["there are 0", "do not answer", "a right answer"]),
    ],
)
def test_too_little_to_choose_from_is_named(outcomes, missing):
    found = lacking(outcomes)
    assert len(found) == len(missing) and all(part in said for part, said in zip(missing, found, strict=True))
