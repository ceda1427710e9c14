"""Agreement of two graders against numbers worked by hand."""

import pytest

from benchmarks.agreement import agreement


@pytest.mark.parametrize(
    ("ours", "theirs", "correlation"),
    [
        ([0.1, 0.5, 0.9], [0.2, 0.3, 0.4], 1.0),
        ([0.1, 0.5, 0.9], [0.4, 0.3, 0.2], -1.0),
        ([1.0, 1.0, 0.0, 0.5], [0.9, 0.9, 0.1, 0.2], 1.0),  # ties share a rank
        ([1.0, 1.0, 1.0], [0.1, 0.5, 0.9], None),
        ([0.1, 0.9], [0.1, 0.9], None),
        ([], [], None),
    ],
)
def test_graders_agree_as_far_as_they_rank_alike(ours, theirs, correlation):
    found = agreement(ours, theirs).correlation
    assert found == (None if correlation is None else pytest.approx(correlation))


def test_what_one_of_them_left_ungraded_is_counted_and_not_compared():
    found = agreement([1.0, None, 0.0], [0.5, 1.0, None]).difference
    assert (found.mean, found.n, found.ungraded) == (0.5, 1, 2)
