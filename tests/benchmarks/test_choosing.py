"""What lines in the place of a draft bring, and what an oracle would get from the same answers."""

from dataclasses import replace

import pytest
from samples import ROW

from benchmarks.choosing import ASKED, DRAFT, LINES, Pair, on_test, summed

MORE = ("hybrid, three passages", "naive")


def answers(system, *right):
    """The rows of a system's answers to the questions a, b, c and so on."""
    return [replace(ROW, system=system, question=id, right=one) for id, one in zip("abcd", right, strict=False)]


def test_a_draft_stays_from_the_threshold_on_and_the_oracle_takes_the_better():
    rules = summed([Pair(0.6, 1.0, 0.0), Pair(0.1, 0.0, 1.0), Pair(0.45, 1.0, 0.0)])
    assert rules["the draft"]["correct"]["mean"] == pytest.approx(2 / 3)
    # at 0.30 only the second draft goes, whose lines are right; at 0.50 the third goes, too, which was right
    assert rules["lines where the fit is below 0.30"]["kept"] == 1.0
    assert rules["lines where the fit is below 0.50"]["kept"] == 0.0
    assert rules["the oracle"]["correct"]["mean"] == 1.0


def test_on_test_the_oracles_take_the_best_answer_to_each_question():
    rows = [*answers(DRAFT, 1.0, 0.0, 0.0, 0.0), *answers(LINES, 0.0, 1.0, 0.0, 0.0)]
    rows += [*answers("hybrid, choose", 1.0, 0.5, 0.0, 0.0), *answers(MORE[0], 0.0, 0.0, 1.0, 0.0)]
    for system in (*ASKED[3:], MORE[1]):
        rows += answers(system, 0.0, 0.0, 0.0, 0.0)
    found = on_test(rows)
    means = {name: own["correct"]["mean"] for name, own in found["rules"].items()}
    assert found["n"] == 4 and means["the oracle, of the draft and the lines"] == 0.5
    assert means["the oracle, with three passages too"] == 0.75
    # the rule gains half an answer, of the one that the oracle gains
    assert found["rules"]["hybrid, choose"]["kept"] == 0.5 and found["rules"]["crag"]["kept"] == -1.0
