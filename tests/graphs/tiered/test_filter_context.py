"""The context filter: a tier as a whole, then noise, relevance and contradiction, each with its reason."""

import pytest
from fakes import model

from ragkit.graphs.tiered.filter_context import UNJUDGED, beside_best, fate_of, grade_tier, noisy, superseded
from ragkit.judges import OddsJudge
from ragkit.state import Passage

OLD = Passage("old", "The dam has 12 gates.", source="dam-2029.md")
NEW = Passage("new", "The dam has 14 gates.", source="dam-2031.md")
BARE = Passage("bare", "The dam has 15 gates.", source="dam.md")
QUESTION = "How many gates has the dam?"


def out(*passages, question=QUESTION, corpus=()):
    return superseded(question, passages, lambda word: 1.0, corpus)


def test_the_older_of_two_that_disagree_is_left_out():
    assert out(OLD, NEW) == ({"old": "it is of 2029, and dam-2031.md of 2031 gives other numbers"}, [])
    assert out(NEW, OLD)[0].keys() == {"old"}


def test_of_two_that_disagree_undated_both_stay_with_a_note():
    found, notes = out(NEW, BARE)
    assert found == {} and notes == ["dam-2031.md and dam.md give different numbers"]
    month = Passage("month", "The dam has 16 gates.", source="dam-2031-05.md")
    assert out(NEW, month) == ({}, ["dam-2031.md and dam-2031-05.md give different numbers"])


def test_the_date_at_the_top_of_a_document_counts():
    top = Passage("top", "Last revised: May 2032.", source="dam.md")
    assert out(NEW, BARE, corpus=[top])[0].keys() == {"new"}


@pytest.mark.parametrize("other", [
    Passage("same", "The dam has 12 gates, all of steel.", source="report-2031.md"),
    Passage("matter", "The ferry takes 30 cars across the river every day.", source="ferry-2031.md"),
    Passage("none", "The dam has gates.", source="leaflet-2031.md"),
    Passage("self", "The dam has 14 gates.", source="dam-2029.md"),
])  # fmt: skip
def test_what_agrees_or_is_about_something_else_or_of_the_same_document_contradicts_nothing(other):
    assert out(OLD, other) == ({}, [])


def test_a_question_about_a_year_may_want_what_is_out_of_date():
    assert out(OLD, NEW, question="How many gates had the dam in 2029?") == ({}, [])


def test_a_passage_is_noise_that_says_nothing_or_nothing_new():
    again = Passage("again", "The DAM has 12 gates!", source="copy.md")
    assert list(noisy([OLD, again, Passage("short", "See also.")])) == ["again", "short"]
    assert noisy([OLD, NEW]) == {}


def test_a_tier_is_judged_as_a_whole_and_then_each_passage_with_all_in_view():
    llm = model(relevant=0.6, sufficient=0.5, answerable=0.3, helps=[0.9, 0.2])
    grade, odds, note = grade_tier(QUESTION, [OLD, NEW], OddsJudge(llm), answerable_from=0.3)
    assert grade.relevance == pytest.approx(0.6) and grade.sufficiency == pytest.approx(0.5)
    assert grade.answerability == pytest.approx(0.3) and grade.approved and grade.helpful == tuple(odds.values())
    assert odds == pytest.approx({"old": 0.9, "new": 0.2}) and note == "" and len(llm.prompts) == 5
    assert all(OLD.text in prompt and NEW.text in prompt for prompt in llm.prompts)


def test_the_passages_of_a_tier_that_does_not_answer_are_not_asked_about():
    llm = model(answerable=0.29, helps=0.9)
    grade, odds, _ = grade_tier(QUESTION, [OLD, NEW], OddsJudge(llm), answerable_from=0.3)
    assert not grade.approved and odds == {} and grade.helpful == () and len(llm.prompts) == 3
    assert beside_best([OLD, NEW], odds) == []


def test_a_tier_that_could_not_be_judged_is_not_rejected():
    grade, odds, note = grade_tier(QUESTION, [OLD, NEW], OddsJudge(model(answerable="perhaps")), answerable_from=0.3)
    assert grade.answerability is None and not grade.approved and "odds" in note
    assert odds == pytest.approx({"old": 0.9, "new": 0.9})


def test_of_a_tier_that_brought_nothing_no_grade_is_kept():
    llm = model()
    assert grade_tier(QUESTION, [], OddsJudge(llm), 0.3) == (UNJUDGED, {}, "") and llm.prompts == []


def test_what_helps_a_third_as_much_as_the_best_passage_is_kept_however_low_the_odds_are():
    assert beside_best([OLD, NEW, BARE], {"old": 0.2, "new": 0.07, "bare": 0.05}) == [OLD, NEW]
    assert beside_best([OLD, NEW, BARE], {"old": 0.9, "new": 0.26, "bare": None}) == [OLD, BARE]
    assert beside_best([OLD, NEW], {"old": None, "new": None}) == [OLD, NEW]


def test_every_passage_has_a_fate_and_every_fate_but_one_a_reason():
    odds = {"old": 0.9, "new": 0.9, "bare": 0.1}
    fates = [fate_of(p, {}, odds, {"old": "it is older"}, [NEW]) for p in (OLD, NEW, BARE)]
    assert [(one.fate, one.why) for one in fates] == [
        ("contradicted", "it is older"), ("kept", ""), ("irrelevant", "it helps much less than the best passage"),
    ]  # fmt: skip
    noise = fate_of(Passage("n", ""), {"n": "it has hardly a word"}, odds, {}, [])
    assert noise.fate == "noise" and noise.odds is None
    rejected = fate_of(OLD, {}, {}, {}, [])
    assert (rejected.fate, rejected.odds) == ("irrelevant", None) and "together" in rejected.why
