"""The live panel shows a run as it goes, and is low enough to be in view as a whole on a laptop."""

import re

import pytest
from fakes import model

from ragkit.state import REFUSAL
from ragkit.widgets import route_map
from ragkit.widgets.panels.live import Live

QUESTION = "Which animals hunt mice?"
SOON = 20  # seconds, for a scripted run
ROOM = 560
"""Pixels that JupyterLab leaves to a cell's output on a screen of 1366 x 768."""
BESIDES = 72
"""Pixels of the question box and of the row of buttons, with their margins."""
WORDS = 30
"""Pixels of the folded steps in words below the map."""


@pytest.fixture
def live(kit):
    shown = Live(kit(model()), QUESTION)
    shown.go.click()
    shown.background.wait(SOON)
    return shown


def test_the_answer_stands_between_the_question_and_the_map(live):
    order = [live.children.index(part) for part in (live.question, live.answer, live.map)]
    assert order == sorted(order)


def test_the_map_is_the_compact_one_of_the_run(live):
    assert live.map.value == route_map(live._graph, live.trace, compact=True).data


def test_question_answer_and_map_fit_on_a_laptop(live):
    height = float(re.search(r"viewBox='0 0 \d+ (\d+)'", live.map.value)[1])
    answer = int(live.answer.layout.max_height.removesuffix("px"))
    assert BESIDES + answer + height + WORDS <= ROOM
    assert live.answer.layout.overflow == "auto"  # a longer answer scrolls in its own box


def test_the_switches_are_folded_below_and_can_be_reached(live):
    assert live.children[-1].children == (live.switches.box,) and live.children[-1].selected_index is None


def test_a_live_run_ends_in_the_answer_card_and_the_whole_route(live):
    assert live.trace.answer == "Owls hunt mice at night [1]." and "Owls hunt mice at night" in live.answer.value
    assert live.status.value == "Done." and not live.go.disabled and live.halt.disabled
    nodes = "plan, retrieve, hop, context_critic, generate, verify, answer_critic, readings, remember"
    assert f"Route: {nodes}." in live.map.value


def test_a_part_that_is_switched_off_is_not_on_the_map_of_the_next_run(kit):
    live = Live(kit(model()), QUESTION)
    live.switches.parts["critic"].value = False
    live.ask()
    live.background.wait(SOON)
    assert "context_critic" not in live.map.value and "answer_critic" in live.map.value


def test_each_step_is_drawn_as_it_comes(kit):
    live, seen = Live(kit(model()), QUESTION), []
    live.map.observe(lambda change: seen.append(change["new"]), "value")
    live.ask()
    live.background.wait(SOON)
    assert [f"Step {n} of {n}," in drawn for n, drawn in enumerate(seen[1:-1], start=1)] == [True] * 9


def test_a_refusal_is_an_answer_and_an_empty_question_is_a_failure_that_says_so(kit):
    live = Live(kit(model(answerable=0.1, sufficient=0.1, relevant=0.1)), QUESTION)
    live.ask()
    live.background.wait(SOON)
    assert live.trace.answer == REFUSAL and live.status.value == "Done."
    live.question.value = ""
    live.ask()
    live.background.wait(SOON)
    assert live.status.value == "Ended without an answer." and "asked an empty question" in live.answer.value
