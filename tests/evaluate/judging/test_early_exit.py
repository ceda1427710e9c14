"""Memory is trusted from a score on only where enough answers above it were right, and else never."""

from ragkit.evaluate.judging.early_exit import Recalled, choose_exit, exit_score, exits

SURE, LUCKY, WRONG, SILENT = Recalled(0.9, True), Recalled(0.5, True), Recalled(0.5, False), Recalled(None, False)


def test_the_lowest_score_that_is_good_enough_is_chosen():
    assert exit_score([SURE] * 10 + [LUCKY] * 10, target=0.9, least=10) == 0.5
    assert exit_score([SURE] * 10 + [LUCKY, WRONG], target=0.9, least=10) == 0.9


def test_a_few_right_answers_choose_nothing():
    assert exit_score([SURE] * 9, target=0.9, least=10) is None
    nine_of_ten = [SURE] * 9 + [Recalled(0.9, False)]
    assert exit_score(nine_of_ten * 2, target=0.9, least=10) is None  # the mean is enough, its interval is not


def test_an_answer_that_may_not_exit_never_does():
    assert not exits(SILENT, 0.0) and not exits(SURE, None) and exits(SURE, 0.9)


def test_the_choice_is_tested_on_the_half_that_did_not_make_it():
    choice = choose_exit([SURE] * 40 + [WRONG] * 20 + [SILENT] * 20)
    assert choice.threshold == 0.9 and choice.right.mean == 1.0 and choice.right.n == 20
    assert choice.exits.mean == 0.5 and choice.exits.n == 40 and choice.n == 80


def test_a_memory_that_is_never_right_is_never_trusted():
    choice = choose_exit([WRONG] * 40)
    assert choice.threshold is None and choice.right.n == 0 and choice.n == 40
    assert choose_exit([SURE, LUCKY, WRONG, WRONG]).threshold is None
    assert choose_exit([]).threshold is None
