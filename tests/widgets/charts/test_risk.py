"""Risk against coverage, a line for each kind of odds."""

import pytest

from ragkit.evaluate.measures.risk_coverage import curve
from ragkit.widgets import risk_chart

CURVES = {"perfect": curve([0.9, 0.8, 0.7, 0.6], [1, 1, 0, 0]), "reversed": curve([0.6, 0.7, 0.8, 0.9], [1, 1, 0, 0])}
"""Areas of 5/24 and 19/24, worked out in `tests/evaluate/measures/test_risk_coverage.py`."""


def test_each_curve_is_a_line_in_steps_named_with_its_area():
    figure = risk_chart(CURVES)
    perfect, other = figure.data
    assert (perfect.name, other.name) == ("perfect (area 0.21)", "reversed (area 0.79)")
    assert list(perfect.x) == [0.25, 0.5, 0.75, 1.0]
    assert list(perfect.y) == pytest.approx([0, 0, 1 / 3, 1 / 2])
    assert {line.line.shape for line in figure.data} == {"hv"}
    assert perfect.line.color != other.line.color


def test_dotted_lines_are_at_the_risks_that_a_reader_may_insist_on():
    figure = risk_chart(CURVES)
    assert [shape.y0 for shape in figure.layout.shapes] == pytest.approx([0.1, 0.05])
    assert [note.text for note in figure.layout.annotations] == ["90% correct", "95% correct"]
    assert figure.layout.xaxis.range == figure.layout.yaxis.range == (0, 1)


def test_without_curves_or_drafts_there_are_axes_and_no_point():
    assert len(risk_chart({}).data) == 0
    (line,) = risk_chart({"none": curve([None], [0])}).data
    assert list(line.x) == []
    assert line.name == "none (area nan)"
