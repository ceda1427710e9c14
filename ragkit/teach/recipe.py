"""The settings of a training run, in one place: with the data and the base they are the adapter."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragkit.teach.lora import LoraSettings
from ragkit.teach.loss import LossSettings


@dataclass(frozen=True)
class Recipe:
    """How a critic is taught."""

    lora: LoraSettings = field(default_factory=LoraSettings)
    loss: LossSettings = field(default_factory=LossSettings)
    learning_rate: float = 3e-4
    """The highest one, after the warm-up."""
    warm_up: float = 0.1
    """Fraction of the steps in which the learning rate rises to that."""
    epochs: int = 3
    """At most; fewer where the minutes do not suffice."""
    pairs_at_a_time: int = 4
    """Pairs in a batch; each is two judgements."""
    checks: int = 6
    """How often the critic is measured on dev."""
    patience: int = 3
    """Number of checks in a row without a better critic after which training stops."""
    clip: float = 1.0
    """The largest norm of a gradient."""
    seed: int = 0
