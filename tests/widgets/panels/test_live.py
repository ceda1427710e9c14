"""The live panel is low enough that question, answer and map are in view together on a laptop."""

import re

import pytest
from fakes import model

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
    shown.ask()
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
