"""One agent with three tools: whole routes, what it chooses from, and every way in which it stops."""

from dataclasses import replace

import pytest
from fakes import model

from ragkit.graphs.single.best_effort import MARK
from ragkit.graphs.single.graph import single
from ragkit.graphs.single.policy import CHECKED, GRADED
from ragkit.graphs.single.state import Action, AgentState
from ragkit.graphs.single.use_tool import open_tools
from ragkit.model.recording import NotRecorded
from ragkit.runs.threads import checkpoints
from ragkit.runs.trace_file import load, save
from ragkit.state import REFUSAL
from ragkit.tools import TOOLS
from ragkit.trace import run

QUESTION = "Which animals hunt mice?"
DRAFT = ["generate", "verify", "check"]
ONCE = ["router", "use_tool", "grade", *DRAFT, "readings"]


@pytest.fixture
def ask(kit):
    """Runs the agent with a model that says what is given, on a kit with these settings."""

    def asked(settings=None, question=QUESTION, **said):
        return run(single(), question, kit(model(**said), **{"retry": False, **(settings or {})}))

    return asked


def actions(trace):
    return [step.wrote["actions"][-1] for step in trace.steps if step.node == "use_tool"]


def tools(trace):
    return [action.tool for action in actions(trace)]


def rules(trace, node):
    return [step.rule.when for step in trace.steps if step.node == node]


def test_a_simple_question_is_searched_once_graded_written_and_checked(ask):
    trace = ask()
    assert trace.route == ONCE and trace.answer == "Owls hunt mice at night [1]." and not trace.notes


def test_the_first_action_is_a_search_that_the_agent_chooses_by_its_odds(ask):
    (action,) = actions(ask(next={"B": 0.7, "A": 0.3}))
    assert action.tool == "semantic_search" and action.target == QUESTION
    assert action.odds == {"keyword_search": 0.3, "semantic_search": 0.7}


def test_a_complex_question_is_searched_in_both_ways_and_the_second_needs_no_choice(ask):
    trace = ask(route={"B": 0.9, "A": 0.1})
    assert tools(trace) == ["keyword_search", "semantic_search"] and actions(trace)[1].odds == {}
    assert rules(trace, "use_tool") == ["wide", "done"]


def test_a_question_is_complex_from_the_threshold_on(ask):
    assert len(actions(ask(route={"B": 0.6, "A": 0.4}, settings={"complex_route_from": 0.7}))) == 1


def test_too_few_helpful_passages_send_the_question_back_in_other_words(ask):
    trace = ask(helps=[0.9, 0.1, 0.9], keywords="river")
    assert trace.route == ["router", "use_tool", "grade", "rewrite", "use_tool", "grade", *DRAFT, "readings"]
    assert actions(trace)[1].target == f"{QUESTION} river"
    assert rules(trace, "grade") == ["too few", "enough"]


def test_a_passage_that_does_not_help_makes_room_and_does_not_come_back(ask):
    trace = ask(helps=[0.3, 0.1, 0.2, 0.9, 0.9, 0.9], next={"B": 1.0}, keywords="river")
    first, second = (step.wrote for step in trace.steps if step.node == "use_tool")
    _, worst, _ = (passage.id for passage in first["passages"])
    assert second["dropped"] == [worst] and worst not in {passage.id for passage in second["passages"]}


def test_the_best_two_passages_stay_however_little_they_help(ask):
    trace = ask(helps=[0.3, 0.1, 0.2, 0.05, 0.05, 0.05], next={"B": 1.0}, keywords="river", settings={"cycles": 2})
    first = next(step.wrote["passages"] for step in trace.steps if step.node == "use_tool")
    assert trace.passages[:2] == (first[0], first[2])


def test_a_claim_that_no_passage_states_is_what_is_searched_for_next(ask):
    trace = ask(stated=[0.1, 0.95], next=[{"A": 1.0}, {"B": 1.0}])
    assert rules(trace, "check") == ["not grounded", "grounded"]
    assert actions(trace)[1].target == "Owls hunt mice at night."


def test_after_the_last_cycle_the_answer_is_the_last_draft_and_says_so(ask):
    trace = ask(stated=0.1)
    assert trace.route.count("use_tool") == 3 and trace.route[-1] == "best_effort"
    assert trace.answer == f"{MARK}Owls hunt mice at night [1]."
    assert "after cycle 3" in trace.notes[-1] and "unsupported" in trace.notes[-1]


