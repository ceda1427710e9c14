"""A training run on disk: everything that a killed run needs to go on as if nothing had happened.

The order of the batches follows from the seed and the number of the step, so the step is all that
is to be known of the data.
"""

from __future__ import annotations

import math
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor


class OtherRun(RuntimeError):
    """The folder has a checkpoint of a run with other settings, data or base."""


@dataclass
class State:
    """Where a run is."""

    step: int = 0
    """Number of steps that were taken."""
    seconds: float = 0.0
    """Time that training took so far, in all processes."""
    best_step: int = 0
    """The step after which the pupil was best on dev; 0 is zero-shot."""
    best_score: float = -math.inf
    """A critic's mean AUC, a writer's mean log-probability."""
    best_odds: list[float] = field(default_factory=list)
    """The best critic's log-odds on dev, for the temperature."""
    best: dict[str, Tensor] = field(default_factory=dict)
    """The best adapter."""
    stale: int = 0
    """Number of checks since."""
    history: list[dict[str, Any]] = field(default_factory=list)
    """What each check found: step, loss, and the measure on dev by kind."""
    ended: str = ""
    """Why the run ended; empty while it goes on."""


def save(file: Path, key: str, state: State, adapter: Any, optimizer: Any) -> None:
    """Write a checkpoint. `key` identifies the run."""
    content = {
        "key": key,
        "state": asdict(state),
        "adapter": adapter.state_dict(),
        "optimizer": optimizer.state_dict(),
    }
    # Written beside it and moved, so that the last whole checkpoint survives a kill.
    temporary = file.with_suffix(f".{os.getpid()}")
    torch.save(content, temporary)
    temporary.replace(file)


def load(file: Path, key: str, adapter: Any, optimizer: Any) -> State:
    """The state in a checkpoint, after adapter and optimiser were put back.

    Without the file, it is the state of a run that begins. Raises `OtherRun`.
    """
    if not file.is_file():
        return State()
    content = torch.load(file, weights_only=True, map_location="cpu")
    own_key = content["key"]
    check_key(file, own_key, key)
    adapter.load_state_dict(content["adapter"])
    optimizer.load_state_dict(content["optimizer"])
    return State(**content["state"])


def check_key(file: Path, kept: str, key: str) -> None:
    """Raise `OtherRun` where a file was written by a run with another key."""
    if kept != key:
        raise OtherRun(
            f"asked to go on in {file.parent}, where a run with other settings, other judgements "
            f"or another base was begun; name another folder, or delete {file.name} there"
        )
