"""A policy without its graph goes where the graph would go."""

import pytest
from fakes import BAT, FakeWeb, model

from ragkit.course.exercises.rehearse import ISSUES, NO_ROW, rehearse
from ragkit.graphs.adaptive.policy import CONTEXT
from ragkit.graphs.crag.graph import crag
from ragkit.graphs.crag.policy import CRAG
from ragkit.state import Rule
from ragkit.trace import run


def test_a_route_ends_with_the_first_step_that_does_not_come_back_to_the_critic():
    assert rehearse(CRAG, ["insufficient", "approved", "insufficient"]) == ["rewrite", "generate"]
    assert rehearse(CRAG, []) == []


def test_a_table_without_a_row_says_so():
    table = (Rule("approved", "generate", "good"), Rule("insufficient", "rewrite", "again"))
    assert rehearse(table, ["insufficient", "insufficient"]) == ["rewrite", NO_ROW]


def test_the_table_of_the_critic_guided_graph_comes_back_from_plan():
    story = ["insufficient", "insufficient", "stalled", "approved"]
    assert rehearse(CONTEXT, story) == ["plan", "plan", "search_web"]
    assert rehearse(CONTEXT, story, web=False) == ["plan", "plan", "plan", "generate"]
    assert rehearse(CONTEXT, ["remembered"], web=False) == ["apologise"]
    assert rehearse(CONTEXT, ["unsure"], web=False) == ["plan"]


def test_an_unknown_finding_is_an_error():
    with pytest.raises(KeyError):
        rehearse(CRAG, ["sleepy"])
    assert set(ISSUES) == {"approved", "insufficient", "exhausted", "unsure", "remembered", "stalled"}


@pytest.mark.parametrize("web", [True, False])
@pytest.mark.parametrize("table", [CRAG, (Rule("insufficient", "search_web", "first"), *CRAG)])
def test_the_graph_takes_the_route_that_was_rehearsed(kit, table, web):
    """Nothing is ever answerable, and there are two retries."""
    opened = kit(model(answerable=0.1), web=FakeWeb(BAT) if web else None, depth="simple")
    trace = run(crag(table), "Who hunts mice?", opened)
    chosen = [step.rule.do for step in trace.steps if step.rule]
    assert chosen == rehearse(table, ["insufficient", "insufficient", "exhausted"], web)
