"""Readings: which sentences of other documents join an answer, and what is said about them."""

from dataclasses import replace

import pytest
from fakes import CAT, OWL, model

from ragkit.judges import OddsJudge
from ragkit.judges.claims import split
from ragkit.model.scripted import ScriptedLLM
from ragkit.nodes import readings
from ragkit.nodes.readings import MOST, answering, differ, rivals, with_readings, year_of
from ragkit.state import REFUSAL, Passage, RunState
from ragkit.text.excerpts import Excerpt

QUESTION = "How many roads has the map?"
GUIDE = Passage("g", "It is printed on paper. The map has 12 roads.", source="guide.md")
LAB = Passage("l", "The map has 19 roads.", source="lab.md")
TREES = Passage("t", "Trees grow beside many paths.", source="trees.md")
ANSWER = "The map has 12 roads. [1]"
SAID = Excerpt(LAB.text, 1, 1.0)


def alike(word):
    return 1.0


def numbers(found):
    return [sentence.number for sentence in found]


def test_a_document_that_the_answer_cites_is_no_rival_and_neither_is_one_with_few_of_the_words():
    again = Passage("g2", "The map has 12 roads, as was said.", source="guide.md")
    assert numbers(rivals(QUESTION, [GUIDE, again, TREES, LAB], ANSWER, alike, nearly=0.7)) == [4]
    assert numbers(rivals(QUESTION, [GUIDE, again, TREES, LAB], "It has 19. [4]", alike, nearly=0.7)) == [1]


def test_words_that_few_documents_hold_weigh_more():
    rare = {"map": 3.0}
    other = Passage("o", "Some roads are long.", source="other.md")
    question = "Which roads are on the map?"
    assert numbers(rivals(question, [GUIDE, other], ANSWER, alike, nearly=0.5)) == [2]  # one of two words
    assert rivals(question, [GUIDE, other], ANSWER, lambda word: rare.get(word, 1.0), nearly=0.5) == []  # 1 of 4


def test_one_sentence_a_document_and_the_best_first():
    far = Passage("l2", "A map is a drawing.", source="lab.md")
    atlas = Passage("a", "An atlas says that the map has 20 roads.", source="atlas.md")
    book = Passage("b", "The book says that the map has 21 roads.", source="book.md")
    found = rivals(QUESTION, [GUIDE, far, LAB, atlas, book], ANSWER, alike, nearly=0.4)
    assert numbers(found) == [3, 4] and len(found) == MOST


def test_a_row_of_a_table_and_a_sentence_that_the_answer_has_are_no_readings():
    table = Passage("r", "| map | roads |\n|---|---|\n| map of Oslo | 19 roads |", source="table.md")
    echo = Passage("e", "The map has 12 roads.", source="echo.md")
    assert rivals(QUESTION, [GUIDE, table, echo], ANSWER, alike, nearly=0.5) == []


def test_a_citation_of_a_passage_that_is_not_there_names_no_document():
    assert numbers(rivals(QUESTION, [GUIDE, LAB], "It has 13. [7]", alike, nearly=0.7)) == [1, 2]


@pytest.mark.parametrize(("answer", "passages"), [(REFUSAL, [GUIDE, LAB]), ("It has 12. [1]", []), (ANSWER, [GUIDE])])
def test_there_is_no_rival_after_a_refusal_or_without_other_documents(answer, passages):
    assert rivals(QUESTION, passages, answer, alike, nearly=0.7) == []


def test_a_share_above_one_quotes_nothing():
    assert rivals(QUESTION, [GUIDE, LAB], ANSWER, alike, nearly=1.1) == []


@pytest.mark.parametrize(("odds", "kept"), [(0.65, 1), (0.64, 0)])
def test_a_sentence_is_judged_by_its_own_passage_alone_and_kept_from_the_threshold(odds, kept):
    llm = model(fits=odds)
    found, notes = answering(OddsJudge(llm), QUESTION, [GUIDE, LAB], [replace(SAID, number=2)], 0.65)
    assert len(found) == kept and notes == []
    assert LAB.text in llm.prompts[0] and GUIDE.text not in llm.prompts[0]


def test_a_sentence_that_could_not_be_judged_is_left_out_and_said_so():
    llm = model(fits="Perhaps.")
    found, (note,) = answering(OddsJudge(llm), QUESTION, [LAB], [SAID], 0.65)
    assert found == [] and note.startswith("passage [1] was not quoted: the odds judge could not judge")


def test_the_sentence_follows_the_answer_and_other_numbers_are_said_to_be_other_ones():
    assert with_readings(ANSWER, [], [GUIDE]) == ANSWER
    assert with_readings("It has 12.", [SAID], [LAB]).endswith(
        "12. Another document gives other numbers: The map has 19 roads. [1]"
    )
    assert with_readings("It has 19.", [SAID], [LAB]).endswith("19. Another document says: The map has 19 roads. [1]")


def test_dates_of_documents_are_said_where_file_names_or_headings_have_them():
    old = replace(GUIDE, source="guide-1999.md")
    new = replace(LAB, section="Maps > As of 2022")
    answer = with_readings(ANSWER, [replace(SAID, number=2)], [old, new])
    assert answer == (
        "The map has 12 roads. [1] The answer above is from a document of 1999. "
        "Another document, of 2022, gives other numbers: The map has 19 roads. [2]"
    )
    assert split(ScriptedLLM(replies={}), answer, QUESTION)[0] == ["The map has 12 roads.", "The map has 19 roads."]
    assert year_of(replace(LAB, text="It was in 1999.", source="rfc12345.md")) == ""


@pytest.mark.parametrize(
    ("statement", "other"), [("It has 19.", True), ("It has 12.", False), ("It has 12 of 19.", False), ("Some.", False)]
)
def test_statements_differ_when_both_have_numbers_and_share_none(statement, other):
    assert differ(ANSWER, statement) is other


def test_the_node_adds_what_another_document_says_and_nothing_to_a_refusal(runtime):
    there = runtime(model(), rival_from=0.65)
    state = RunState(question="Which animals hunt mice?", passages=[OWL, CAT], answer="Owls hunt mice. [1]")
    assert readings(state, there) == {
        "answer": f"Owls hunt mice. [1] Another document says: {CAT.text} [2]",
        "notes": [],
    }
    assert readings(replace(state, answer=REFUSAL), there) == {"answer": REFUSAL, "notes": []}
