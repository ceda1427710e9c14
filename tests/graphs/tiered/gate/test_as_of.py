"""An answer about now says as of when it is, and its date states nothing that a claim could be made of."""

import pytest

from ragkit.graphs.tiered.date_of import date_of, dates_of
from ragkit.graphs.tiered.gate.as_of import UNDATED, with_date
from ragkit.graphs.tiered.gate.correct import CORRECTION
from ragkit.judges.claims import split
from ragkit.model.scripted import ScriptedLLM
from ragkit.state import REFUSAL, Passage

NEW = Passage("new", "Mara leads the lab.", source="lab.md", section="The lab, May 2031")
OLD = Passage("old", "Ada led the lab.", source="lab-2029.md")
BARE = Passage("bare", "It is a lab.", source="it.md")
QUESTION = "Who leads the lab now?"


def test_the_date_is_that_of_the_cited_passage():
    assert with_date(QUESTION, "Mara leads it. [2]", [OLD, NEW]).endswith(
        "This is as of 2031-05, the date of the source."
    )


def test_of_several_dates_the_oldest_counts():
    assert " as of 2029, " in with_date(QUESTION, "Mara leads it. [2] Ada did. [1]", [OLD, NEW])


@pytest.mark.parametrize("answer", ["It is a lab. [1]", "Mara leads it.", "Mara leads it. [9]"])
def test_without_a_date_the_answer_says_so(answer):
    assert with_date(QUESTION, answer, [BARE]) == f"{answer} {UNDATED}"


@pytest.mark.parametrize(
    ("question", "answer"), [("Who leads the lab?", "Mara. [1]"), (QUESTION, REFUSAL), (QUESTION, "")]
)
def test_other_answers_stay_as_they_are(question, answer):
    assert with_date(question, answer, [NEW]) == answer


def test_the_date_and_the_words_of_a_correction_are_no_claims():
    dated = with_date(QUESTION, "Mara leads the lab. [1]", [NEW])
    undated = with_date(QUESTION, "Mara leads the lab. [1]", [BARE])
    corrected = CORRECTION.format(correction="Mara leads the lab. [1]")
    for answer in (dated, undated, corrected):
        assert split(ScriptedLLM(replies={}), answer, QUESTION) == (["Mara leads the lab."], "")


def test_a_document_is_dated_at_its_top_or_where_it_says_so():
    top = Passage("top", "# It\n\n*Press desk, 2 April 2029*", source="it.md")
    assert date_of(BARE, [top, NEW]) == "2029-04-02" and date_of(BARE) == "" and date_of(OLD) == "2029"
    own = Passage("own", "As of June 2031, it is open.", source="lab-2029.md")
    assert date_of(own) == "2031-06"
    assert dates_of([NEW, OLD, BARE], []) == ["2029", "2031-05"]


def test_the_more_exact_date_of_a_document_counts():
    top = Passage("top", "Updated: 3 May 2031", source="lab-2029.md")
    assert date_of(OLD, [top]) == "2031-05-03"
