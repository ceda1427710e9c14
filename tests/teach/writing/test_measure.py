"""Measures by kind: the mean log-probability of a token, and the share that is written exactly."""

from ragkit.teach.writing.measure import Read, written


def test_each_kind_has_its_own_means_and_numbers():
    reads = [Read(-1.0, True), Read(-3.0, False), Read(-0.5, True)]
    found = written(["cell", "cell", "answer"], reads)
    assert list(found) == ["answer", "cell"]
    assert (found["cell"].logprob.mean, found["cell"].exact.mean, found["cell"].exact.n) == (-2.0, 0.5, 2)
    assert found["cell"].logprob.low == -3.0 and found["cell"].logprob.high == -1.0
    assert (found["answer"].logprob.mean, found["answer"].exact.mean) == (-0.5, 1.0)
