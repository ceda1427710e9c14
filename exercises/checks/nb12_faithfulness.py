"""12-faithfulness: the mean support of an answer's claims (adaptive, section 6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.evaluate.measures.audit import Audit
from ragkit.evaluate.measures.metrics import faithfulness as of_audit
from ragkit.state import Claim

GRADES = (1, 0.5, 0)
OWN = Own(
    "A grade of 0.5 counts as {half}. The mean is multiplied by {most}.",
    half=(0.5, 0.25, 0.4, 0.75),
    most=(1, 10, 100),
)
Supports = Sequence[float | None]


def faithfulness(supports: Supports) -> float | None:
    """The faithfulness of an answer whose claims have this support; None where one is ungraded.

    >>> faithfulness([1, 0.5]), faithfulness([1, None]), faithfulness([])
    (0.75, None, None)
    """
    claims = []
    for support in supports:
        if support == 0.5:
            support = OWN.half
        claims.append(Claim("a claim", support))
    audit = Audit(tuple(claims))
    mean = of_audit(audit)
    if mean is None:
        return None
    return mean * OWN.most


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Partly supported claims; an ungraded one; no claim at all; then any."""
    mixed = [1, 0.5, 0.5, rng.choice(GRADES)]
    with_gap = [1, 0.5, None, rng.choice(GRADES)]
    rng.shuffle(mixed)
    rng.shuffle(with_gap)
    yield answer.against(faithfulness, mixed)
    yield answer.against(faithfulness, with_gap)
    yield answer.against(faithfulness, [])
    yield answer.against(faithfulness, [0])
    for _ in range(10):
        count = rng.randint(1, 5)
        supports = rng.choices([*GRADES, None], weights=[3, 3, 3, 1], k=count)
        yield answer.against(faithfulness, supports)


def _whole_only(supports: Supports) -> float | None:
    rounded = []
    for support in supports:
        value = 0 if support == 0.5 else support
        rounded.append(value)
    return faithfulness(rounded)


def _any_support(supports: Supports) -> float | None:
    rounded = []
    for support in supports:
        value = 1 if support == 0.5 else support
        rounded.append(value)
    return faithfulness(rounded)


def _ungraded_is_zero(supports: Supports) -> float | None:
    filled = [support or 0 for support in supports]
    return faithfulness(filled)


def _ungraded_is_left_out(supports: Supports) -> float | None:
    graded = []
    for support in supports:
        if support is not None:
            graded.append(support)
    return faithfulness(graded)


def _nothing_is_perfect(supports: Supports) -> float | None:
    if not supports:
        return float(OWN.most)
    return faithfulness(supports)


def _nothing_is_zero(supports: Supports) -> float | None:
    return faithfulness(supports) if supports else 0.0


MISCONCEPTIONS = {
    "a claim that is partly supported counts as not supported": _whole_only,
    "a claim that is partly supported counts as supported": _any_support,
    "a claim that was not graded counts as unsupported": _ungraded_is_zero,
    "a claim that was not graded is left out, and the others decide": _ungraded_is_left_out,
    "an answer without a claim, such as a refusal, counts as perfect": _nothing_is_perfect,
    "an answer without a claim counts as unsupported": _nothing_is_zero,
}
