"""Any value is a short text."""

import pytest

from ragkit.course.exercises.shown import error_line, shown


class Silent:
    def __repr__(self):
        raise RuntimeError("no")


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no")


@pytest.mark.parametrize(
    "value",
    ["x" * 10**6, list(range(10**5)), dict.fromkeys(range(999), "x" * 999), 7**9999],
    ids=lambda value: type(value).__name__,
)
def test_what_is_huge_is_cut(value):
    assert len(shown(value)) < 4_000


def test_what_cannot_be_shown_is_told_by_its_type():
    assert "Silent" in shown(Silent())
    assert error_line(Mute()) == "Mute"