def test_best_effort_can_be_switched_off(ask):
    trace = ask(stated=0.1, settings={"best_effort": False, "cycles": 1})
    assert trace.refused and rules(trace, "check") == ["withheld"] and trace.route.count("use_tool") == 1


def test_after_the_last_cycle_a_draft_is_written_from_whatever_there_is(ask):
    trace = ask(helps=0.1, settings={"cycles": 2})
    assert rules(trace, "grade") == ["too few", "used up"] and "generate" in trace.route


def test_without_evidence_the_forced_answer_is_the_refusal(ask):
    trace = ask(question="zebra?", keywords="quagga", settings={"cycles": 1})
    assert trace.answer == REFUSAL and rules(trace, "check") == ["nothing"]


def test_a_tool_that_is_used_up_is_no_option(ask):
    state = AgentState(question=QUESTION, actions=[Action("keyword_search", "?")] * 2)
    assert open_tools(state) == ["semantic_search"]
    state.actions += [Action("semantic_search", "?")] * 2
    assert open_tools(state) == []


def test_when_every_tool_is_used_up_the_run_ends_before_its_cycles_do(ask):
    trace = ask(question="zebra?", helps=0.1, keywords="quagga", settings={"cycles": 5})
    assert tools(trace).count("keyword_search") == 2 and len(tools(trace)) < 6
    assert trace.refused or trace.answer.startswith(MARK)


def test_reading_on_takes_the_most_helpful_passage(ask):
    trace = ask(helps=[0.5, 0.1, 0.1, 0.9], next=[{"B": 1.0}, {"C": 1.0}], settings={"enough_passages": 3})
    read = [action for action in actions(trace) if action.tool == "read_passage"]
    first = trace.steps[1].wrote["passages"][0].id
    assert [action.target for action in read][:1] == [first]


def test_a_model_that_cannot_choose_does_not_end_the_run(ask):
    trace = ask(next="I would search.")
    assert trace.route == ONCE and tools(trace) == ["keyword_search"]
    assert any("could not choose" in note for note in trace.notes)


def test_a_judge_that_cannot_grade_does_not_use_up_the_cycles(ask):
    trace = ask(helps="perhaps")
    assert trace.route.count("use_tool") == 1 and any("could not judge" in note for note in trace.notes)


def test_memory_is_asked_only_where_a_threshold_was_chosen_for_it(ask):
    parametric = {"C": 1.0}
    assert "recall" not in ask(route=parametric).route
    trace = ask(route=parametric, recalled="Owls hunt mice.", settings={"exit_from": 0.8})
    assert trace.route == ["router", "recall", "readings"] and trace.answer == "Owls hunt mice."


def test_memory_that_the_closed_book_judge_does_not_trust_is_followed_by_a_search(ask):
    trace = ask(route={"C": 1.0}, recalled="Owls hunt mice.", known=0.5, settings={"exit_from": 0.8})
    assert trace.route[:3] == ["router", "recall", "use_tool"] and trace.answer == "Owls hunt mice at night [1]."


def test_the_route_of_the_same_question_is_remembered_and_said_so(kit):
    llm = model()
    opened = kit(llm)
    run(single(), QUESTION, opened)
    again = run(single(), f"Please, {QUESTION}", opened)
    assert llm.count("route") == 1 and f"earlier question: {QUESTION}" in again.notes[0]


def test_a_run_is_resumed_and_saved_with_its_actions(kit, tmp_path):
    opened = kit(model())
    with checkpoints(tmp_path / "runs.db") as saver:
        trace = run(single(), QUESTION, opened, saver, "one")
    saved = load(save(trace, tmp_path / "run.json"))
    assert actions(saved) == actions(trace)


def test_every_row_says_why():
    assert all(len(rule.why) > 20 for rule in (*GRADED, *CHECKED))


def test_a_reply_that_was_not_recorded_ends_the_run(ask, monkeypatch):
    def missing(*_):
        raise NotRecorded("asked owl-7b, which was not recorded")

    monkeypatch.setitem(TOOLS, "keyword_search", replace(TOOLS["keyword_search"], find=missing))
    assert ask(next={"A": 1.0}).failed == "asked owl-7b, which was not recorded"
