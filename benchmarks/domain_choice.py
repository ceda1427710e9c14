"""From which similarity on a question belongs to an archive.

The threshold of the domain detector (tiered, phase II) is chosen on questions whose archive is
known, and on others that belong to none. As for the judges, it is chosen on one half and tested on
the other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.judging.calibration import best_threshold, halves
from ragkit.score import Score, score
from ragkit.search.domains import detected


@dataclass(frozen=True)
class Located:
    """A question whose archives are known."""

    similarities: Mapping[str, float]
    """Its similarity to each archive, in [-1, 1]."""
    archives: frozenset[str]
    """The archives that have its answer; empty where none has."""


@dataclass(frozen=True)
class DomainChoice:
    """A threshold of the domain detector, and how well it does on questions that did not choose it.

    The three scores are of the half that was not used.
    """

    threshold: float
    routed: Score
    """Share of the questions with archives that were sent to one of them."""
    first: Score
    """Share of them of which the first archive was one of theirs."""
    none: Score
    """Share of the other questions of which the detector says that they belong to none."""
    n: int
    """Number of questions in both halves."""


def choose_domain_threshold(asked: Sequence[Located], margin: float, seed: int = 0) -> DomainChoice:
    """Choose the threshold with the highest balanced accuracy on a random half, and test it.

    `margin` is the setting `domain_margin`. Raises `ValueError` when there are fewer than two
    questions of a kind, with and without an archive.

    >>> inside = Located({"rivers": 0.6, "leagues": 0.2}, frozenset({"rivers"}))
    >>> outside = Located({"rivers": 0.2, "leagues": 0.1}, frozenset())
    >>> choice = choose_domain_threshold([inside, inside, outside, outside], margin=0.05)
    >>> round(choice.threshold, 2), choice.routed.mean, choice.none.mean
    (0.4, 1.0, 1.0)
    """
    labels = [bool(one.archives) for one in asked]
    fit, test = halves(labels, seed)
    pairs = [(max(asked[place].similarities.values()), labels[place]) for place in fit]
    threshold = best_threshold(pairs)
    tested = [asked[place] for place in test]
    return DomainChoice(
        threshold,
        *domain_scores(tested, threshold, margin),
        n=len(asked),
    )


def domain_scores(
    asked: Sequence[Located], threshold: float, margin: float
) -> tuple[Score, Score, Score]:
    """How well a threshold does on questions: routed, first and none, as in `DomainChoice`."""
    routed: list[float | None] = []
    first: list[float | None] = []
    none: list[float | None] = []
    for one in asked:
        same = dict.fromkeys(one.similarities, threshold)
        found = detected(one.similarities, same, margin)
        if not one.archives:
            none.append(float(not found))
            continue
        routed.append(float(bool(one.archives.intersection(found))))
        first.append(float(bool(one.archives.intersection(found[:1]))))
    return score(routed), score(first), score(none)


def archives_of(question: Question, archives: Collection[str]) -> frozenset[str]:
    """The archives that a golden question is about: those among its sets, or else of its support.

    Only the sets tell where a question belongs that has no answer.
    """
    named = frozenset(question.sets).intersection(archives)
    folders = {support.document.split("/")[0] for support in question.support}
    return named or frozenset(folders).intersection(archives)
