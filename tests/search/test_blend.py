"""Blended fusion, worked by hand: scores scaled to 0 to 1, weighted by how steeply they fall."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.search.blend import blend, scaled, steepness
from ragkit.search.fuse import Retriever
from ragkit.settings import Depth
from ragkit.state import Passage


def ranked(**scores):
    return [Passage(name, "", score=score) for name, score in scores.items()]


def names(passages):
    return [passage.id for passage in passages]


def test_scores_are_scaled_so_that_the_best_is_1_and_the_last_0():
    assert scaled(ranked(a=9.0, b=5.0, c=1.0)) == [1.0, 0.5, 0.0]
    assert scaled(ranked(a=-1.0, b=-2.0)) == [1.0, 0.0]
    assert scaled(ranked(a=3.0, b=3.0)) == [1.0, 1.0] and scaled([]) == []


def test_steepness_is_how_far_the_others_fall_below_the_first():
    assert steepness(ranked(a=9.0, b=1.0, c=1.0)) == 1.0
    assert steepness(ranked(a=9.0, b=5.0, c=1.0)) == 0.75  # the others are at 0.5 and 0
    assert steepness(ranked(a=3.0, b=3.0)) == 0.0
    assert steepness(ranked(a=3.0)) == 1.0 and steepness([]) == 0.0


def test_only_the_first_ten_places_make_a_ranking_steep():
    long = [Passage(str(n), "", score=1.0 if n == 0 else 0.0) for n in range(60)]
    assert steepness(long) == 1.0


def test_the_blend_is_the_weighted_sum_worked_by_hand():
    steep, flat = ranked(owl=9.0, cat=5.0, dog=1.0), ranked(dog=1.0, cat=1.0, bat=0.0)
    # steepness .75 and .5, squared .5625 and .25: weights 9/13 and 4/13
    found = {passage.id: passage.score for passage in blend([steep, flat])}
    assert found == pytest.approx({"owl": 9 / 13, "cat": 4.5 / 13 + 4 / 13, "dog": 4 / 13, "bat": 0})
    assert names(blend([steep, flat])) == ["owl", "cat", "dog", "bat"]


def test_a_ranker_that_recognised_something_outweighs_one_that_did_not():
    knows, guesses = ranked(owl=30.0, cat=3.0, dog=2.0, bat=1.0), ranked(bat=0.5, dog=0.49, cat=0.48, owl=0.1)
    assert names(blend([knows, guesses]))[0] == names(blend([guesses, knows]))[0] == "owl"


def test_a_ranking_that_found_nothing_has_no_say():
    assert names(blend([[], ranked(a=2.0, b=1.0)])) == ["a", "b"] and blend([[], []]) == [] and blend([]) == []


def test_equal_scores_keep_the_order_in_which_they_first_appear():
    assert names(blend([ranked(a=1.0, b=1.0), ranked(b=1.0, a=1.0)])) == ["a", "b"]


RANKING = st.lists(st.floats(-50, 50), max_size=12).map(
    lambda scores: [Passage(str(n), "", score=s) for n, s in enumerate(sorted(scores, reverse=True))]
)


@given(st.lists(RANKING, max_size=4))
def test_whatever_the_rankings_every_passage_comes_once_and_scores_are_0_to_1(rankings):
    found = blend(rankings)
    assert sorted(names(found)) == sorted({passage.id for ranking in rankings for passage in ranking})
    assert all(-1e-9 <= passage.score <= 1 + 1e-9 for passage in found)
    assert [p.score for p in found] == sorted((p.score for p in found), reverse=True)


def test_a_retriever_fuses_in_the_way_that_it_was_made_for(kit):
    depth = Depth(dense=5, sparse=5, final=5, rerank=False, retries=0)
    plain = kit().retriever
    blended = Retriever(plain.dense, plain.sparse, fusion="blend")
    question = "owls at night"
    by_place, by_score = (one.hybrid(question, depth)["fused"][0] for one in (plain, blended))
    assert by_place.id == by_score.id == "owl" and by_score.score > 0.5 > by_place.score
