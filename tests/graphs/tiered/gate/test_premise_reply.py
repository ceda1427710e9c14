"""A premise is asked as a question of its own, and the reply is checked as any answer is."""

import pytest
from fakes import ASKED, CAT, OWL, model

from ragkit.graphs.tiered.gate.premise_reply import denies, reply_to
from ragkit.state import REFUSAL

PREMISE = "Do most owls hunt mice at noon?"
NO = "No, most owls hunt mice at night [1]."


def test_the_reply_is_written_and_checked_with_the_premise_as_its_question(kit):
    opened = kit(model(draft=NO))
    reply = reply_to(PREMISE, [OWL, CAT], opened)
    assert reply.text == NO and reply.is_grounded and reply.is_no and reply.notes == []
    assert [(claim.support, claim.evidence) for claim in reply.claims] == [(1.0, "owl")]
    counts = [opened.llm.count(call) for call in ("draft", "fits", "stated")]
    assert counts == [1, 1, 0] and len(opened.llm.prompts) == 2
    assert all(f"Question: {PREMISE}" in prompt for prompt in opened.llm.prompts)


@pytest.mark.parametrize(
    "said", [{"fits": 0.0}, {"fits": "Perhaps."}, {"draft": f"{NO} Cats hunt mice at noon [2].", "stated": 0.0}]
)
def test_a_no_that_would_not_go_out_as_an_answer_is_none(kit, said):
    reply = reply_to(PREMISE, [OWL, CAT], kit(model(**{"draft": NO} | said)))
    assert denies(reply.text) and not reply.is_grounded and not reply.is_no


def test_what_is_said_beside_the_no_is_checked_claim_by_claim(kit):
    opened = kit(model(draft=f"{NO} Most cats hunt mice by day [2]."))
    reply = reply_to(PREMISE, [OWL, CAT], opened)
    assert reply.is_no and [claim.support for claim in reply.claims] == [1.0, 1.0]
    (asked,) = [prompt for prompt in opened.llm.prompts if ASKED["stated"] in prompt]
    assert "Most cats hunt mice by day." in asked.rpartition("\n\n")[2] and "No, most owls" not in asked


def test_a_no_with_a_name_that_no_passage_has_is_none(kit):
    reply = reply_to(PREMISE, [OWL, CAT], kit(model(draft="No, most owls hunt mice in Paris at night [1].")))
    assert not reply.is_grounded and not reply.is_no
    assert [(claim.support, claim.missing) for claim in reply.claims] == [(0.0, ("Paris",))]


def test_a_refusal_is_no_denial(kit):
    assert not reply_to(PREMISE, [OWL], kit(model(draft=REFUSAL))).is_no


@pytest.mark.parametrize("reply", ["No.", "no, never", "*No*, it did not.", "None of them.", "Never since 1950."])
def test_a_reply_that_begins_with_a_no_denies(reply):
    assert denies(reply)


@pytest.mark.parametrize("reply", ["", "Yes.", "Nobel won it.", "It did not.", "Yes, no data were lost."])
def test_any_other_reply_does_not(reply):
    assert not denies(reply)
