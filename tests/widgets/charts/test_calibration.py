"""The calibration picture shows every judged case on its side, the threshold, and how many were not judged."""

import pytest

from ragkit.evaluate.judging.calibration import calibrate
from ragkit.widgets import calibration_plot

ODDS = [0.9, 0.8, 0.7, None, 0.4, 0.3, 0.2, 0.75]
LABELS = [True, True, True, True, False, False, False, False]


def plot(names=()):
    return calibration_plot(ODDS, LABELS, calibrate(ODDS, LABELS), names)


def test_true_and_false_cases_lie_in_rows_of_their_own_with_symbols_of_their_own():
    false, true = plot().data
    assert list(true.x) == [0.7, 0.8, 0.9]
    assert list(false.x) == [0.2, 0.3, 0.4, 0.75]
    assert all(0.5 < y < 1.5 for y in true.y)
    assert all(-0.5 < y < 0.5 for y in false.y)
    assert true.marker.symbol != false.marker.symbol


def test_the_row_labels_count_what_was_judged_and_what_was_not():
    assert plot().layout.yaxis.ticktext == ("false (n=4)", "true (n=3, 1 ungraded)")


def test_the_threshold_is_drawn_and_said_and_the_title_holds_the_tested_number():
    found, figure = calibrate(ODDS, LABELS), plot()
    assert found.threshold in [line.x0 for line in figure.layout.shapes]
    assert figure.layout.annotations[0].text == f"threshold {found.threshold:.3f}"
    assert f"{found.tested:.3f}" in figure.layout.title.text
    assert f"{found.auc:.3f}" in figure.layout.title.text


def test_a_mark_says_which_case_it_is():
    hover = [text for row in plot([f"case {i}" for i in range(len(ODDS))]).data for text in row.hovertext]
    assert "0.900 case 0" in hover


def test_odds_labels_and_names_must_be_as_many():
    with pytest.raises(ValueError):
        calibration_plot(ODDS[:-1], LABELS, calibrate(ODDS, LABELS))
