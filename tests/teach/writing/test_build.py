"""Examples from a corpus: the same for a seed, a fifth without an answer, of allowed passages only."""

from collections import Counter
from pathlib import Path

import pytest
from examples import CATS
from lessons import BELLMAN, KAHN, OTHERS, WHEN, corpus

from ragkit.documents.corpus import load
from ragkit.evaluate.golden.parts import part_of
from ragkit.evaluate.golden.quotes import letters_of
from ragkit.settings import Settings
from ragkit.state import REFUSAL, Passage
from ragkit.teach.build import NothingToTeach
from ragkit.teach.material import own_questions
from ragkit.teach.split import split_of
from ragkit.teach.writing.build import counts, examples, turned
from ragkit.teach.writing.example import KINDS
from ragkit.teach.writing.sources import _held
from ragkit.text.sentences import cited_sentences

ALGORITHMS = Path(__file__).parents[3] / "corpora" / "algorithms"


@pytest.fixture(scope="module")
def algorithms(cache):
    """The corpus, cut by letters instead of an embedder's tokens."""
    return load(ALGORITHMS, Settings(cache=cache), lambda text: len(text) // 4, quiet=True)


@pytest.fixture(scope="module")
def taught(algorithms):
    return examples(algorithms, quiet=True)


def small(*passages, questions=(WHEN,)):
    return examples(corpus(*passages, folder=Path("owls")), list(questions), quiet=True)


@pytest.mark.slow
def test_the_gates_hold_on_the_corpus(taught):
    assert _held(taught) == list(dict.fromkeys(taught))
    assert len(taught) > 100 and {one.kind for one in taught} <= set(KINDS)


@pytest.mark.slow
def test_about_a_fifth_has_no_answer_in_each_part(taught):
    refusals = Counter(split_of(one.group) for one in taught if one.is_refusal)
    everything = Counter(split_of(one.group) for one in taught)
    assert 0.19 < refusals["train"] / everything["train"] < 0.21
    assert 0.15 < refusals["dev"] / everything["dev"] < 0.25
    assert all(one.kind == "nothing" for one in taught if one.is_refusal)


@pytest.mark.slow
def test_an_answer_is_never_alone_with_its_passage(taught):
    for one in taught:
        assert len(one.passages) >= 2
        needed = {number for _, numbers in cited_sentences(one.answer) for number in numbers}
        assert one.is_refusal or 1 <= len(needed) <= len(one.passages)


@pytest.mark.slow
def test_no_passage_of_a_question_of_test_or_locked_enters_an_example(algorithms, taught):
    quotes = [
        letters_of(support.quote)
        for question in own_questions(algorithms)
        if part_of(question) != "fit"
        for support in question.support
    ]
    texts = {letters_of(passage.text) for one in taught for passage in one.passages}
    assert len(quotes) > 200 and not [quote for quote in quotes for text in texts if quote in text]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_examples_and_another_one_others(algorithms, taught):
    assert examples(algorithms, quiet=True) == taught
    assert examples(algorithms, seed=1, quiet=True) != taught


def test_a_golden_question_becomes_an_example_with_its_passage_among_others():
    near = Passage("n", "A method of sorting tasks is old.", source="near.md", section="Sorting > Old")
    (one,) = small(KAHN, near, BELLMAN, *OTHERS)
    place = one.passages.index(KAHN) + 1
    assert (one.name, one.kind, one.question) == ("when", "sentence", WHEN.question)
    assert one.answer == f"{WHEN.support[0].quote} [{place}]" and len(one.passages) > 1


def test_of_five_examples_about_cells_one_has_no_answer():
    rows = "\n".join(f"| sort of {name} | {number} |" for number, name in enumerate(("Kahn", "Bell", "Dial", "Moore")))
    table = Passage("t", f"| sort | steps |\n|---|---|\n{rows}", source="t.md", section="Newts")
    near = Passage("x", "A sort of Kahn is old, and so are others.", source="x.md", section="Newts > Old")
    found = small(table, near, CATS, *OTHERS, questions=())
    assert [one.answer == REFUSAL for one in found] == [False] * 4 + [True]
    (refused,) = (one for one in found if one.is_refusal)
    asked = next(one for one in found if one.question == refused.question)
    assert asked.answer.split(" gives ")[0] not in refused.answer and asked.passages != refused.passages


def test_the_needed_passage_is_at_each_place_in_its_turn():
    places = [turned([KAHN, BELLMAN, CATS], BELLMAN, turn).index(BELLMAN) for turn in range(6)]
    assert places == [0, 1, 2, 0, 1, 2]


def test_a_row_of_the_table_of_counts_has_a_number_for_each_part():
    near = Passage("n", "A method of sorting tasks is old.", source="near.md", section="Sorting > Old")
    first = counts(small(KAHN, near, BELLMAN, *OTHERS))[0]
    assert first["kind"] == "sentence" and first[split_of("Sorting")] == 1
    assert sum(first[part] for part in ("train", "dev", "test")) == 1


def test_documents_without_questions_and_tables_give_nothing_and_it_is_said():
    with pytest.raises(NothingToTeach, match=r"2 passages, 0 of them left out .* golden questions and of tables"):
        small(KAHN, BELLMAN, questions=())
