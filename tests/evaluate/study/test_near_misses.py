"""A near miss is asked without every passage that may state its answer, and without no more than it needs."""

from dataclasses import replace

from lessons import BELLMAN, KAHN
from studies import COPY, FOLDER, QUOTE, REPHRASED, WHEN, draft

from ragkit.evaluate.golden.questions import Support
from ragkit.evaluate.golden.without import left_out
from ragkit.evaluate.study.documents import Documents
from ragkit.evaluate.study.near_misses import NOTHING_LEFT, TOO_MANY, near_miss
from ragkit.evaluate.study.taken_away import MOST
from ragkit.state import Passage


def made(question, *passages):
    return near_miss(question, Documents(passages))


def without(question, *passages):
    """The ids of the passages that the near miss of a question is asked without."""
    found, why = made(question, *passages)
    assert why == ""
    return left_out(found, passages)


def test_it_is_the_same_question_with_no_answer_and_the_quote_of_the_passage_left_out():
    found, why = made(WHEN, *FOLDER)
    assert (found.question, found.kind, found.answer, found.keys, found.support) == (
        WHEN.question, "near-miss", None, (), (),
    )  # fmt: skip
    assert found.without == (Support("sorting.md", QUOTE),) and why == ""
    assert left_out(found, FOLDER) == {KAHN.id}


def test_a_copy_of_the_passage_goes_by_the_same_quote():
    found, _ = made(WHEN, *FOLDER, COPY)
    assert len(found.without) == 1 and left_out(found, (*FOLDER, COPY)) == {KAHN.id, COPY.id}


def test_a_passage_that_says_it_in_other_words_goes_by_the_sentence_that_says_it():
    found, _ = made(WHEN, *FOLDER, REPHRASED)
    assert found.without[1:] == (Support("history.md", "The paper of Kahn on sorting tasks is from 1962."),)
    assert left_out(found, (*FOLDER, REPHRASED)) == {KAHN.id, REPHRASED.id}


def test_a_row_of_a_table_and_a_heading_may_state_it_too():
    row = Passage("t", "| method | year |\n|---|---|\n| sorting tasks | 1962 |", source="t.md")
    heading = Passage("h", "It was a good year.", source="h.md", section="Sorting > 1962")
    assert without(WHEN, *FOLDER, row, heading) == {KAHN.id, "t", "h"}


def test_a_number_up_to_twelve_is_found_in_words():
    steps = draft("steps", "How many steps did the old program need?", "12", "The old program needed 12 steps.", "p.md")
    digits = Passage("d", "The old program needed 12 steps.", source="p.md")
    in_words = Passage("w", "It took twelve steps.", source="w.md")
    assert without(steps, *FOLDER, digits, in_words) == {"d", "w"}


def test_one_key_of_two_counts_where_the_passage_has_a_third_of_the_questions_words():
    # Words of the question: first, method, sort, task, publish.
    both = replace(WHEN, keys=(("1962",), ("Kahn",)))
    near = Passage("n", "Kahn liked sorting a task.", source="n.md")  # two of five
    far = Passage("f", "Kahn was a person with a method.", source="f.md")  # one of five
    assert without(both, *FOLDER, near, far) == {KAHN.id, "n"}


def test_an_everyday_answer_gives_no_near_miss():
    many = [Passage(f"m{number}", f"Note {number + 20}: see 1962.", source="m.md") for number in range(MOST)]
    assert made(WHEN, *FOLDER, *many) == (None, TOO_MANY)
    assert without(WHEN, *FOLDER, *many[1:]) == {KAHN.id, *[one.id for one in many[1:]]}


def test_something_has_to_be_left_to_search():
    assert made(WHEN, KAHN) == (None, NOTHING_LEFT)
    assert without(WHEN, KAHN, BELLMAN) == {KAHN.id}


def test_a_passage_without_a_sentence_goes_by_its_whole_text():
    bare = Passage("bare", "# Sorting: 1962", source="bare.md")
    found, _ = made(WHEN, *FOLDER, bare)
    assert found.without[1:] == (Support("bare.md", "# Sorting: 1962"),)
    assert left_out(found, (*FOLDER, bare)) == {KAHN.id, "bare"}
