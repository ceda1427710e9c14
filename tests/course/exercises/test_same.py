"""What counts as the same result, and what is said about another one."""

import math

import numpy as np
import pytest

from ragkit.course.exercises.same import difference, same


class Odd:
    def __eq__(self, other):
        raise ValueError("no comparison")

    __hash__ = None


@pytest.mark.parametrize(
    ("expected", "came"),
    [
        (0.3, 0.1 + 0.2),
        (1, 1.0),
        (1.5, np.float32(1.5)),
        ([1, 2], np.array([1, 2])),
        ([1, [2]], (1, (2,))),
        ({"a": [0.3]}, {"a": [0.1 + 0.2]}),
        (True, np.bool_(True)),
        (math.inf, math.inf),
        (math.nan, math.nan),
        (10**400, 10**400),
        ({1, 2}, {2, 1}),
        (None, None),
    ],
    ids=lambda value: type(value).__name__,
)
def test_these_are_the_same(expected, came):
    assert same(expected, came)


@pytest.mark.parametrize(
    ("expected", "came"),
    [
        (1, True), (True, 1), (0, None), (None, 0), (0.5, "0.5"), ([1], [1, 1]), ([1], {1}), ([1], {"a": 1}),
        ({"a": 1}, {"b": 1}), ({"a": 1}, {"a": 1, "b": 2}), ("owl", ["o", "w", "l"]), (1.0, 10**400), (1.0, math.nan),
        ("owl", Odd()), (1.0, 1.0001),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_these_are_not_and_no_value_makes_the_comparison_fail(expected, came):
    assert not same(expected, came)
    difference(expected, came)


def test_a_list_that_contains_itself_ends_the_comparison():
    endless = []
    endless.append(endless)
    assert not same([[1]], endless)


def test_what_differs_is_told():
    assert difference({"a": 1, "b": 2}, {"a": 1}) == "it lacks 'b'"
    assert difference({"a": 1}, {"a": 1, "c": 3}) == "it has 'c', which nobody asked for"
    assert difference({"a": 1}, {"a": 2}) == "for 'a' it has 2, and 1 was expected"
    nested = {"a": {"b": {"c": 1}}}
    assert difference(nested, {"a": {"b": {"c": 3}}}) == "for 'a': for 'b': for 'c' it has 3, and 1 was expected"
    assert difference(nested, {"a": {"b": {}}}) == "for 'a': for 'b': it lacks 'c'"
    assert difference([1], []) == "it has 0 items, and 1 was expected"
    assert difference(["a"], "a") == "it is of the type str, and list was expected"
    assert "return" in difference([1], None)
    assert difference(1, 2) == difference(1, 2.5) == ""
