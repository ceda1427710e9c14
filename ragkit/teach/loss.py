"""The loss: say yes where it is true, say yes or no at all, and rank the two of a pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, logsigmoid


class Replies(NamedTuple):
    """What the model would say next; both tensors have the shape [judgements]."""

    odds: Tensor
    """Log of the odds of yes against no; 0 is as likely as not."""
    mass: Tensor
    """Log of the probability of saying either. It is near 0 when the model says nothing else."""


@dataclass(frozen=True)
class LossSettings:
    """How much each term counts beside the cross-entropy."""

    mass: float = 0.05
    """Keeps the model from saying other words; small, because the odds ignore other words."""
    ranking: float = 0.5
    """Within a pair, the topic, the length and the style cannot explain the difference."""


def loss(replies: Replies, settings: LossSettings) -> Tensor:
    """The mean loss of a batch that has the two judgements of each pair in turn: yes, no, yes, no.

    - binary cross-entropy of the odds;
    - minus the log of the probability of yes or no;
    - for each pair, minus the log-sigmoid of how much higher the odds of the true one are.

    >>> unsure = Replies(odds=torch.zeros(2), mass=torch.zeros(2))
    >>> round(loss(unsure, LossSettings(mass=0, ranking=1)).item(), 4)  # 2 ln 2
    1.3863
    """
    odds = replies.odds
    true, false = odds[0::2], odds[1::2]
    truth = torch.zeros_like(odds)
    truth[0::2] = 1
    entropy = binary_cross_entropy_with_logits(odds, truth)
    silence = -replies.mass.mean()
    disorder = -logsigmoid(true - false).mean()
    return entropy + settings.mass * silence + settings.ranking * disorder
