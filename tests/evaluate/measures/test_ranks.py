"""The rank of what an answer needs, worked by hand, and in agreement with the metrics."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.evaluate.measures.ranks import coverage, found_by, ranks
from ragkit.state import Passage

FOUND = [Passage(id, "") for id in ("x", "a", "y", "b")]
RANKINGS = st.lists(st.sampled_from("abcdefgh"), unique=True)
SETS = st.sets(st.sampled_from("abcdefgh"), min_size=1)


def asks(question, *needs):
    return SimpleNamespace(question=question, needs=needs)


def test_each_fact_has_a_rank_of_its_own():
    assert ranks(FOUND, [{"b"}, {"z"}, {"y", "b"}]) == [4, None, 3]
    assert ranks([], [{"b"}]) == [None] and ranks(FOUND, []) == []


@given(RANKINGS, st.lists(SETS, min_size=1), st.integers(1, 9))
def test_what_is_found_is_the_coverage_of_the_first_k(ids, needs, k):
    passages = [Passage(id, "") for id in ids]
    asked = asks("?", *needs)
    (share,) = found_by(lambda question: passages, [asked], k)
    places = ranks(passages, needs)
    assert share == coverage(ids, needs, k) == sum(place is not None and place <= k for place in places) / len(needs)


def test_every_question_is_searched_for_in_its_own_words_and_one_without_needs_is_ungraded():
    asked = [asks("a", {"a"}), asks("b", {"a"}), asks("c")]
    assert found_by(lambda question: [Passage(question, "")], asked, 1) == [1, 0, None]


def test_a_cut_below_the_first_rank_is_an_error():
    with pytest.raises(ValueError, match="k is 0"):
        coverage(["a"], [{"a"}], 0)
