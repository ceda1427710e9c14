"""A change of an argument is told as one change, by its place in the learner's own names."""

from types import SimpleNamespace as Fake

import pytest

from ragkit.course.exercises.changed import change


def router(state, runtime):
    """A node, as far as its names tell."""


def fuse(rankings, k):
    """No node."""


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (["a", "b"], ["a"], "`rankings`: its length was 2 and is 1 now"),
        (["a", "b"], ["b", "a"], "`rankings[0]`: it was 'a', and is 'b' now"),
        ({"a": 1}, {"a": 1, "b": 2}, "`rankings`: it has got `['b']`, which is 2"),
        ({"a": 1, "b": 2}, {"a": 1}, "`rankings`: it has lost `['b']`"),
        ({"a": [1]}, {"a": [1, 2]}, "`rankings['a']`: its length was 1 and is 2 now"),
        ({1}, {1, 2}, "`rankings`: it was {1}, and is {1, 2} now"),
    ],
)
def test_the_first_change_is_told_with_its_place(before, after, said):
    assert change(fuse, [before, 60], [after, 60]).startswith(f"your function changed {said}. ")


def test_a_copy_is_advised_of_what_was_changed_by_its_own_name():
    assert change(fuse, [[1], 60], [[], 60]).endswith("work on a copy, such as `list(rankings)`")
    assert change(fuse, [{}, 60], [{"a": 1}, 60]).endswith("such as `dict(rankings)`")
    assert change(fuse, [Fake(a=1), 60], [Fake(a=2), 60]).endswith("and return something new")


def test_a_node_is_told_why_it_only_returns():
    old, new = Fake(memories=[], depth="simple"), Fake(memories=[], depth="complex")
    said = change(router, [old, Fake()], [new, Fake()])
    assert said.startswith("your function changed `state.depth`: it was 'simple', and is 'complex' now. A node")
    assert "it has got `notes`, which is []" in change(router, [Fake(), 1], [Fake(notes=[]), 1])


def test_of_an_argument_without_a_name_its_number_is_told():
    assert change(max, [[1], [2]], [[1], [3]]).startswith("your function changed `argument 2[0]`: it was 2")


def test_where_nothing_changed_nothing_is_told():
    assert change(fuse, [[1, 2.0], 60], [(1, 2), 60]) == ""
