"""What a race over made rows saves, loses and flatters, by hand."""

from dataclasses import replace

import pytest
from samples import ROW

from benchmarks.race import race_table, raced
from ragkit.evaluate.study import ENOUGH

QUESTIONS = [f"q{number:02}" for number in range(ENOUGH + 8)]


def rows(**right):
    """The rows of some systems; each says from which question on it is wrong."""
    found = []
    for system, until in right.items():
        for number, question in enumerate(QUESTIONS):
            found.append(replace(ROW, system=system, question=question, right=float(number < until), held=None))
    return found


def test_a_system_that_is_always_wrong_is_left_behind_and_the_choice_stays():
    found = raced(rows(good=99, bad=0), ("good", "bad"), QUESTIONS[:-4], 1.0)
    # the bad one is asked until it may be left behind, the good one to the end of the sample
    sample = len(QUESTIONS) - 4
    assert found["runs"] == pytest.approx((sample + ENOUGH) / (2 * sample))
    assert (found["same"], found["lost"], found["flattered"]) == (1.0, 0.0, 0.0)


def test_a_winner_by_luck_is_flattered_by_what_the_other_questions_say():
    # right on the sample and wrong on all others: 1 there, and -1 elsewhere
    sample = QUESTIONS[:-4]
    found = raced(rows(lucky=len(sample), bad=0), ("lucky", "bad"), sample, 1.0)
    assert (found["flattered"], found["lost"]) == (2.0, 0.0)


def test_the_table_has_a_row_for_each_folder_and_price():
    one = {"mean": 0.5, "low": 0.25, "high": 0.75, "n": 4, "ungraded": 0}
    race = {"folder": "owls", "price": 1.0} | dict.fromkeys(("runs", "same", "lost", "flattered"), one)
    *_, row = race_table({"races": [race]}).splitlines()
    assert row == "| owls | 1 | 0.50 | 0.50 | +0.50 [+0.25, +0.75] | +0.50 [+0.25, +0.75] |"
    assert race_table({}) == "Not run yet.\n"
