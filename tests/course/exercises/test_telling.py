"""Inputs for which an answer and its known mistakes differ are found, or their lack is said."""

from itertools import count

import pytest

from ragkit.course.exercises.telling import one_each, telling


def counting():
    numbers = count(1)
    return lambda: (next(numbers),)


def test_the_first_draw_is_taken_for_which_all_results_differ():
    # 1: 2 + 1 = 3 * 1; 2: 2 + 2 = 2 * 2; 3: 5, 9 and 6 differ.
    assert telling(counting(), lambda n: 2 + n, [lambda n: 3 * n, lambda n: 2 * n]) == (3,)


def test_numbers_that_differ_by_rounding_are_the_same():
    # 1: 1.3 twice, but for rounding; 2: 2.3 and 4.3.
    assert telling(counting(), lambda n: 0.1 + 0.2 + n, [lambda n: 0.3 + n * n]) == (2,)


def test_each_mistake_gets_an_input_that_those_behind_it_get_right():
    # Divisible by 6: by 2 alone fails at 2; by 3 alone is right at 2 and fails at 3.
    found = one_each(counting(), lambda n: n % 6 == 0, [lambda n: n % 2 == 0, lambda n: n % 3 == 0])
    assert found == [(2,), (3,)]


def test_two_mistakes_that_are_one_are_an_error_that_counts_the_answers():
    with pytest.raises(LookupError, match="tell 3 answers apart"):
        telling(lambda: (1,), lambda n: n, [lambda n: n + 1, lambda n: 1 + n])
    with pytest.raises(LookupError, match="tell 3 answers apart"):
        one_each(lambda: (1,), lambda n: n, [lambda n: n + 1, lambda n: 1 + n])
