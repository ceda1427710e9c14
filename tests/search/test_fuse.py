"""Fusion by rank, by hand and by property, and hybrid retrieval on two stand-ins."""

from dataclasses import dataclass
from itertools import pairwise
from threading import Barrier

import pytest
from fakes import FakeEmbed
from hypothesis import given
from hypothesis import strategies as st

from ragkit.search.dense import Dense
from ragkit.search.fuse import Retriever, rrf
from ragkit.search.sparse import Sparse
from ragkit.settings import DEPTHS, Depth
from ragkit.state import Passage
from ragkit.stores import ExactVectors

A, B, C, D, E, F, G = (Passage(name, f"text {name}") for name in "abcdefg")
RANKINGS = st.lists(st.lists(st.sampled_from([Passage(name, "") for name in "abcdefgh"]), unique=True), max_size=4)


def ids(passages):
    return [passage.id for passage in passages]


# rrf


def test_a_passage_scores_one_over_sixty_plus_its_rank_in_each_ranking():
    fused = {p.id: p.score for p in rrf([[A, B, C], [C, A]])}
    assert fused == pytest.approx({"a": 1 / 61 + 1 / 62, "b": 1 / 62, "c": 1 / 63 + 1 / 61})


def test_two_second_places_beat_one_first():
    assert ids(rrf([[A, B], [C, B]])) == ["b", "a", "c"]  # 2/62 = 0.0323 against 1/61 = 0.0164


def test_a_small_k_makes_first_places_weigh_more():
    rankings = [[A, C, D, B], [E, F, G, B]]
    assert rrf(rankings, k=1)[0].id == "a"  # 1/2 against two fourth places, 2/5
    assert rrf(rankings, k=60)[0].id == "b"  # 1/61 = 0.0164 against 2/64 = 0.0313


def test_ties_keep_the_order_in_which_passages_were_first_seen():
    assert ids(rrf([[A, B], [B, A]])) == ["a", "b"] and ids(rrf([[B, A], [A, B]])) == ["b", "a"]


def test_nothing_fuses_to_nothing():
    assert rrf([]) == rrf([[], []]) == []


def test_the_passages_given_keep_their_own_scores():
    mine = Passage("a", "", score=0.9)
    assert rrf([[mine]])[0].score == pytest.approx(1 / 61) and mine.score == 0.9


@given(RANKINGS)
def test_every_passage_comes_once_and_scores_fall(rankings):
    fused = rrf(rankings)
    assert sorted(ids(fused)) == sorted({p.id for ranking in rankings for p in ranking})
    assert all(one.score >= two.score for one, two in pairwise(fused))


@given(RANKINGS, st.randoms())
def test_the_order_of_the_rankings_does_not_matter(rankings, random):
    shuffled = random.sample(rankings, len(rankings))
    assert {p.id: p.score for p in rrf(shuffled)} == pytest.approx({p.id: p.score for p in rrf(rankings)})


@given(RANKINGS)
def test_what_every_ranking_puts_first_is_first(rankings):
    top = Passage("top", "")
    assert rrf([[top, *ranking] for ranking in [*rankings, []]])[0].id == "top"


@given(RANKINGS, st.integers(1, 200))
def test_one_ranking_keeps_its_order_whatever_k(rankings, k):
    for ranking in rankings:
        assert ids(rrf([ranking], k)) == ids(ranking)


# hybrid


@dataclass
class Index:
    """Stands in for an index: finds what it is told to."""

    found: list

    def search(self, query, k):
        self.asked = (query, k)
        return self.found[:k]


def test_hybrid_asks_each_index_as_deep_as_the_policy_says_and_cuts_what_is_fused():
    dense, sparse = Index([A, B, C]), Index([C, D])
    found = Retriever(dense, sparse).hybrid("owls", Depth(dense=3, sparse=1, final=2, rerank=False, retries=0))
    assert dense.asked == ("owls", 3) and sparse.asked == ("owls", 1)
    assert {name: ids(ranking) for name, ranking in found.items()} == {
        "dense": ["a", "b", "c"],
        "sparse": ["c"],
        "fused": ["c", "a"],
    }


def test_hybrid_restricts_both_indexes_to_a_folder(tmp_path):
    passages = [Passage(f"{folder}-{n}", f"owls {n}", f"{folder}/{n}.md") for folder in ("a", "b") for n in range(3)]
    dense = Dense(ExactVectors(tmp_path, passages, FakeEmbed(), quiet=True))
    padded = [*passages, *(Passage(f"c-{n}", "moss", f"c/{n}.md") for n in range(9))]
    retriever = Retriever(dense, Sparse(padded))
    found = retriever.hybrid("owls 2", Depth(2, 9, 9, False, 0), "b")
    assert len(found["dense"]) == 2 and found["dense"][0].id == found["sparse"][0].id == "b-2"
    assert {passage.source[0] for ranking in found.values() for passage in ranking} == {"b"}
    assert dense.search("owls", 9, "nowhere") == [] and len(dense.search("owls", 9)) == 6
    dense.close()


def test_hybrid_fuses_with_the_k_it_was_given():
    found = Retriever(Index([A]), Index([]), rrf_k=9).hybrid("?", Depth(1, 1, 1, False, 0))
    assert found["fused"][0].score == pytest.approx(1 / 10)


def test_dense_and_sparse_run_side_by_side():
    both = Barrier(2, timeout=30)  # one after the other, the first would wait here in vain

    class Meeting:
        def search(self, query, k):
            both.wait()
            return [A]

    assert Retriever(Meeting(), Meeting()).hybrid("?", Depth(1, 1, 2, False, 0))["dense"] == [A]


def test_an_index_that_fails_is_heard():
    class Broken:
        def search(self, query, k):
            raise OSError("the index is gone")

    with pytest.raises(OSError, match="the index is gone"):
        Retriever(Broken(), Index([A])).hybrid("?", Depth(1, 1, 1, False, 0))


def test_on_the_real_corpus_a_rare_word_is_found_by_the_sparse_half(corpus_kit):
    found = corpus_kit.retriever.hybrid("Ukkonen", DEPTHS[corpus_kit.settings.depth])
    assert set(found) == {"dense", "sparse", "fused"} and len(found["fused"]) == 20
    assert all("ukkonen" in p.searchable.casefold() for p in found["sparse"])
