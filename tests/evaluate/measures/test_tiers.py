"""`evaluate/measures/tiers.py` names the tier that a run's answer comes from."""

from dataclasses import replace

import pytest
from samples import trace_of

from ragkit.evaluate.measures.tiers import answered_from
from ragkit.model.meter import Usage
from ragkit.state import REFUSAL
from ragkit.trace import Step


def step(node, **wrote):
    return Step(node, 0.1, Usage(), wrote)


ARCHIVES = (step("recall", exit_bar=None, recalled=""), step("search_archive", asked=["birds"]))
WEB = (*ARCHIVES, step("search_web", asked=["birds", "web"]))
EXIT = (step("recall", exit_bar=0.9, recalled="At night."), step("closed_book_critic", answer="At night."))


@pytest.mark.parametrize(("steps", "tier"), [
    (ARCHIVES, "birds"), (WEB, "web"), (EXIT, "memory"), ((*EXIT, *ARCHIVES), "birds"),
    ((step("answerability"), step("correct")), "correction"), ((step("retrieve"), step("generate")), ""), ((), ""),
])  # fmt: skip
def test_an_answer_comes_from_the_tier_that_was_asked_last(steps, tier):
    assert answered_from(replace(trace_of("owl"), steps=steps)) == tier


def test_a_refusal_and_a_failed_run_come_from_no_tier():
    trace = replace(trace_of("owl"), steps=ARCHIVES)
    assert answered_from(replace(trace, answer=REFUSAL)) == answered_from(replace(trace, failed="away")) == ""
