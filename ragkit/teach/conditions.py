"""Conditions that a critic must meet while it is taught, or the teaching stops: its gates.

A gate is a function of the critic that raises `GateClosed` with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ragkit.teach.critic import Critic
from ragkit.teach.judgement import Pair, flat
from ragkit.teach.measure import mean_auc, measures


class GateClosed(RuntimeError):
    """The critic does not meet a condition; the message says which, with its numbers."""


Gate = Callable[[Critic], None]


def must_not_fall(pairs: Sequence[Pair], name: str, slack: float = 0.0) -> Gate:
    """A gate for pairs that are not trained on, such as entailment of another source.

    It closes when the mean AUC over their kinds is more than `slack` below the zero-shot one.
    Near-verbatim true claims, for one, teach a critic exact matching: it ranks claims of their
    kind well, and entailment worse than before.
    """
    judgements = flat(pairs)
    before: list[float] = []

    def check(critic: Critic) -> None:
        if not before:
            zero_shot = measures(pairs, critic.odds(judgements, taught=False))
            before.append(mean_auc(zero_shot))
        found = measures(pairs, critic.odds(judgements))
        taught = mean_auc(found)
        if taught < before[0] - slack:
            raise GateClosed(
                f"on {name} ({len(pairs)} pairs) the AUC fell from {before[0]:.3f} zero-shot to "
                f"{taught:.3f}; mix such judgements in, or teach for fewer minutes"
            )

    return check
