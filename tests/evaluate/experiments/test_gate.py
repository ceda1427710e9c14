"""What fails a gate: the whole interval of the change, at a price, and no single number."""

from dataclasses import replace

import pytest
from answer_pairs import question
from samples import ROW, rows_of

from ragkit.evaluate.experiments.gate import compare_with_baseline, questions_to_see
from ragkit.evaluate.measures.rows import BadResults


def compared(before, now, price=1.0, tolerance=0.0):
    """Two runs as signs, a question each: correct +, wrong -, abstained 0, half correct /, failed ?."""
    rows = [rows_of(one=signs) for signs in (before, now)]
    return compare_with_baseline(*rows, [question(str(number)) for number in range(len(before))], price, tolerance)


def test_a_loss_fails_only_where_the_whole_interval_is_below_0():
    one_lost = compared("++++++++++", "-+++++++++")
    # A mean of -2/10; a third of the draws has none of the lost question.
    assert (one_lost.gap.mean, one_lost.gap.high, one_lost.failed) == (-0.2, 0.0, False)
    # Of four lost questions, one draw in 165 has none.
    assert compared("++++++++++", "----++++++").failed


def test_what_is_gained_elsewhere_makes_up_for_a_loss():
    assert not compared("++++++----", "----++++++").failed


def test_a_higher_price_fails_a_system_that_guesses_where_it_abstained():
    before, now = "00000000", "++++----"
    assert compared(before, now, price=0).gap.mean == 0.5
    assert not compared(before, now, price=1).failed
    assert compared(before, now, price=8).failed  # 4/8 - 8 * 4/8


def test_a_loss_within_the_tolerance_passes():
    assert compared("++++", "0000").failed
    assert not compared("++++", "0000", tolerance=1.0).failed


def test_one_question_cannot_fail_a_gate_and_questions_without_a_grade_are_refused():
    assert not compared("+", "-").failed
    with pytest.raises(BadResults, match="no question was graded"):
        compared("??", "++")


def test_repeats_are_one_question():
    before = [replace(ROW, key=f"b{at}", repeat=at) for at in range(4)]
    now = [replace(row, right=row.repeat > 0) for row in before]
    found = compare_with_baseline(before, now, [question("owls")], 1.0)
    # Three of four repeats are correct: 3/4 - 1/4 - 1
    assert (found.gap.mean, found.gap.n) == (-0.5, 1)


def test_losses_are_listed_first_then_gains_and_then_answers_in_other_words():
    before, now = rows_of(one="+0-+/"), rows_of(one="0-+++")
    now[3] = replace(now[3], answer="By night.")
    found = compare_with_baseline(before, now, [question(str(number)) for number in range(5)], 2.0)
    # In the order of the questions -1, -2, 3, 0 and 1.5: half an answer is worth 1/2 - 2/2.
    assert [change.by for change in found.changes] == [-2, -1, 3, 1.5, 0]
    assert found.changes[-1].now == "By night."


def test_an_answer_that_did_not_change_is_not_listed():
    assert compared("+-0/", "+-0/").changes == ()


def test_the_number_of_questions_is_that_of_the_smallest_loss_that_is_to_be_seen():
    # A tenth of the questions loses 2: (2.8016 * 2 * 0.3 / 0.2)^2 = 70.6
    assert questions_to_see(0.2, 1) == 71
    # With a tolerance of 0.1 only 0.1 of it is left to be seen: four times as many, 282.6
    assert questions_to_see(0.2, 1, 0.1) == 283
    # Every question loses 2, so there is no spread.
    assert questions_to_see(2, 1) == 2


@pytest.mark.parametrize(("loss", "tolerance"), [(0.0, 0.0), (0.1, 0.1), (2.1, 0.0)])
def test_a_loss_that_no_gate_can_see_is_refused(loss, tolerance):
    with pytest.raises(ValueError, match="asked about a loss"):
        questions_to_see(loss, 1.0, tolerance)
