"""Every search of a noisy run is noisy: hard negatives hold no answer, and conflicts are always shown."""

from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace

import pytest
from fakes import FakeEmbed

from ragkit.evaluate.golden.questions import Question, Support
from ragkit.evaluate.noise.noise import CANNOT, noised
from ragkit.evaluate.noise.noisy_retriever import Conflict, HardNegatives, NoisyRetriever
from ragkit.search.dense import Dense
from ragkit.search.fuse import Retriever
from ragkit.search.sparse import Sparse
from ragkit.settings import Depth
from ragkit.state import Passage
from ragkit.stores import ExactVectors

ASKED = Question(
    "q", "owl", "factual", "At night.", (("night",),), (Support("p01.md", "Owls hunt in the dark"),), "easy"
)


class Ranking:
    """A dense index that finds the same for every query."""

    def __init__(self, passages):
        self.ranking, self.searched = passages, []

    def search(self, query, k):
        self.searched.append(query)
        return self.ranking[:k]


def ranked(count, **texts):
    """A clean retriever whose dense ranking is p01, p02, ...; texts are given by id."""
    ids = [f"p{n:02}" for n in range(1, count + 1)]
    passages = [Passage(id, texts.get(id, f"plain {id}"), f"{id}.md", score=1 - n / 100) for n, id in enumerate(ids)]
    return Retriever(Ranking(passages), SimpleNamespace(search=lambda *_: passages[:1])), passages


def ids(passages):
    return [passage.id for passage in passages]


def test_hard_negatives_are_the_dense_ranks_10_to_20_without_a_key_and_without_a_golden_quote():
    clean, _ = ranked(30, p11="By NIGHT they fly.", p15="As said: owls  hunt *in the dark*.")
    found = HardNegatives(clean, ASKED).search("owl", 20)
    assert ids(found) == ["p10", "p12", "p13", "p14", "p16", "p17", "p18", "p19", "p20"]
    assert ids(HardNegatives(clean, ASKED).search("owl", 3)) == ["p10", "p12", "p13"]


@pytest.mark.parametrize("count", [0, 5, 9, 10, 13, 19])
def test_a_corpus_of_fewer_than_20_passages_has_fewer_and_below_10_none(count):
    clean, passages = ranked(count)
    assert ids(HardNegatives(clean, ASKED).search("owl", 20)) == ids(passages)[9:]


def test_a_heading_that_holds_a_key_tells_the_answer_too():
    clean, passages = ranked(10)
    passages[9] = replace(passages[9], section="At night")
    assert HardNegatives(clean, ASKED).search("owl", 20) == []


def test_the_hybrid_search_finds_the_same_and_the_query_of_a_retry_is_searched_for_too():
    clean, _ = ranked(30)
    retriever = NoisyRetriever.of(HardNegatives(clean, ASKED))
    found = retriever.hybrid("another query", Depth(8, 8, 2, False, 2))
    assert ids(found["fused"]) == ids(found["dense"]) == ["p10", "p11"] and found["sparse"] == []
    assert ids(retriever.dense.search("a hop", 1)) == ["p10"] and clean.dense.searched == ["another query", "a hop"]


LIE = Passage("p02 (falsified)", "a lie", "p02.md")


def test_of_a_folder_only_what_of_the_noise_is_in_it_is_found():
    clean, passages = ranked(20)
    inside = [replace(passage, source=f"owls/{passage.source}") for passage in passages[::2]]
    noise = SimpleNamespace(
        clean=clean, search=lambda *_: passages + inside, hybrid=lambda *_: {"fused": passages + inside}
    )
    noisy = NoisyRetriever.of(noise)
    assert (
        noisy.dense.search("owl", 99, "owls")
        == noisy.hybrid("owl", Depth(1, 1, 1, False, 0), "owls")["fused"]
        == inside
    )
    assert len(noisy.dense.search("owl", 99)) == 30


def test_a_falsified_passage_has_the_place_and_the_score_of_the_true_one():
    clean, passages = ranked(3)
    found = Conflict(clean, {"p02": LIE}).search("owl", 3)
    assert ids(found) == ["p01", "p02 (falsified)", "p03"] and found[1].score == passages[1].score


def test_a_ranking_without_it_gets_it_at_its_head_and_stays_as_long():
    clean, _ = ranked(5)
    conflict = Conflict(clean, {"p05": LIE})
    found = conflict.search("owl", 2)
    assert ids(found) == ["p02 (falsified)", "p01"] and found[0].score == 1.0
    rankings = NoisyRetriever.of(conflict).hybrid("owl", Depth(2, 2, 2, False, 2))
    assert all(ids(ranking)[0] == LIE.id for ranking in rankings.values())


def test_where_nothing_is_found_the_falsified_passage_is():
    clean, _ = ranked(0)
    assert ids(Conflict(clean, {"p05": LIE}).search("owl", 2)) == [LIE.id]


# Which kind is made


def test_a_question_whose_quote_has_no_number_gets_hard_negatives_instead_and_the_note_says_so():
    clean, passages = ranked(30, p01="Owls hunt in the dark, at night.")
    found = noised(clean, passages, ASKED, "conflict", seed=0)
    assert found.kind == "hard negative" and CANNOT["conflict"] in found.instead
    assert len(found.notes) == 2 and found.notes[0].startswith("noise: 11 hard negatives")


def test_a_question_without_quotes_gets_hard_negatives_too():
    clean, passages = ranked(30)
    bare = replace(ASKED, support=())
    assert noised(clean, passages, bare, "conflict", seed=0).kind == "hard negative"
    assert noised(clean, passages, bare, "hard negative", seed=0).instead == ""


def test_in_a_small_corpus_a_conflict_takes_the_place_of_hard_negatives_and_where_neither_is_made_it_is_clean():
    numbers = replace(ASKED, keys=(("12",),), support=(Support("p01.md", "It has 12 owls."),))
    clean, passages = ranked(5, p01="It has 12 owls.")
    found = noised(clean, passages, numbers, "hard negative", seed=0)
    assert found.kind == "conflict" and "not hard negative" in found.instead
    neither = noised(clean, passages, ASKED, "hard negative", seed=0)
    assert neither.kind is None and neither.retriever is clean
    assert "not hard negative" in neither.instead and "not conflict" in neither.instead
    assert neither.notes[0].startswith("noise: none, ")


def test_it_shares_the_store_of_the_real_dense_index(tmp_path):
    passages = [Passage(f"p{n}", f"owl {n}") for n in range(12)]
    embed = FakeEmbed()
    with closing(Dense(ExactVectors(tmp_path, passages, embed, quiet=True))) as dense:
        clean = Retriever(dense, Sparse(passages))
        noisy = NoisyRetriever.of(HardNegatives(clean, ASKED))
        asked = len(embed.asked)
        assert ids(noisy.dense.search("owl 3", 9)) == ids(dense.search("owl 3", 12))[9:]
        assert noisy.dense.store is dense.store and len(embed.asked) == asked + 2
        assert noisy.sparse is clean.sparse and noisy.dense.vectors().shape == (12, 64)
