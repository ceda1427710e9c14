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
    critics = {"approved", "insufficient", "exhausted", "unsure", "remembered", "stalled"}
    assert set(ISSUES) == critics | {"good", "off_topic", "partial_coverage"}


def test_the_gate_of_the_quality_gated_graph_is_come_back_to_from_both_its_ways_to_search_again():
    table = (
        Rule("off_topic", "decide_strategy", "another way"),
        Rule("partial_coverage", "rewrite_and_refine", "the part that is missing"),
        Rule("good", "ask_back", "it is good enough"),
    )
    story = ["off_topic", "partial_coverage", "good"]
    assert rehearse(table, story) == ["decide_strategy", "rewrite_and_refine", "ask_back"]


@pytest.mark.parametrize("web", [True, False])
@pytest.mark.parametrize("table", [CRAG, (Rule("insufficient", "search_web", "first"), *CRAG)])
def test_the_graph_takes_the_route_that_was_rehearsed(kit, table, web):
    """Nothing is ever answerable, and there are two retries."""
    opened = kit(model(answerable=0.1), web=FakeWeb(BAT) if web else None, depth="simple")
    trace = run(crag(table), "Who hunts mice?", opened)
    chosen = [step.rule.do for step in trace.steps if step.rule]
    assert chosen == rehearse(table, ["insufficient", "insufficient", "exhausted"], web)
