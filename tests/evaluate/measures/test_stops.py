"""The agent's decision to stop, against the evidence that it had."""

from dataclasses import replace

import pytest
from samples import trace_of

from ragkit.evaluate.golden.questions import Question, Support
from ragkit.evaluate.measures.stops import Decision, decisions, stop_scores
from ragkit.graphs.single.policy import GRADED
from ragkit.model.meter import Usage
from ragkit.state import Passage
from ragkit.trace import Step

OWL = Passage("owl", "Most owls hunt mice at night.", source="owls.md")
CAT = Passage("cat", "Most cats hunt by day.", source="cats.md")
ENOUGH, USED_UP, TOO_FEW = GRADED
ASKED = Question(
    "hunters", "Who hunts when?", "compare", "Owls at night, cats by day.", (), difficulty="easy",
    support=(Support("owls.md", "owls hunt mice at night"), Support("cats.md", "cats hunt by day")),
)  # fmt: skip


def flown(*graded):
    """A run of searches, each with its evidence and what the grader decided."""
    steps = []
    for passages, rule in graded:
        steps += [Step("use_tool", 0.1, Usage(), {"passages": passages}), Step("grade", 0.1, Usage(), {}, rule)]
    return replace(trace_of("?"), steps=tuple(steps))


def test_each_free_decision_is_compared_with_the_evidence_it_was_made_on():
    trace = flown(([OWL], TOO_FEW), ([OWL, CAT], ENOUGH))
    assert list(decisions(trace, ASKED)) == [Decision(stopped=False, complete=False), Decision(True, True)]


def test_a_forced_end_is_no_decision_and_a_question_without_an_answer_has_none():
    assert list(decisions(flown(([OWL], USED_UP)), ASKED)) == []
    outside = replace(ASKED, kind="out-of-domain", answer=None, support=())
    assert list(decisions(flown(([OWL], ENOUGH)), outside)) == []


def test_precision_is_over_stops_and_recall_over_complete_evidence():
    right, early, late = Decision(True, True), Decision(True, False), Decision(False, True)
    scores = stop_scores([[right], [early], [late, right]])
    assert scores["precision"].mean == pytest.approx(2 / 3) and scores["precision"].n == 3
    assert scores["recall"].mean == pytest.approx(2 / 3) and scores["recall"].n == 2
