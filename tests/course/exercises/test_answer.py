"""An answer is watched while a check uses it: what no answer may do is told, with the learner's own line."""

import sys

import pytest
from exercise_tasks import right

from ragkit.course.exercises.answer import Answer, Trial, Unfit
from ragkit.course.exercises.heard import Heard, listening

HEARD = Heard()


def unfit(value, *arguments):
    """What is wrong with an answer that is called with these arguments."""
    heard = Heard()
    with listening(heard), pytest.raises(Unfit) as caught:
        Answer(value, "double", heard).on(*arguments, expected=[2])
    assert caught.value.expected == ("[2]" if callable(value) else "")
    return caught.value


def sort_it(numbers):
    numbers.sort()
    return numbers


def print_it(numbers):
    print([2 * number for number in numbers])  # noqa: T201


def crash(numbers):
    first = numbers[0]
    return first / 0


def leave(numbers):
    sys.exit()


def without_end(numbers):
    return without_end(numbers)


def not_yet(numbers):
    raise NotImplementedError


async def later(numbers):
    return numbers


def test_a_right_answer_is_a_passed_trial_with_its_call_as_code():
    trial = Answer(right, "double", HEARD).on([1, 2], expected=[2, 4])
    assert trial == Trial("double([1, 2])", [2, 4], [2, 4]) and trial.passed


def test_an_error_is_told_with_the_line_of_the_learner():
    trouble = unfit(crash, [1])
    assert trouble.came == "ZeroDivisionError: division by zero"
    assert trouble.line.endswith(": return first / 0") and trouble.line.startswith("line ")


def test_an_error_inside_a_library_is_told_with_the_line_that_called_it():
    import statistics

    def mean(numbers):
        return statistics.mean([])

    assert unfit(mean, [1]).line.endswith(": return statistics.mean([])")


def test_a_function_that_is_not_python_has_no_line():
    assert unfit(len, 7).line == ""


def test_a_call_that_is_hard_to_read_is_told_in_words_also_where_it_fails():
    failing = Answer(lambda numbers: 1 / 0, "double", HEARD)
    with pytest.raises(Unfit):
        failing.on([1], expected=[2], asked="double of one")
    assert failing.asked == "double of one"
    trial = Answer(sort_it, "double", HEARD).on([1, 3], expected=[1, 3], asked="double of both")
    assert trial.asked == "double of both"


def test_changing_an_argument_is_told():
    trouble = unfit(sort_it, [3, 1])
    assert "changed `numbers[0]`: it was 3, and is 1 now" in trouble.why and trouble.came == "[1, 3]"
    assert Answer(sort_it, "double", HEARD).on([1, 3], expected=[1, 3]).passed  # there is nothing to see of it


def test_printing_instead_of_returning_is_told():
    assert "write `return` instead of `print`" in unfit(print_it, [1]).why


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (lambda numbers: (2 * n for n in numbers), "list(...)"),
        (lambda numbers: map(str, numbers), "list(...)"),
        (later, "not `async def`"),
        (leave, "raised this error"),
        (without_end, "without end"),
        (not_yet, "still the stub"),
        ("double", "without quotation marks"),
        (None, "define `def double(...)`"),
        ("[2]", "what was handed in is of the type str, and a function was asked for"),
        ([2], "hand in `double` itself, without calling it"),
        (lambda: [2], "raised this error"),
    ],
)
def test_what_no_answer_may_do_is_told_with_what_to_do_instead(value, said):
    assert said in unfit(value, [1]).why


def test_an_argument_that_cannot_be_copied_is_not_watched():
    def use(lock):
        return [2]

    import threading

    assert Answer(use, "double", HEARD).on(threading.Lock(), expected=[2]).passed


def test_a_trial_may_accept_other_results_too_and_odd_ones_do_not_make_it_fail():
    def even(came):
        return came % 2 == 0

    assert Trial("?", 2, 4, fits=even).passed
    assert not Trial("?", 2, 3, fits=even).passed and not Trial("?", 2, "owl", fits=even).passed
