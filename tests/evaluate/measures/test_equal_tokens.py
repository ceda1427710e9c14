"""The plain system with about as many tokens as an agent."""

import pytest
from answer_pairs import row

from ragkit.evaluate.measures.equal_tokens import nearest, tokens_by_system


def test_tokens_are_what_was_read_and_written_and_failed_runs_are_left_out():
    rows = [
        row("team", "a", evaluated=100, reused=900, generated=20),
        row("team", "b", evaluated=200, reused=0, generated=40),
        row("team", "c", evaluated=9_000, failed="no reply"),
    ]
    assert tokens_by_system(rows) == {"team": 180}


def test_the_nearest_is_by_ratio_and_not_by_difference():
    # 1000 is 2 times 500 and 2000 is 4 times 500, but 100 is a fifth of it.
    tokens = {"few": 100, "some": 1_000, "many": 2_000, "single": 500}
    assert nearest(tokens, "single", ["few", "some", "many"]) == "some"


def test_without_a_plain_system_it_says_what_was_measured():
    with pytest.raises(ValueError, match="asked for one of hybrid, got rows of team"):
        nearest({"team": 10}, "team", ["hybrid"])
