"""What a curve of risk and coverage comes to has intervals over questions."""

import math

import pytest

from benchmarks.selective import selective
from ragkit.evaluate.measures.risk_coverage import PRECISIONS, curve


def test_intervals_contain_what_they_are_of_and_n_counts_the_questions_without_a_draft_too():
    odds = [number / 40 for number in range(40)] + [None] * 10
    correct = [number % 3 > 0 if number > 12 else number % 5 == 0 for number in range(40)] + [0] * 10
    found, whole = selective(odds, correct), curve(odds, correct)
    assert found.area.low <= found.area.mean == whole.area <= found.area.high and found.area.n == 50
    assert set(found.covered) == set(PRECISIONS)
    for precision, share in found.covered.items():
        assert share.low <= share.mean == whole.at(precision) <= share.high and share.n == 50
    assert found == selective(odds, correct)


def test_without_a_question_nothing_is_told():
    with pytest.raises(ValueError, match="asked for risk and coverage, got no question"):
        selective([], [])


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_without_any_odds_the_area_is_not_known_and_nothing_is_covered():
    found = selective([None, None], [1, 0])
    assert math.isnan(found.area.mean) and [share.mean for share in found.covered.values()] == [0, 0]
