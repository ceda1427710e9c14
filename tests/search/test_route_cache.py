"""Remembered decisions: a repeated question hits, and one that only looks alike does not."""

import numpy as np
import pytest
from fakes import FakeEmbed

from ragkit.search.route_cache import RouteCache, key, same_words

ASKED = "Did Prim publish his method before Kruskal in 1957?"


@pytest.fixture
def kept():
    made = RouteCache(FakeEmbed())
    made.keep(ASKED, "complex")
    return made


def test_an_empty_cache_has_nothing_and_embeds_nothing():
    embed = FakeEmbed()
    assert RouteCache(embed).get(ASKED) is None and embed.asked == []


@pytest.mark.parametrize(
    "again",
    [ASKED, ASKED.upper(), "did prim publish his method before kruskal in 1957", f"Please, {ASKED}"],
)
def test_the_same_question_hits_in_any_case_and_with_courtesy(again):
    found = RouteCache(lambda texts: np.ones((len(texts), 1)))
    found.keep(ASKED, "complex")
    assert found.get(again) == ("complex", ASKED)


@pytest.mark.parametrize(
    "alike",
    [
        "Did Kruskal publish his method before Prim in 1957?",
        "Did Prim publish his method before Kruskal in 1956?",
        "Did Prim not publish his method before Kruskal in 1957?",
        "Did Prim publish his method after Kruskal in 1957?",
        "Does Prim publish his method before Kruskal in 1957?",
    ],
)
def test_a_question_that_only_looks_alike_does_not_hit_however_near_its_vector(alike):
    cache = RouteCache(lambda texts: np.ones((len(texts), 1)))
    cache.keep(ASKED, "complex")
    assert cache.get(alike) is None and not same_words(alike, ASKED)


def test_the_same_words_with_a_far_vector_do_not_hit_either():
    vectors = iter([[1.0, 0.0], [0.0, 1.0]])
    cache = RouteCache(lambda texts: np.array([next(vectors)]))
    cache.keep(ASKED, "complex")
    assert cache.get(ASKED) is None


def test_of_several_the_one_with_the_same_words_is_found(kept):
    kept.keep("Did Kruskal publish his method before Prim in 1957?", "simple")
    assert kept.get(ASKED) == ("complex", ASKED)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Is it 2^n?", "Is it 2*n?"), ("Is it n!?", "Is it n?"), ("Is it -5?", "Is it 5?"), ("Is a < b?", "Is a > b?"),
        ("Who is in group A?", "Who is in the group?"), ("What is C++?", "What is C?"), ("👍", "👎"), ("?", "?"),
    ],
)  # fmt: skip
def test_a_sign_a_name_of_one_letter_and_nothing_at_all_are_differences(one, other):
    assert not same_words(one, other)


@pytest.mark.parametrize("again", ["Could you tell me who hunts?", "Who hunts, please?", "The who hunts?", "Who hunts"])
def test_courtesy_and_articles_are_none(again):
    assert same_words(again, "Who hunts?")


def test_an_article_is_no_difference_and_a_number_is_one():
    assert key("What is a heap?") == key("What is the heap?") != key("What is heap 2?")
