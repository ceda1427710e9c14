"""A planner that sees what its sub-agents find: every change of the plan, its odds, its budget and its end."""

import pytest
from fakes import model

from ragkit.graphs.hierarchy.graph import hierarchy
from ragkit.graphs.hierarchy.review import MOST, open_moves
from ragkit.graphs.hierarchy.state import PlanChange, PlanState, SubQuestion
from ragkit.runs.threads import checkpoints
from ragkit.runs.trace_file import load, save
from ragkit.trace import run

QUESTION = "Which animals hunt mice by day, and which ones do so at night?"
DAY, NIGHT = "Which animals hunt mice by day?", "Which animals hunt at night?"
SPLIT = "Split this question"
PARTS = f'{{"queries": ["{DAY}", "{NIGHT}"]}}'
END = ["merge", "synthesise", "verify", "check", "readings"]
REFINE, DROP, ADD = {"B": 0.8, "A": 0.2}, {"C": 1.0}, {"B": 1.0}
FINISH = GO_ON = {"A": 1.0}


@pytest.fixture
def ask(kit):
    def asked(moves=GO_ON, settings=None, **said):
        asked.llm = model(**{SPLIT: PARTS, "plan_move": moves} | said)
        return run(hierarchy(), QUESTION, kit(asked.llm, **settings or {}))

    return asked


def changes(trace):
    return [step.wrote["changes"][-1] for step in trace.steps if step.node == "review"]


def plan_of(trace):
    (*_, plan) = [step.wrote["plan"] for step in trace.steps if step.node == "review"]
    return plan


def test_the_parts_are_asked_one_after_the_other_with_a_look_at_the_plan_between(ask):
    trace = ask()
    assert trace.route == ["plan", "delegate", "review", "delegate", "review", *END]
    assert [change.what for change in changes(trace)] == ["go_on", "finish"]
    assert [step.rule.when for step in trace.steps if step.node == "review"] == ["open", "finished"]
    assert plan_of(trace)[0] == SubQuestion(1, DAY, "done", "Owls hunt mice at night.")


def test_the_planner_reads_what_was_found(ask):
    ask()
    prompts = [text for text in ask.llm.prompts if "What should be done now?" in text]
    assert f"- {DAY} Owls hunt mice at night." in prompts[0] and f"- {NIGHT}" in prompts[0]
    assert "Still to be asked, in this order:\nnothing" in prompts[1]


def test_the_next_question_is_refined_by_what_was_found_with_its_odds(ask):
    better = "Which owls hunt at night?"
    trace = ask(moves=[REFINE, FINISH], refined=better)
    assert changes(trace)[0] == PlanChange("refine", 2, NIGHT, better, {"go_on": 0.2, "refine": 0.8, "drop": 0.0})
    assert [one.query for one in plan_of(trace)] == [DAY, better]


def test_a_question_that_is_answered_already_is_dropped_and_never_asked(ask):
    trace = ask(moves=[DROP, FINISH])
    assert trace.route.count("delegate") == 1 and [one.fate for one in plan_of(trace)] == ["done", "dropped"]
    assert [change.what for change in changes(trace)] == ["drop", "finish"]
    assert [step.rule.when for step in trace.steps if step.node == "review"] == ["dropped", "finished"]


def test_a_missing_question_is_added_at_the_end(ask):
    trace = ask(moves=[GO_ON, ADD, FINISH], added="Which owls hunt mice?")
    assert trace.route.count("delegate") == 3 and plan_of(trace)[-1].query == "Which owls hunt mice?"


@pytest.mark.parametrize(
    ("wording", "reason"),
    [
        ("", "no single sentence"),
        ("Owls hunt. What else? And when?", "no single sentence"),
        ("Where did Caesar hunt mice?", "brings in Caesar"),
        (DAY, "in the plan already"),
        (QUESTION, "the whole question"),
    ],
)
def test_a_wording_that_is_no_question_about_this_changes_nothing_and_is_said(ask, wording, reason):
    trace = ask(moves=[REFINE, FINISH], refined=wording)
    assert [one.query for one in plan_of(trace)] == [DAY, NIGHT] and changes(trace)[0].what == "go_on"
    assert any("the plan was not changed" in note and reason in note for note in trace.notes)


def test_when_the_changes_are_used_up_the_plan_is_followed_without_a_choice(ask):
    trace = ask(moves=DROP, settings={"plan_changes": 0})
    assert [change.what for change in changes(trace)] == ["go_on", "finish"] and changes(trace)[0].odds == {}


def test_a_planner_that_always_adds_comes_to_an_end(ask):
    names = ["owls", "cats", "fish", "trees", "moss", "mice"]
    trace = ask(
        moves=[GO_ON, *[ADD] * 9], added=[f"Which {name} hunt?" for name in names], settings={"plan_changes": 6}
    )
    assert len(plan_of(trace)) <= MOST and trace.route[-1] in ("readings", "apologise")


def test_a_planner_that_cannot_choose_goes_on_and_says_so(ask):
    trace = ask(moves="I would go on.")
    assert [change.what for change in changes(trace)] == ["go_on", "finish"]
    assert any("could not choose" in note for note in trace.notes)


def test_a_question_that_cannot_be_split_is_a_plan_of_one(ask):
    trace = ask(**{SPLIT: "owls"})
    assert [one.query for one in plan_of(trace)] == [QUESTION]


def test_what_may_be_done_depends_on_the_plan_and_the_budget():
    state = PlanState(question="?", plan=[SubQuestion(1, "a?")])
    assert list(open_moves(state, 3)) == ["go_on", "refine", "drop"] and list(open_moves(state, 0)) == ["go_on"]
    state.plan = [SubQuestion(1, "a?", "done")]
    assert list(open_moves(state, 3)) == ["finish", "add"]
    state.plan = [SubQuestion(number, "a?", "done") for number in range(1, MOST + 1)]
    assert list(open_moves(state, 3)) == ["finish"]


def test_a_run_is_kept_and_saved_with_its_plan(kit, tmp_path):
    with checkpoints(tmp_path / "threads.db") as saver:
        trace = run(hierarchy(), QUESTION, kit(model(**{SPLIT: PARTS})), saver, "mice")
    assert load(save(trace, tmp_path / "run.json")) == trace
