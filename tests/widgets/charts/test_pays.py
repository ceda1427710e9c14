"""Where a part pays: coloured where that is shown, and marked at the break-even price."""

import pytest

from ragkit.evaluate.measures.outcome import Outcome
from ragkit.widgets.charts.pays import BETTER, COLOURS, NAMES, OPEN, STEPS, UP_TO, WORSE, pays_chart

CORRECT, WRONG, NONE = Outcome(1, 0, 0), Outcome(0, 1, 0), Outcome(0, 0, 1)


def own(correct, wrong, abstained):
    return dict(enumerate([CORRECT] * correct + [WRONG] * wrong + [NONE] * abstained))


BOLD, SHY = own(10, 20, 0), own(0, 0, 30)
"""Who abstains gives up a third and avoids two thirds: its advantage is (2 p - 1) / 3."""


def cells(figure):
    """The colours of each part by its name, a number a price."""
    heat = figure.data[0]
    return dict(zip(heat.y, heat.z, strict=True)), list(heat.x)


def test_a_part_that_gives_up_correct_answers_is_red_at_first_then_open_and_pays_at_last():
    found, prices = cells(pays_chart({"abstain": (SHY, BOLD)}))
    (row,) = found.values()
    assert (prices[0], prices[-1], len(row)) == (0, UP_TO, STEPS + 1)
    assert (row[0], row[prices.index(0.5)], row[-1]) == (WORSE, OPEN, BETTER)
    assert list(row) == sorted(row)  # it never changes back


def test_the_mark_is_the_break_even_price_and_a_part_without_one_on_the_axis_has_none():
    figure = pays_chart(
        {
            "abstain": (SHY, BOLD),
            "the same": (BOLD, BOLD),  # at any price
            "answer": (BOLD, SHY),  # at no price from which on
            "dear": (own(0, 0, 30), own(25, 5, 0)),  # 25 / 5 is beyond the axis
        }
    )
    marks = figure.data[1]
    assert list(marks.y) == ["abstain", "the same", "answer", "dear"]
    assert marks.x[0] == pytest.approx(0.5) and list(marks.x[1:]) == [None, None, None]
    assert marks.name == "break-even price"


def test_what_makes_no_difference_is_open_at_every_price():
    found, _ = cells(pays_chart({"nothing": (BOLD, BOLD)}))
    assert set(found["nothing"]) == {OPEN}


def test_one_question_shows_nothing_though_its_interval_has_no_width():
    found, _ = cells(pays_chart({"one": ({"a": NONE}, {"a": WRONG})}))
    assert set(found["one"]) == {OPEN}


def test_parts_without_a_question_in_common_are_left_out():
    figure = pays_chart({"apart": ({"a": NONE}, {"b": WRONG}), "lost": ({"a": None}, {"a": NONE}), "is": (SHY, BOLD)})
    assert list(cells(figure)[0]) == ["is"] == list(figure.data[1].y)
    assert pays_chart({}).to_json()


def test_each_number_has_one_plain_colour_which_the_legend_explains():
    figure = pays_chart({"abstain": (SHY, BOLD)})
    scale = figure.data[0].colorscale
    for number, colour in COLOURS.items():
        at = (number - WORSE) / (BETTER - WORSE)
        below = [c for place, c in scale if place <= at]
        above = [c for place, c in scale if place >= at]
        assert below[-1] == above[0] == colour
    legend = {entry.name: entry.marker.color for entry in figure.data[2:]}
    assert legend == {NAMES[number]: colour for number, colour in COLOURS.items()}
