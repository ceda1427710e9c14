"""Readings: which other documents are asked, and what of their answers joins the draft."""

import pytest
from fakes import model

from ragkit.judges import OddsJudge
from ragkit.nodes.readings import MOST, joined, reading, rivals, with_readings
from ragkit.state import REFUSAL, Passage

QUESTION = "How many roads has the map?"
GUIDE = Passage("g", "It is printed on paper. The map has 12 roads.", source="guide.md")
LAB = Passage("l", "The map has 19 roads.", source="lab.md")
TREES = Passage("t", "Trees grow beside many paths.", source="trees.md")
DRAFT = "The map has 12 roads. [1]"


def alike(word):
    return 1.0


def test_a_document_that_the_draft_cites_is_no_rival_and_neither_is_one_with_few_of_the_words():
    again = Passage("g2", "The map has 12 roads, as was said.", source="guide.md")
    assert rivals(QUESTION, [GUIDE, again, TREES, LAB], DRAFT, alike, nearly=0.7) == [4]
    assert rivals(QUESTION, [GUIDE, again, TREES, LAB], "The map has 19 roads. [4]", alike, nearly=0.7) == [1]


def test_words_that_few_documents_hold_weigh_more():
    rare = {"map": 3.0}
    other = Passage("o", "Some roads are long.", source="other.md")
    question = "Which roads are on the map?"
    assert rivals(question, [GUIDE, other], DRAFT, alike, nearly=0.5) == [2]  # one of two words
    assert rivals(question, [GUIDE, other], DRAFT, lambda word: rare.get(word, 1.0), nearly=0.5) == []  # 1 of 4


def test_one_passage_a_document_and_the_best_first():
    far = Passage("l2", "A map is a drawing.", source="lab.md")
    atlas = Passage("a", "An atlas says that the map has 20 roads.", source="atlas.md")
    book = Passage("b", "The book says that the map has 21 roads.", source="book.md")
    found = rivals(QUESTION, [GUIDE, far, LAB, atlas, book], DRAFT, alike, nearly=0.4)
    assert found == [3, 4] and len(found) == MOST


def test_a_citation_of_a_passage_that_is_not_there_names_no_document():
    assert rivals(QUESTION, [GUIDE, LAB], "It has 12. [7]", alike, nearly=0.7) == [1, 2]


@pytest.mark.parametrize(("draft", "passages"), [(REFUSAL, [GUIDE, LAB]), ("It has 12. [1]", [])])
def test_nobody_is_asked_after_a_refusal_or_without_passages(draft, passages):
    assert rivals(QUESTION, passages, draft, alike, nearly=0.7) == []


def test_a_share_above_one_asks_nobody():
    assert rivals(QUESTION, [GUIDE, LAB], DRAFT, alike, nearly=1.1) == []


def test_what_another_document_says_joins_the_draft_under_its_number():
    llm = model(reading="The map has 19 roads.")
    said, notes = with_readings(llm, OddsJudge(llm), QUESTION, [GUIDE, LAB], DRAFT, [2], fit_from=0.5)
    assert said == "The map has 12 roads. [1] According to [2], the map has 19 roads." and notes == []
    assert all(LAB.text in prompt and GUIDE.text not in prompt for prompt in llm.prompts)  # it is asked alone


@pytest.mark.parametrize(
    ("says", "fits", "why"),
    [
        ("The map has 12 roads.", 0.9, "nothing new"),
        ("The map has 23 roads.", 0.9, "a number that its passage does not hold"),
        ("The map has 19 roads.", 0.4, "not its answer, says the judge"),
        ("", 0.9, "nothing at all"),
    ],
)
def test_a_reading_is_left_out_for_each_reason(says, fits, why):
    llm = model(reading=says, fits=fits)
    assert reading(llm, OddsJudge(llm), QUESTION, LAB, DRAFT, fit_from=0.5) == ("", ""), why


def test_a_reading_that_could_not_be_judged_is_left_out_and_said_so():
    llm = model(reading="The map has 19 roads.", fits="Perhaps.")
    said, (note,) = with_readings(llm, OddsJudge(llm), QUESTION, [GUIDE, LAB], DRAFT, [2], fit_from=0.5)
    assert said == DRAFT and note.startswith("passage [2] was left out: the odds judge could not judge")


def test_a_name_keeps_its_capital_where_a_word_loses_it():
    assert joined("A. [1]", 2, "IDA* is older.").endswith("According to [2], IDA* is older.")
    assert joined("A. [1]", 2, "Korf was first.").endswith("According to [2], Korf was first.")
    assert joined("A. [1]", 2, "The tree is older.").endswith("According to [2], the tree is older.")


def test_a_reading_that_is_a_phrase_is_judged_as_a_sentence_and_stays_a_phrase():
    llm = model(reading="19 roads [1]", fits=0.9)
    said = reading(llm, OddsJudge(llm), QUESTION, LAB, DRAFT, fit_from=0.5)
    assert said == ("19 roads", "") and "Answer: The answer is 19 roads.\n" in llm.prompts[-1]
