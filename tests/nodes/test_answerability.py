"""The gate: when the judge is asked, what denies a premise, and what lets a doubtful question pass."""

from datetime import date
from types import SimpleNamespace

import pytest
from fakes import model

from ragkit.judges import OddsJudge
from ragkit.nodes.answerability import answerability, denying, examined, unfounded
from ragkit.nodes.correct import CORRECTION, correct
from ragkit.nodes.excerpts import Excerpt
from ragkit.nodes.gated import Answerability, GatedState
from ragkit.settings import Settings
from ragkit.state import REFUSAL, Passage

DAM = Passage("dam", "The dam of Marren broke in 1950.", source="dam.md")
FERRY = Passage("ferry", "The ferry of Marren never broke.", source="ferry.md")
QUESTION = "Why did the dam of Marren break in 1951?"
PREMISE = "Did the dam of Marren break in 1951?"


def gate(question=QUESTION, passages=(DAM, FERRY), **said):
    return examined(question, passages, OddsJudge(model(**said)), lambda word: 1.0, Settings())


def test_a_premise_that_the_judge_believes_is_let_through_by_one_call():
    llm = model(premise=0.9)
    found, notes = examined(QUESTION, [DAM], OddsJudge(llm), lambda word: 1.0, Settings())
    assert found == Answerability("answerable", premise=PREMISE, odds=pytest.approx(0.9)) and notes == []
    assert len(llm.prompts) == 1


def test_a_premise_is_doubted_below_the_threshold():
    assert gate(premise=0.31)[0].verdict == "answerable" and gate(premise=0.29)[0].verdict == "unfounded"


def test_the_sentence_that_denies_most_is_the_correction():
    found, _ = gate(premise=0.1, denies=[0.85, 0.95])
    assert found.verdict == "false premise" and found.correction == "The ferry of Marren never broke. [2]"


def test_what_was_found_is_told_in_a_line():
    found, _ = gate(premise=0.1, denies=0.9)
    assert str(found) == f"false premise: {PREMISE} (0.10)" and str(Answerability(now=True)) == "answerable, about now"


def test_a_sentence_below_the_threshold_denies_nothing():
    found, _ = gate(premise=0.1, denies=0.79)
    assert found.verdict == "unfounded" and found.correction == ""


def test_a_sentence_is_judged_by_its_own_passage_alone():
    llm = model(denies=0.9)
    line = Excerpt(FERRY.text, 2, 1.0)
    assert denying(PREMISE, QUESTION, [DAM, FERRY], [line], OddsJudge(llm), 0.8)[0] == line.cited
    assert FERRY.text in llm.prompts[0] and DAM.text not in llm.prompts[0]


def test_what_could_not_be_judged_is_let_through_with_a_note():
    found, notes = gate(premise="Perhaps.")
    assert found.verdict == "answerable" and found.odds is None and "could not judge" in notes[0]
    _, notes = gate(premise=0.1, denies="Perhaps.")
    assert notes[0].startswith("passage [1] was not examined: ")


@pytest.mark.parametrize(
    "asked", ["Did the dam of Marren break?", "Did the dam of Lenne break in 1951?", "Did it break in 1951?"]
)
def test_without_a_number_or_where_no_passage_has_the_names_nothing_is_unfounded(asked):
    assert not unfounded(asked, [DAM, FERRY])


@pytest.mark.parametrize("question", ["Who hunts?", "What hunts mice now?"])
def test_a_question_without_a_premise_asks_no_model_and_searches_nothing(runtime, question):
    now = runtime(model())
    state = GatedState(question=question, passages=[DAM])
    wrote = answerability(state, now)
    assert wrote["gate"] == Answerability(now="now" in question) and wrote["passages"] == [DAM]
    assert now.context.llm.prompts == []


def test_a_year_to_come_that_no_passage_mentions_is_not_known_yet(runtime):
    wrote = answerability(GatedState(question="Who hunts mice in 2077?"), runtime(model(), today=date(2026, 1, 1)))
    assert wrote["gate"].verdict == "unknowable" and len(wrote["passages"]) == 3
    wrote = answerability(GatedState(question="Who hunts mice in 2077?"), runtime(model(), today=date(2077, 1, 1)))
    assert wrote["gate"].verdict == "answerable" and wrote["passages"] == []


def test_a_correction_is_the_sentence_and_its_only_claim():
    state = GatedState(question=QUESTION, gate=Answerability("false premise", correction="It broke in 1950. [1]"))
    wrote = correct(state, SimpleNamespace())
    assert wrote["answer"] == CORRECTION.format(sentence="It broke in 1950. [1]") and wrote["risk"] == 0.0
    assert [(claim.text, claim.support) for claim in wrote["claims"]] == [("It broke in 1950.", 1.0)]


def test_without_a_correction_it_is_a_refusal():
    for gate in (None, Answerability()):
        wrote = correct(GatedState(question="?", gate=gate), SimpleNamespace())
        assert wrote == {"answer": REFUSAL, "claims": [], "risk": 0.0}
