"""Retrieval metrics: one ranking worked by hand, and properties that hold for all."""

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.evaluate.measures.retrieval import METRICS, f1, hit_rate, mrr, ndcg, precision, recall

RANKING, RELEVANT = ["x", "a", "y", "b", "z"], {"a", "b", "c"}
"""Relevant at ranks 2 and 4; the third relevant one is not found."""

RANKINGS = st.lists(st.sampled_from("abcdefgh"), unique=True)
RELEVANTS = st.sets(st.sampled_from("abcdefgh"), min_size=1)
EACH = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)


@pytest.mark.parametrize(
    ("metric", "at"),
    [
        (recall, {1: 0, 2: 1 / 3, 3: 1 / 3, 4: 2 / 3, 99: 2 / 3}),
        (precision, {1: 0, 2: 1 / 2, 3: 1 / 3, 4: 2 / 4, 10: 2 / 10}),
        (f1, {1: 0, 2: 2 * 1 / (2 + 3), 4: 2 * 2 / (4 + 3), 10: 2 * 2 / (10 + 3)}),
        (hit_rate, {1: 0, 2: 1, 99: 1}),
        (mrr, {1: 0, 2: 1 / 2, 99: 1 / 2}),
        (ndcg, {
            1: 0,
            2: (1 / log2(3)) / (1 / log2(2) + 1 / log2(3)),
            4: (1 / log2(3) + 1 / log2(5)) / (1 / log2(2) + 1 / log2(3) + 1 / log2(4)),
        }),
    ],
)  # fmt: skip
def test_by_hand(metric, at):
    assert {k: metric(RANKING, RELEVANT, k) for k in at} == pytest.approx(at)


@EACH
def test_without_anything_relevant_a_question_cannot_be_graded(metric):
    assert metric(["a"], set(), 3) is None


@EACH
@pytest.mark.parametrize("k", [0, -1])
def test_a_cut_below_one_is_an_error(metric, k):
    with pytest.raises(ValueError, match=f"k is {k}; the cut counts ranks from 1"):
        metric(["a"], {"a"}, k)


@EACH
def test_an_empty_ranking_finds_nothing(metric):
    assert metric([], {"a"}, 3) == 0


@EACH
@given(ranking=RANKINGS, relevant=RELEVANTS, k=st.integers(1, 12))
def test_every_metric_is_between_nought_and_one_and_ignores_what_is_below_k(metric, ranking, relevant, k):
    value = metric(ranking, relevant, k)
    assert 0 <= value <= 1 + 1e-12
    assert metric(ranking[:k] + ["new"] * (len(ranking) > k), relevant, k) == value


@EACH
@given(relevant=RELEVANTS)
def test_a_perfect_ranking_gets_one(metric, relevant):
    assert metric([*sorted(relevant)], relevant, len(relevant)) == pytest.approx(1)


@EACH
@given(ranking=RANKINGS, relevant=RELEVANTS, k=st.integers(1, 12))
def test_moving_a_relevant_passage_up_never_hurts(metric, ranking, relevant, k):
    better = [*ranking]
    for i in range(1, len(better)):
        if better[i] in relevant and better[i - 1] not in relevant:
            better[i - 1], better[i] = better[i], better[i - 1]
            break
    assert metric(better, relevant, k) >= metric(ranking, relevant, k) - 1e-12


@given(RANKINGS, RELEVANTS, st.integers(1, 12))
def test_f1_is_the_harmonic_mean_of_precision_and_recall(ranking, relevant, k):
    p, r = precision(ranking, relevant, k), recall(ranking, relevant, k)
    assert f1(ranking, relevant, k) == pytest.approx(2 * p * r / (p + r) if p + r else 0)


@given(RANKINGS, RELEVANTS, st.integers(1, 11))
def test_looking_deeper_never_finds_less(ranking, relevant, k):
    for metric in (recall, hit_rate, mrr):
        assert metric(ranking, relevant, k + 1) >= metric(ranking, relevant, k)
