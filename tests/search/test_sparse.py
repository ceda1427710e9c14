"""BM25: which words count, the formula by hand, and two implementations that agree."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.search.sparse import Sparse
from ragkit.state import Passage
from ragkit.text.words import words


def indexed(*texts, **options):
    return Sparse([Passage(str(n), text) for n, text in enumerate(texts)], **options)


def ids(passages):
    return [passage.id for passage in passages]


# Words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Graphs, GRAPHS; graph!", ["graph", "graph", "graph"]),
        ("the of and is", []),
        ("Dijkstra's algorithm", ["dijkstra", "s", "algorithm"]),
        ("O(n log n) in 1959", ["o", "n", "log", "n", "1959"]),
        ("Größe naïve", ["grösse", "naïv"]),
        ("breadth-first re-lax", ["breadth", "first", "re", "lax"]),
        ("", []),
        ("... --- !?", []),
    ],
)
def test_words_are_stems_in_lower_case_without_stop_words(text, found):
    assert words(text) == found


def test_a_plural_finds_the_singular_and_headings_count():
    sparse = Sparse([Passage("a", "It splits.", section="Tree"), Passage("b", "It runs."), Passage("c", "It ends.")])
    assert ids(sparse.search("TREES", 3)) == ["a"]


# The formula

DOCUMENTS = ("owl owl mouse", "mouse cat", "owl cat dog bird fish fox hen")
"""Lengths 3, 2 and 7: 4 on average."""


@pytest.mark.parametrize("bm25s_above", [5_000, 0])
def test_bm25_by_hand(bm25s_above):
    """Equation 9 with k1 = 1.5 and b = 0.75.

    mouse stands in 2 of 3 texts: idf = ln((3 - 2 + 0.5) / (2 + 0.5)) = ln(0.6), which is negative and counts 0.
    dog stands in 1 of 3: idf = ln((3 - 1 + 0.5) / (1 + 0.5)) = ln(5/3). In the last text tf = 1 and the length is 7,
    so it gets 1 * 2.5 / (1 + 1.5 * (0.25 + 0.75 * 7/4)) = 2.5 / 3.34375 of that.
    """
    found = indexed(*DOCUMENTS, bm25s_above=bm25s_above).search("dog mouse", 3)
    assert ids(found) == ["2"]
    assert found[0].score == pytest.approx(log(5 / 3) * 2.5 / 3.34375, rel=1e-5)


@pytest.mark.parametrize("bm25s_above", [5_000, 0])
def test_a_word_twice_counts_less_than_double_by_hand(bm25s_above):
    """`owl` in 2 of 5 texts: idf = ln((5 - 2 + 0.5) / (2 + 0.5)) = ln(1.4). Lengths 2, 2, 2, 2, 2: no correction.

    tf = 2: 2 * 2.5 / (2 + 1.5) = 10/7; tf = 1: 1 * 2.5 / (1 + 1.5) = 1.
    """
    sparse = indexed("owl cat", "owl owl", "cat dog", "hen fox", "bee ant", bm25s_above=bm25s_above)
    twice, once = sparse.search("owl", 5)
    assert (twice.id, once.id) == ("1", "0")
    assert twice.score == pytest.approx(log(1.4) * 10 / 7, rel=1e-5)
    assert once.score == pytest.approx(log(1.4), rel=1e-5)


@pytest.mark.parametrize("bm25s_above", [5_000, 0])
def test_b_is_what_a_long_text_pays(bm25s_above):
    texts = ("owl", "owl cat dog hen fox bee ant", "cow", "pig", "ewe")
    short, long = indexed(*texts, bm25s_above=bm25s_above).search("owl", 5)
    assert (short.id, long.id) == ("0", "1") and short.score > long.score
    short, long = indexed(*texts, b=0, bm25s_above=bm25s_above).search("owl", 5)
    assert short.score == pytest.approx(long.score)


# Two implementations


def test_rank_bm25_and_bm25s_rank_the_real_corpus_alike(corpus_kit):
    passages = corpus_kit.corpus.passages
    readable, fast = Sparse(passages, bm25s_above=len(passages)), Sparse(passages, bm25s_above=0)
    assert readable.index.score is not fast.index.score
    queries = [" ".join(p.text.split()[:12]) for p in passages[:: len(passages) // 50][:50]]
    assert len(queries) == 50
    for query in queries:
        one, two = readable.search(query, 10), fast.search(query, 10)
        assert [p.score for p in one] == pytest.approx([p.score for p in two], rel=1e-5)
        gaps = [a.score - b.score for a, b in zip(one, one[1:], strict=False)]
        if all(gap > 1e-4 for gap in gaps):  # the two round differently, so texts that tie may change places
            assert ids(one) == ids(two)


@given(
    st.lists(st.lists(st.sampled_from(["owl", "cat", "dog", "hen"]), max_size=6), min_size=1, max_size=8),
    st.lists(st.sampled_from(["owl", "cat", "cow"]), max_size=4),
)
def test_they_agree_on_any_small_corpus(texts, query):
    texts = [" ".join(text) for text in texts]
    one, two = (indexed(*texts, bm25s_above=n).search(" ".join(query), 9) for n in (5_000, 0))
    assert {p.id: p.score for p in one} == pytest.approx({p.id: p.score for p in two}, rel=1e-5)
    assert all(p.score > 0 for p in one)


@given(st.lists(st.lists(st.sampled_from(["owl", "cat", "dog"]), max_size=4), min_size=1, max_size=8))
def test_they_agree_on_how_rare_a_word_is(texts):
    texts = [" ".join(text) for text in texts]
    one, two = (indexed(*texts, bm25s_above=n, copies_once=True) for n in (5_000, 0))
    assert [one.rarity(word) for word in ("owl", "cat", "cow")] == [two.rarity(word) for word in ("owl", "cat", "cow")]


# Kept in a folder


class Counted:
    """A tokeniser that counts the texts it was given."""

    def __init__(self):
        self.texts = 0

    def __call__(self, text):
        self.texts += 1
        return words(text)


def kept(folder, *texts, **options):
    tokenise = Counted()
    sparse = indexed(*texts, bm25s_above=0, tokenise=tokenise, folder=folder, copies_once=True, **options)
    return sparse, tokenise


def test_an_index_that_was_kept_is_not_made_again_and_finds_the_same(tmp_path):
    texts = [*DOCUMENTS, DOCUMENTS[0]]
    first, _ = kept(tmp_path, *texts)
    again, tokenise = kept(tmp_path, *texts)
    assert tokenise.texts == 0
    assert again.search("dog owl", 4) == first.search("dog owl", 4)
    assert again.rarity("owl") == first.rarity("owl") == indexed(*texts, copies_once=True).rarity("owl")


@pytest.mark.parametrize("changed", [(*DOCUMENTS, "a new text"), DOCUMENTS[:2]])
def test_other_passages_get_another_index_and_one_is_left(tmp_path, changed):
    kept(tmp_path, *DOCUMENTS)
    _, tokenise = kept(tmp_path, *changed)
    assert tokenise.texts == len(changed)
    assert len(list(tmp_path.iterdir())) == 1


def test_other_parameters_get_another_index(tmp_path):
    kept(tmp_path, *DOCUMENTS)
    other, _ = kept(tmp_path, *DOCUMENTS, b=0)
    assert other.search("dog", 1)[0].score == pytest.approx(indexed(*DOCUMENTS, b=0).search("dog", 1)[0].score)


@pytest.mark.parametrize("name", ["data.csc.index.npy", "indptr.csc.index.npy", "params.index.json", "rows.npy"])
@pytest.mark.parametrize("damage", [lambda file: file.unlink(), lambda file: file.write_bytes(b"junk")])
def test_a_damaged_index_is_made_again(tmp_path, name, damage):
    kept(tmp_path, *DOCUMENTS)
    (folder,) = tmp_path.iterdir()
    damage(folder / name)
    again, tokenise = kept(tmp_path, *DOCUMENTS)
    assert tokenise.texts == len(DOCUMENTS) and ids(again.search("dog", 3)) == ["2"]
    assert kept(tmp_path, *DOCUMENTS)[1].texts == 0


def test_where_nothing_can_be_kept_the_index_is_in_memory(tmp_path):
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    assert ids(kept(nowhere, *DOCUMENTS)[0].search("dog", 3)) == ["2"]


# Small and empty


@pytest.mark.parametrize("bm25s_above", [5_000, 0])
def test_a_query_of_stop_words_or_of_nothing_finds_nothing(bm25s_above):
    sparse = indexed(*DOCUMENTS, bm25s_above=bm25s_above)
    assert sparse.search("the of and", 3) == sparse.search("", 3) == sparse.search("?!", 3) == []


@pytest.mark.parametrize("bm25s_above", [5_000, 0])
def test_a_word_that_no_text_holds_finds_nothing(bm25s_above):
    assert indexed(*DOCUMENTS, bm25s_above=bm25s_above).search("zebra", 3) == []


@pytest.mark.parametrize("bm25s_above", [5_000, 0])
@pytest.mark.parametrize("texts", [["owl"], ["the"], [""], ["", "..."], ["owl", "owl"]])
def test_corpora_in_which_no_word_tells_texts_apart_find_nothing_and_do_not_crash(texts, bm25s_above):
    assert indexed(*texts, bm25s_above=bm25s_above).search("owl", 3) == []


def test_a_text_without_words_among_others_is_never_found():
    assert ids(indexed("owl", "", "cat", "dog").search("owl", 4)) == ["0"]


def test_k_cuts_and_ties_keep_the_order_of_the_corpus():
    sparse = indexed("owl", "owl", "cat", "cat hen", "dog", "fox")
    assert ids(sparse.search("owl", 9)) == ["0", "1"] and ids(sparse.search("owl", 1)) == ["0"]
