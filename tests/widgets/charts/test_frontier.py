"""A system is on the frontier when no other is as cheap and better."""

import pytest

from ragkit.score import score
from ragkit.widgets.charts.frontier import frontier, unbeaten


@pytest.mark.parametrize(
    ("points", "best"),
    [
        ({"a": (1, 0.5), "b": (2, 0.5)}, ["a"]),
        ({"a": (1, 0.5), "b": (1, 0.6)}, ["b"]),
        ({"a": (1, 0.5), "b": (1, 0.5)}, ["a", "b"]),
        ({"a": (1, 0.2), "b": (5, 0.6), "c": (9, 0.5)}, ["a", "b"]),
        ({}, []),
    ],
)
def test_what_costs_more_and_is_no_better_is_beaten(points, best):
    assert unbeaten(points) == best


def test_each_point_bears_its_interval_and_its_name():
    figure = frontier({"a": (score([10.0]), score([0, 1])), "c": (score([5.0]), score([1, 1]))}, "tokens", "right")
    line, points = figure.data
    assert list(points.text) == ["a", "c"]
    assert list(points.y) == [0.5, 1.0]
    assert list(points.error_y.array) == [0.5, 0.0]
    assert list(line.x) == [5.0]


def test_the_interval_of_the_cost_is_drawn_too_and_what_is_unknown_is_left_out():
    nothing = score([None])
    points = {"a": (score([10.0, 20.0]), score([0, 1])), "b": (nothing, score([1])), "c": (score([1.0]), nothing)}
    _, drawn = frontier(points, "cost", "right").data
    assert list(drawn.x) == [15.0]
    assert list(drawn.error_x.array) == [5.0]
    assert list(drawn.error_x.arrayminus) == [5.0]
    assert drawn.hovertext[0].startswith("a<br>cost 15.000 [10.000, 20.000] (n=2)")
