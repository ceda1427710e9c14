"""Lines of value against price: one a system with its band, the best one's name along the top."""

import pytest

from ragkit.evaluate.measures.outcome import Outcome
from ragkit.widgets import value_chart
from ragkit.widgets.charts.value import BAND, FAINT, STEPS, UP_TO

CORRECT, WRONG, NONE = Outcome(1, 0, 0), Outcome(0, 1, 0), Outcome(0, 0, 1)


def own(correct, wrong, abstained):
    return dict(enumerate([CORRECT] * correct + [WRONG] * wrong + [NONE] * abstained))


SYSTEMS = {"bold": own(6, 4, 0), "shy": own(0, 0, 10), "sure": own(4, 0, 6), "worse": own(3, 7, 0)}
"""Worth at p: .6 - .4 p, 0, .4 and .3 - .7 p. So bold is best up to .5, and sure from there on."""


def lines(figure):
    return {line.name: line for line in figure.data if line.name}


def bands(figure):
    return {band.legendgroup: band for band in figure.data if band.fill == "toself"}


def tops(figure):
    """The names along the top, each with the price in the middle of where it is best."""
    return {note.text: round(note.x, 3) for note in figure.layout.annotations if note.text.startswith("<b>")}


def uprights(figure):
    return [shape.x0 for shape in figure.layout.shapes if shape.x0 == shape.x1]


def test_each_system_is_a_line_from_its_accuracy_downwards():
    figure = value_chart(SYSTEMS)
    assert list(lines(figure)) == list(SYSTEMS)
    assert len(figure.data) == 2 * len(SYSTEMS)
    for name, (correct, wrong) in {"bold": (0.6, 0.4), "shy": (0, 0), "sure": (0.4, 0), "worse": (0.3, 0.7)}.items():
        line = lines(figure)[name]
        assert list(line.y) == pytest.approx([correct - price * wrong for price in line.x])
        assert (line.x[0], line.x[-1], len(line.x)) == (0, UP_TO, STEPS + 1)
    assert lines(figure)["bold"].hovertext[0].startswith("bold at 0.00: 0.600 [")


def test_a_band_is_the_interval_of_its_line_and_goes_with_it_in_the_legend():
    """Of sure the interval is that of 4 of 10; of who always abstains it has no width."""
    figure = value_chart(SYSTEMS)
    assert list(bands(figure)) == list(SYSTEMS)
    assert not any(band.showlegend for band in bands(figure).values())
    for name, band in bands(figure).items():
        line, n = lines(figure)[name], STEPS + 1
        below, above = band.y[:n], band.y[n:][::-1]
        assert all(low <= mean <= high for low, mean, high in zip(below, line.y, above, strict=True))
        assert list(band.x[:n]) == list(line.x)
        assert line.legendgroup == name
    assert set(bands(figure)["shy"].y) == {0}
    assert bands(figure)["sure"].y[0] < 0.4


def test_the_best_names_are_along_the_top_with_a_line_where_they_change():
    figure = value_chart(SYSTEMS)
    # on the grid of .05 both are worth .4 at .5, where bold comes first; so sure is best from .55 on
    assert tops(figure) == {"<b>bold</b>": 0.275, "<b>sure</b>": 1.775}
    assert uprights(figure) == pytest.approx([0.55])


def test_lines_that_are_best_somewhere_are_wide_and_their_bands_dark():
    figure = value_chart(SYSTEMS)
    assert {name: line.line.width for name, line in lines(figure).items()} == {
        "bold": 3, "shy": 1.5, "sure": 3, "worse": 1.5
    }  # fmt: skip
    assert {name: band.opacity for name, band in bands(figure).items()} == {
        "bold": BAND, "shy": FAINT, "sure": BAND, "worse": FAINT
    }  # fmt: skip


def test_one_system_that_is_best_at_every_price_is_named_once():
    figure = value_chart({"sure": SYSTEMS["sure"], "shy": SYSTEMS["shy"]})
    assert tops(figure) == {"<b>sure</b>": 1.5}
    assert uprights(figure) == []


def test_a_mark_is_a_line_and_the_axis_reaches_to_it():
    assert 1.0 in uprights(value_chart(SYSTEMS, mark=1))
    assert lines(value_chart(SYSTEMS, mark=1))["bold"].x[-1] == UP_TO
    far = value_chart(SYSTEMS, mark=5)
    assert lines(far)["bold"].x[-1] == 5
    assert 5 in uprights(far)
    assert 0 in uprights(value_chart(SYSTEMS, mark=0))


def test_a_system_without_a_graded_run_is_left_out():
    figure = value_chart({"lost": {"a": None, "b": None}, "empty": {}, **SYSTEMS})
    assert list(lines(figure)) == list(SYSTEMS)
    assert "nan" not in figure.to_json().lower()


@pytest.mark.parametrize("systems", [{}, {"lost": {"a": None}}])
def test_without_a_graded_run_the_chart_is_empty_and_says_so(systems):
    figure = value_chart(systems, mark=1)
    assert figure.layout.title.text == "no graded run" and len(figure.data) == 0


def test_more_systems_than_colours_are_told_apart_by_their_dashes():
    figure = value_chart({str(number): own(number, 1, 1) for number in range(20)})
    looks = {(line.line.color, line.line.dash) for line in lines(figure).values()}
    assert len(looks) == 20
