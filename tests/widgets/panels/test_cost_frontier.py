"""Prices that are moved move the points; no system without a cost or a quality is drawn."""

from dataclasses import replace

import pytest
from samples import ROW

from ragkit.settings import Price
from ragkit.widgets import CostFrontier
from ragkit.widgets.panels.picture import PLOTLY

SMALL = replace(ROW, system="small", evaluated=900, reused=0, generated=10, critic_tokens=(100, 0, 1), faithfulness=0.9)
LARGE = replace(SMALL, key="k2", system="large", critic_tokens=(500, 0, 100), faithfulness=0.95)
SENT = {"noise": "conflict", "passed": False}
ROWS = [replace(SMALL, **SENT), replace(LARGE, **SENT), replace(ROW, key="k3", system="naive")]


def drawn(panel):
    (output,) = panel.picture.outputs
    line, points = output["data"][PLOTLY]["data"]
    return line, points


def test_it_begins_with_the_critics_cost_and_the_f1_of_those_that_have_one():
    panel = CostFrontier(ROWS, Price(1.0, 0.0, 10.0))
    assert {name: cost.mean for name, (cost, _) in panel.points.items()} == {
        "small": pytest.approx(1.1), "large": pytest.approx(15.0),  # 10,000 * (100 + 10) and (500 + 1000) millionths
    }  # fmt: skip
    assert drawn(panel)[1]["text"] == ["small", "large"]


def test_a_moved_price_and_another_choice_draw_it_anew():
    panel = CostFrontier(ROWS, Price(1.0, 0.0, 10.0))
    panel.prices["generated"].value = 0.0
    assert panel.points["large"][0].mean == pytest.approx(5.0)
    panel.calls.value, panel.quality.value = "all calls", "faithfulness"
    assert panel.points["large"][0].mean == pytest.approx(9.0)
    assert panel.points["large"][1].mean == 0.95
    assert drawn(panel)[1]["y"] == [0.9, 0.95]


def test_without_rows_it_is_empty():
    assert CostFrontier([]).points == {}
