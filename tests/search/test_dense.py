"""Dense retrieval: nearest first, with the cosine as the score, whichever store the vectors are in."""

import pytest
from fakes import FakeEmbed
from hypothesis import given
from hypothesis import strategies as st
from vector_stores import CAT, OWL, TREE

from ragkit.search.dense import Dense
from ragkit.search.embedder import SentenceEmbedder
from ragkit.state import Passage
from ragkit.stores import ChromaVectors, ExactVectors


@pytest.fixture(params=[ExactVectors, ChromaVectors])
def opened(request, tmp_path):
    """Open the store of this test, in each kind; what is open at its end is closed."""
    stores = []

    def open_(passages=(OWL, CAT, TREE), embed=None):
        store = request.param(tmp_path / "store", passages, embed or FakeEmbed(), quiet=True)
        stores.append(Dense(store))
        return stores[-1]

    open_.folder = tmp_path / "store"
    yield open_
    for store in stores:
        store.close()


def ids(passages):
    return [passage.id for passage in passages]


# Search


def test_the_nearest_comes_first(opened):
    found = opened().search("cats hunt", 3)
    assert ids(found) == ["cat", "owl", "tree"]
    assert found[0].score > found[1].score > found[2].score


def test_a_score_is_the_cosine_of_the_angle(opened):
    embed = FakeEmbed()
    found = {p.id: p.score for p in opened().search("cats hunt", 3)}
    query, *vectors = embed(["cats hunt", OWL.text, CAT.text, TREE.text])
    assert [found["owl"], found["cat"], found["tree"]] == pytest.approx([float(query @ v) for v in vectors], abs=1e-5)


def test_a_text_and_itself_score_one_and_never_more(opened):
    found = opened().search(OWL.text, 3)
    assert found[0].score == pytest.approx(1) and all(-1 <= p.score <= 1 for p in found)


def test_headings_are_searched_too(opened):
    dense = opened([Passage("a", "it takes linear time", section="Heaps"), TREE])
    assert ids(dense.search("heaps", 1)) == ["a"]


def test_the_vectors_are_those_of_the_passages_in_their_order(opened):
    dense = opened((TREE, OWL, CAT))
    assert dense.vectors() == pytest.approx(FakeEmbed()([p.searchable for p in (TREE, OWL, CAT)]), abs=1e-6)


def test_asking_for_more_than_there_is_gives_all(opened):
    assert sorted(ids(opened().search("mice", 1_000))) == ["cat", "owl", "tree"]
    assert len(opened([OWL]).search("mice", 2)) == 1


@given(st.lists(st.from_regex(r"\w+"), min_size=1), st.integers(1, 5))
def test_any_query_gives_k_passages_best_first(any_store, words, k):
    found = any_store.search(" ".join(words), k)
    assert len(set(ids(found))) == min(k, 3)
    assert [p.score for p in found] == sorted((p.score for p in found), reverse=True)


@pytest.fixture(scope="module")
def any_store(tmp_path_factory):
    store = Dense(ExactVectors(tmp_path_factory.mktemp("any"), (OWL, CAT, TREE), FakeEmbed(), quiet=True))
    yield store
    store.close()


@pytest.mark.model
def test_the_real_embedder_knows_a_paraphrase(opened, cache):
    dense = opened([OWL, CAT, TREE], SentenceEmbedder(cache / "all-minilm-l6-v2"))
    found = dense.search("a bird of prey in the dark", 3)
    assert found[0].id == "owl" and found[0].score > found[1].score + 0.1


def test_a_closed_store_says_so(opened):
    dense = opened()
    dense.close()
    dense.close()
    with pytest.raises(RuntimeError, match="was closed; open the kit again"):
        dense.search("owls", 1)


def test_a_part_finds_only_its_own_passages(opened):
    part = opened().part([OWL, TREE])
    assert sorted(ids(part.search("cats hunt mice by day", 3))) == ["owl", "tree"]
