"""A judge that says what it was told to say."""

from ragkit.course.exercises.fixed_judge import FixedJudge


def test_without_odds_it_says_that_it_could_not_judge():
    odds, note = FixedJudge(None).verdicts("Who hunts?", [], ["one"])
    assert odds == [None] and "could not judge" in note
