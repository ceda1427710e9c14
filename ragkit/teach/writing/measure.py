"""How well a writer writes the answers of each kind, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ragkit.score import Score, score


class Read(NamedTuple):
    """What a model makes of one answer whose tokens it is shown one after the other."""

    logprob: float
    """The mean log-probability of the answer's tokens, and of its end."""
    exact: bool
    """Whether every token is the most probable one, so that the model would write this answer."""


@dataclass(frozen=True)
class Written:
    """What a writer is worth on answers of one kind."""

    logprob: Score
    """The mean log-probability of a token."""
    exact: Score
    """The share of answers that are written exactly."""


def written(kinds: Sequence[str], reads: Sequence[Read]) -> dict[str, Written]:
    """The measures of each kind; `kinds` has the kind of each answer that was read.

    >>> found = written(["cell", "cell"], [Read(-1.0, True), Read(-2.0, False)])
    >>> found["cell"].logprob.mean, found["cell"].exact.mean
    (-1.5, 0.5)
    """
    by_kind: dict[str, list[Read]] = {}
    for kind, read in zip(kinds, reads, strict=True):
        by_kind.setdefault(kind, []).append(read)
    return {kind: _written(by_kind[kind]) for kind in sorted(by_kind)}


def _written(reads: Sequence[Read]) -> Written:
    logprobs = [read.logprob for read in reads]
    exact = [float(read.exact) for read in reads]
    return Written(score(logprobs), score(exact))
