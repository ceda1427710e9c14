"""Seconds by part: what a part waits for counts to it, and nothing else."""

import pytest

from ragkit.documents import seconds as timed
from ragkit.documents.seconds import Seconds


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes on when it is told to: `clock.append(2.0)`."""
    passed = []
    monkeypatch.setattr(timed, "perf_counter", lambda: sum(passed))
    return passed


def test_waiting_for_items_counts_and_what_is_done_with_them_does_not(clock):
    def items():
        for number in range(3):
            clock.append(2.0)
            yield number

    seconds = Seconds()
    for _ in seconds.waiting("embed", items()):
        clock.append(5.0)
    assert seconds == Seconds(embed=6.0) and seconds.total == 6.0


def test_a_part_that_fails_counts_and_a_second_time_is_added(clock):
    seconds = Seconds()
    with seconds.of("read"):
        clock.append(2.0)
    with pytest.raises(OSError, match="gone"), seconds.of("read"):
        clock.append(1.5)
        raise OSError("gone")
    assert seconds == Seconds(read=3.5)
