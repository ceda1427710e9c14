"""The panel draws the heat map anew when its rows or its system are chosen."""

from failing import MICE, WHO, case

from ragkit.evaluate.failures.tally import labelled
from ragkit.widgets import FailureMap
from ragkit.widgets.panels.failure_map import EVERY
from ragkit.widgets.panels.picture import PLOTLY

FOUND = labelled([case(WHO, "I don't know."), case(WHO, "A farmer.", system="hybrid"), case(MICE, "It eats 7 mice.")])


def rows(panel):
    (output,) = panel.picture.outputs
    return output["data"][PLOTLY]["data"][0]["y"]


def test_it_begins_with_the_kinds_of_all_systems():
    panel = FailureMap(FOUND)
    assert panel.system.options == (EVERY, "naive", "hybrid")
    assert rows(panel) == ["factual (2 wrong of 2)", "table (1 wrong of 1)"]


def test_another_choice_draws_it_anew():
    panel = FailureMap(FOUND)
    panel.by.value = "system"
    assert rows(panel) == ["naive (2 wrong of 2)", "hybrid (1 wrong of 1)"]
    panel.by.value, panel.system.value = "folder", "hybrid"
    assert rows(panel) == ["runs (1 wrong of 1)"]
