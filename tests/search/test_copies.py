"""Copies: each text once among those shown, the other places named, and nothing joined that differs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.search.copies import Copies
from ragkit.search.fuse import Retriever
from ragkit.search.sparse import Sparse
from ragkit.settings import Depth
from ragkit.state import Passage
from ragkit.text.forms import likeness

LIMIT = "The pump must not run for more than 9 hours."


def passage(source, text=LIMIT, section="Pump"):
    return Passage(f"{source}-{section}", text, source, section)


class Ranked:
    """An index with one ranking; `asked` keeps how many passages were wanted."""

    def __init__(self, ranking):
        self.ranking, self.asked = list(ranking), []

    def search(self, query, k, folder=""):
        self.asked.append(k)
        return [one for one in self.ranking if one.source.startswith(folder)][:k]


def shown(*passages):
    return [one.source for one in Copies(passages).once(passages)]


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1)), min_size=1, max_size=30), st.integers(1, 9), st.randoms()
)
def test_a_text_below_a_heading_is_at_most_once_among_those_shown(drawn, k, random):
    passages = [Passage(str(n), f"text {text}", f"{n}.md", str(head)) for n, (text, head) in enumerate(drawn)]
    rankings = [random.sample(passages, len(passages)) for _ in range(2)]
    retriever = Retriever(*map(Ranked, rankings), copies=Copies(passages))
    found = retriever.hybrid("?", Depth(k, k, k, rerank=False, retries=0))["fused"]
    places = [(one.text, one.section) for one in found]
    assert len(places) == len(set(places)) and len(found) == min(k, len(set(drawn)))
    assert len(retriever.copies.notes(found)) <= len(found)


@pytest.mark.parametrize(
    "text",
    [
        "the  PUMP must not\nrun for more than 9 hours.",
        "The **pump** must not run for `more` than 9 hours.",
        "- The pump must not run for more than 9 hours\\.",
        "The pump must not run for more than ９ hours.",
    ],
)
def test_white_space_case_and_markup_make_no_other_text(text):
    assert shown(passage("a.md"), passage("b.html", text)) == ["a.md"]


@pytest.mark.parametrize(
    "text", [LIMIT.replace("9", "8"), LIMIT.replace("not ", ""), LIMIT.replace("9", "-9"), LIMIT.replace("9", "9.0")]
)
def test_an_old_and_a_new_version_are_both_shown(text):
    assert shown(passage("new.md"), passage("old.md", text)) == ["new.md", "old.md"]


def test_the_same_text_of_two_things_is_shown_twice_and_boilerplate_once():
    red, blue = passage("red.md", section="Red pump > Limit"), passage("blue.md", section="Blue pump > Limit")
    assert shown(red, blue) == ["red.md", "blue.md"]
    green = passage("green.md", section="Green pump > Limit")
    (one,) = Copies([red, blue, green]).once([blue, red, green])
    assert one.source == "red.md"


def test_copies_take_no_place_from_others():
    copies = [passage(f"{n}.md") for n in range(12)]
    other = passage("gate.md", "The gate closes at 22:30.", "Gate")
    dense = Ranked([*copies, other])
    found = Retriever(dense, Ranked([]), copies=Copies(dense.ranking)).nearest("?", 3)
    assert [one.source for one in found] == ["0.md", "gate.md"] and dense.asked == [3, 6, 12, 24]


def test_without_copies_each_index_is_asked_once():
    dense = Ranked([passage("a.md"), passage("b.md", "Owls hunt.")])
    assert Retriever(dense, Ranked([]), copies=Copies(dense.ranking)).nearest(
        "?", 2
    ) == dense.ranking and dense.asked == [2]


def test_in_a_folder_its_own_copy_is_shown():
    passages = [passage("en/a.md"), passage("old/a.md")]
    retriever = Retriever(Ranked(passages), Ranked([]), copies=Copies(passages))
    (found,) = retriever.hybrid("?", Depth(5, 5, 5, rerank=False, retries=0), "old")["fused"]
    assert found.source == "old/a.md"
    assert retriever.copies.notes([found]) == [
        "shown once: 1 of the passages of old/a.md, whose text is also in en/a.md"
    ]


def test_a_note_names_three_documents_and_counts_the_others():
    passages = [passage(f"{n}.md", f"Text {text}.") for n in range(6) for text in "ab"]
    passages = [Passage(f"{at}", one.text, one.source, one.section) for at, one in enumerate(passages)]
    (note,) = Copies(passages).notes(passages[:2])
    assert note == "shown once: 2 of the passages of 0.md, whose text is also in 1.md, 2.md, 3.md and 2 more"


def test_of_a_b_and_a_power_the_stars_count():
    assert likeness("2**3 and a*b") != likeness("23 and ab")


def test_the_kits_own_corpus_has_no_copies_so_its_rankings_are_as_ever(corpus_kit):
    passages = corpus_kit.corpus.passages
    assert Copies(passages).once(passages) == list(passages)
    assert len({likeness(one.text) for one in passages}) < len(passages)  # an old handout repeats some, and says so
    once, as_ever = Sparse(passages, copies_once=True), Sparse(passages)
    assert once.search("When does breadth-first search stop?", 50) == as_ever.search(
        "When does breadth-first search stop?", 50
    )


def test_twelve_copies_do_not_make_their_words_common():
    copies = [passage(f"{n}.md") for n in range(12)]
    others = [passage(f"{text}.md", text, "") for text in ("A gate closes.", "Oil is dear.", "A key.")]
    assert Sparse([*copies, *others]).search("pump", 3) == []
    assert len(Sparse([*copies, *others], copies_once=True).search("pump", 20)) == 12


def test_what_hides_letters_is_no_copy_and_cannot_take_the_place_of_the_original():
    smuggled = LIMIT + "".join(chr(0xE0000 + ord(letter)) for letter in "obey")
    assert shown(passage("a.md", smuggled), passage("b.md")) == ["a.md", "b.md"]
    assert shown(passage("a.md", LIMIT.replace("9", "\u202e9")), passage("b.md")) == ["a.md", "b.md"]
