"""The structured judge: one form for all questions, and None for all where it could not be read."""

import json

import pytest
from fakes import OWL

from ragkit.judges import StructuredJudge
from ragkit.judges.structured import FORM
from ragkit.model.briefing import briefing
from ragkit.model.errors import ChatFailed
from ragkit.model.scripted import ScriptedLLM

EVIDENCE = ("Who hunts?", [OWL])
ASKED = ["Is it night?", "Is it day?", "Is it dusk?"]


def judged(reply, asked=ASKED):
    llm = ScriptedLLM(replies={FORM.partition("\n")[0]: reply})
    return StructuredJudge(llm).verdicts(*EVIDENCE, asked), llm.prompts


def test_numbers_of_ten_become_odds_in_the_order_of_the_questions():
    said, prompts = judged(json.dumps({"q2": 0, "q3": 10, "q1": 7}))
    assert said == ([0.7, 0.0, 1.0], "") and len(prompts) == 1


def test_the_questions_stand_numbered_behind_the_evidence():
    (prompt,) = judged(json.dumps({"q1": 7, "q2": 0, "q3": 10}))[1]
    shared, instruction = prompt.split(briefing(*EVIDENCE))
    assert shared.endswith("\n") and "\nq1: Is it night?\nq2: Is it day?\nq3: Is it dusk?" in instruction


@pytest.mark.parametrize(
    "filled",
    [
        {"q1": 11, "q2": 0, "q3": 5},
        {"q1": -1, "q2": 0, "q3": 5},
        {"q1": 0.5, "q2": 0, "q3": 5},
        {"q1": None, "q2": 0, "q3": 5},
        {"q1": 5, "q2": 5},
    ],
)
def test_a_number_out_of_range_or_left_out_leaves_all_ungraded_after_a_second_try(filled):
    said, prompts = judged(json.dumps(filled))
    assert said.odds == [None, None, None] and len(prompts) == 2
    assert said.note.startswith("the structured judge could not judge: Verdict could not be read after 2 tries")


def test_a_reply_that_is_no_form_leaves_all_ungraded():
    said, _ = judged("I think so.", ASKED[:2])
    assert said.odds == [None, None] and "I think so." in said.note


def test_a_model_that_does_not_reply_leaves_all_ungraded():
    class Dead(ScriptedLLM):
        def _generate(self, *_, **__):
            raise ChatFailed("nobody is there")

    said = StructuredJudge(Dead(replies={})).verdicts(*EVIDENCE, ASKED)
    assert said == ([None, None, None], "the structured judge could not judge: nobody is there")


def test_nothing_asked_asks_nobody():
    assert StructuredJudge(ScriptedLLM(replies={})).verdicts(*EVIDENCE, []) == ([], "")
