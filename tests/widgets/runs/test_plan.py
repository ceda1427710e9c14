"""The picture of a plan: as it was first, and after each look at it."""

from fakes import model

from ragkit.graphs import hierarchy
from ragkit.trace import run
from ragkit.widgets import plan_view

QUESTION = "Which animals hunt mice by day, and which ones do so at night?"
PARTS = '{"queries": ["Which animals hunt mice by day?", "Which animals hunt at night?"]}'


def drawn(kit, moves, **said):
    return plan_view(
        run(hierarchy(), QUESTION, kit(model(**{"Split this question": PARTS, "plan_move": moves} | said)))
    ).data


def test_what_was_found_and_what_was_dropped_is_seen(kit):
    html = drawn(kit, [{"C": 0.9, "A": 0.1}, {"A": 1.0}])
    assert "the planner drops question 2 <small>(drop .90, go_on .10, refine .00)</small>" in html
    assert "<del>Which animals hunt at night?</del> dropped" in html and "found: Owls hunt mice at night." in html


def test_a_reworded_question_is_seen_before_and_after(kit):
    html = drawn(kit, [{"B": 1.0}, {"A": 1.0}], refined="Which owls hunt at night?")
    assert "the planner rewords question 2" in html
    assert html.index("<li>Which animals hunt at night?</li>") < html.index("Which owls hunt at night?")


def test_a_plan_that_was_not_changed_says_so_after_each_finding(kit):
    html = drawn(kit, {"A": 1.0})
    assert html.count("goes on with the plan as it is") == 1 and html.count("has what it needs") == 1
