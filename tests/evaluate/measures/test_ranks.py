"""The rank of what an answer needs, worked by hand, and in agreement with the metrics."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.evaluate.measures.ranks import coverage, found_by, ndcg, ranks
from ragkit.state import Passage

FOUND = [Passage(id, "") for id in ("x", "a", "y", "b")]
RANKINGS = st.lists(st.sampled_from("abcdefgh"), unique=True)
SETS = st.sets(st.sampled_from("abcdefgh"), min_size=1)


def asks(question, *needs):
    return SimpleNamespace(question=question, needs=needs)


def test_each_fact_has_a_rank_of_its_own():
    assert ranks(FOUND, [{"b"}, {"z"}, {"y", "b"}]) == [4, None, 3]
    assert ranks([], [{"b"}]) == [None] and ranks(FOUND, []) == []


def test_the_gain_of_a_fact_falls_with_its_rank():
    # 1/log2(3) and 1/log2(5) against 1 and 1/log2(3)
    assert ndcg(["x", "a", "y", "b"], [{"a"}, {"b"}], k=5) == pytest.approx((0.63093 + 0.43068) / 1.63093, abs=1e-4)
    assert ndcg(["a", "b"], [{"a"}, {"b"}], k=5) == 1
    assert ndcg(["x", "a"], [{"a"}], k=1) == 0 and ndcg([], [{"a"}], k=5) == 0


def test_copies_of_a_fact_gain_nothing_and_two_facts_in_one_passage_are_no_advantage():
    assert ndcg(["a", "copy"], [{"a", "copy"}], k=5) == 1
    both = [{"ab", "a"}, {"ab", "b"}]
    assert ndcg(["ab"], both, k=5) == 1
    assert ndcg(["a", "b"], both, k=5) == pytest.approx(1.63093 / 2, abs=1e-4)


def test_without_facts_there_is_no_gain_and_a_fact_that_nothing_carries_gains_nothing():
    assert ndcg(["a"], [], k=5) is None
    assert ndcg(["a"], [set()], k=5) == 0
    with pytest.raises(ValueError, match="k is 0"):
        ndcg(["a"], [{"a"}], k=0)


@given(RANKINGS, st.lists(SETS, min_size=1), st.integers(1, 9))
def test_the_gain_is_a_share_and_none_where_nothing_is_found(ids, needs, k):
    gain = ndcg(ids, needs, k)
    assert 0 <= gain <= 1
    assert (gain == 0) == (coverage(ids, needs, k) == 0)


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
