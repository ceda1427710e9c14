"""The gate: when the judge is asked, what denies a premise, and what lets a doubtful question pass."""

from datetime import date
from types import SimpleNamespace

import pytest
from fakes import model

from ragkit.graphs.tiered.gate.answerability import answerability, check_premise, unfounded
from ragkit.graphs.tiered.gate.correct import CORRECTION, correct
from ragkit.graphs.tiered.gate.state import Answerability, GateState
from ragkit.state import REFUSAL, Claim, Passage

DAM = Passage("dam", "The dam of Marren broke in 1950.", source="dam.md")
FERRY = Passage("ferry", "The ferry of Marren never broke.", source="ferry.md")
QUESTION = "Why did the dam of Marren break in 1951?"
PREMISE = "Did the dam of Marren break in 1951?"


NO = "No, the dam of Marren broke in 1950 [1]."
YES = "Yes, the dam of Marren broke in 1951 [1]."


@pytest.fixture
def gate(kit):
    """What the gate finds about the question, and its notes, with a model that says this."""

    def examine(passages=(DAM, FERRY), **said):
        return check_premise(Answerability(premise=PREMISE), QUESTION, passages, kit(model(**said)))

    return examine


def test_a_premise_that_the_judge_believes_is_let_through_by_one_call(kit):
    opened = kit(model(premise=0.9))
    found, notes = check_premise(Answerability(premise=PREMISE), QUESTION, [DAM], opened)
    assert found == Answerability("answerable", premise=PREMISE, odds=pytest.approx(0.9)) and notes == []
    assert len(opened.llm.prompts) == 1


def test_a_premise_is_doubted_below_the_threshold(gate):
    assert gate(premise=0.51, draft=NO)[0].verdict == "answerable"
    assert gate(premise=0.49, draft=NO)[0].verdict == "false premise"


def test_the_checked_no_to_a_doubted_premise_is_the_correction_with_its_claims(gate):
    found, _ = gate(premise=0.1, draft=NO)
    assert found.verdict == "false premise"
    assert found.correction == f'{NO} The document says: "The dam of Marren broke in 1950." [1]'
    assert [(claim.text, claim.support) for claim in found.claims] == [("No, the dam of Marren broke in 1950.", 1.0)]


def test_what_was_found_is_told_in_a_line(gate):
    found, _ = gate(premise=0.1, draft=NO)
    assert str(found) == f"false premise: {PREMISE} (0.10)" and str(Answerability(now=True)) == "answerable, about now"


@pytest.mark.parametrize(
    "said",
    [{"draft": NO, "fits": 0.1}, {"draft": f"{NO} The dam of Marren was old [1].", "stated": 0.1}, {"draft": YES}],
)
def test_a_no_that_would_not_go_out_as_an_answer_and_an_unsupported_yes_deny_nothing(gate, said):
    found, _ = gate(premise=0.1, **said)
    assert found.verdict == "unfounded" and found.correction == "" and found.claims == []


def test_a_checked_yes_to_a_doubted_premise_lets_the_question_pass(gate):
    flood = Passage("flood", "In 1951 the dam of Marren broke again.", source="flood.md")
    assert gate([DAM, flood], premise=0.1, draft="Yes, the dam of Marren broke in 1951 [2].")[0].verdict == "answerable"


def test_what_could_not_be_judged_is_let_through_with_a_note(gate):
    found, notes = gate(premise="Perhaps.")
    assert found.verdict == "answerable" and found.odds is None and "could not judge" in notes[0]
    found, notes = gate(premise=0.1, draft=NO, fits="Perhaps.")
    assert found.verdict == "unfounded" and "could not judge" in notes[0]


@pytest.mark.parametrize(
    "asked", ["Did the dam of Marren break?", "Did the dam of Lenne break in 1951?", "Did it break in 1951?"]
)
def test_without_a_number_or_where_no_passage_has_the_names_nothing_is_unfounded(asked):
    assert not unfounded(asked, [DAM, FERRY])


@pytest.mark.parametrize("question", ["Who hunts?", "What hunts mice now?"])
def test_a_question_without_a_premise_asks_no_model_and_searches_nothing(runtime, question):
    now = runtime(model())
    state = GateState(question=question, passages=[DAM])
    wrote = answerability(state, now)
    assert wrote["gate"] == Answerability(now="now" in question) and wrote["passages"] == [DAM]
    assert now.context.llm.prompts == []


def test_a_year_to_come_that_no_passage_mentions_is_not_known_yet(runtime):
    wrote = answerability(GateState(question="Who hunts mice in 2077?"), runtime(model(), today=date(2026, 1, 1)))
    assert wrote["gate"].verdict == "unknowable" and len(wrote["passages"]) == 3
    wrote = answerability(GateState(question="Who hunts mice in 2077?"), runtime(model(), today=date(2077, 1, 1)))
    assert wrote["gate"].verdict == "answerable" and wrote["passages"] == []


def test_a_correction_is_the_answer_with_its_claims_and_their_risk():
    claims = [Claim("It broke in 1950.", 1.0), Claim("It was old.", 0.5)]
    state = GateState(question=QUESTION, gate=Answerability("false premise", correction=NO, claims=claims))
    wrote = correct(state, SimpleNamespace())
    assert wrote == {"answer": CORRECTION.format(correction=NO), "claims": claims, "risk": 0.25}


def test_without_a_correction_it_is_a_refusal():
    for gate in (None, Answerability()):
        wrote = correct(GateState(question="?", gate=gate), SimpleNamespace())
        assert wrote == {"answer": REFUSAL, "claims": [], "risk": 0.0}
