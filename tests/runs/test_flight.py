"""A run flown again from one of its steps: the same without a change, another end with one."""

import pytest
from fakes import ASKED, FISH, model
from langgraph.checkpoint.serde import jsonplus

from ragkit.graphs import hybrid, single, team
from ragkit.runs.flight import again, state_before
from ragkit.trace import run

QUESTION = "Which animals hunt mice?"
SPLIT = "Split this question"


@pytest.fixture
def flown(kit):
    """A run of `single` that had to search twice, its kit, and the model."""
    llm = model(helps=[0.9, 0.1, 0.9], keywords="river", next=[{"A": 1.0}, {"B": 1.0}, {"A": 1.0}])
    opened = kit(llm)
    return run(single(), QUESTION, opened), opened, llm


def place(trace, node):
    return trace.route.index(node)


def test_without_a_change_it_ends_as_it_did_and_asks_nothing_of_what_came_before(flown):
    trace, kit, llm = flown
    asked = llm.count("route")
    second = again(single(), trace, kit, place(trace, "generate"))
    assert (second.route, second.answer) == (trace.route, trace.answer) and llm.count("route") == asked
    assert second.steps[: place(trace, "generate")] == trace.steps[: place(trace, "generate")]


def test_the_classes_of_the_state_are_read_back_without_a_warning(flown, caplog):
    trace, kit, _ = flown
    jsonplus._warned_unregistered_types.clear()  # each class is told only once in a process
    with caplog.at_level("WARNING"):
        again(single(), trace, kit, place(trace, "generate"))
    assert not [record for record in caplog.records if "unregistered" in record.getMessage()]


def test_an_edited_reply_of_a_tool_leads_to_another_answer(flown):
    trace, kit, llm = flown
    llm.replies[ASKED["draft"]] = "Fish swim [1]."
    second = again(single(), trace, kit, place(trace, "generate"), passages=[FISH])
    assert second.answer.startswith("Fish swim") and second.passages == (FISH,)


def test_a_forbidden_action_is_not_taken(flown):
    trace, kit, _ = flown
    first = place(trace, "use_tool")
    second = again(single(), trace, kit, first, forbidden=["keyword_search"])
    tools = [step.wrote["actions"][-1].tool for step in second.steps if step.node == "use_tool"]
    assert "keyword_search" not in tools and tools


def test_when_every_action_is_forbidden_the_run_still_ends_and_says_so(flown):
    trace, kit, _ = flown
    names = ["keyword_search", "semantic_search", "read_passage"]
    second = again(single(), trace, kit, place(trace, "use_tool"), forbidden=names)
    assert second.refused and any("no tool is open" in note for note in second.notes)


def test_it_can_begin_before_the_first_step(flown):
    trace, kit, _ = flown
    second = again(single(), trace, kit, 0, forbidden=["semantic_search"])
    assert second.route[0] == "router" and second.answer


def test_the_state_before_a_step_is_what_the_steps_before_it_wrote(flown):
    trace, _, _ = flown
    graph = single()
    assert state_before(graph, trace, 0)["passages"] == []
    after_first = state_before(graph, trace, 2)
    assert after_first["passages"] == trace.steps[1].wrote["passages"] and len(after_first["moves"]) == 2


def test_workers_that_run_at_the_same_time_are_taken_together(kit):
    llm = model(**{SPLIT: '{"queries": ["Which animals hunt?", "Which animals hunt mice?"]}'})
    opened = kit(llm)
    trace = run(team(), QUESTION, opened)
    with pytest.raises(ValueError, match="at the same time"):
        again(team(), trace, opened, 2)
    assert again(team(), trace, opened, place(trace, "verify")).answer == trace.answer


@pytest.mark.parametrize(
    ("before", "changes", "said"),
    [(99, {}, "has steps 0 to"), (-1, {}, "asked for step -1"), (1, {"mood": 1}, "no field mood")],
)
def test_what_is_not_there_is_a_sentence(flown, before, changes, said):
    trace, kit, _ = flown
    with pytest.raises(ValueError, match=said):
        again(single(), trace, kit, before, **changes)


def test_a_run_of_another_graph_is_refused(flown):
    trace, kit, _ = flown
    with pytest.raises(ValueError, match="this graph has not"):
        again(hybrid(), trace, kit, 0)
