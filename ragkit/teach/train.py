"""Training: batches of items, a measure on dev now and then, and the best adapter in the end.

AdamW with a warm-up and a cosine. It ends when all steps are taken, when dev has not got better for
a while, when a gate closes, or when the time is used up.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Generic

import torch
from tqdm.auto import tqdm

from ragkit.teach.batches import alike
from ragkit.teach.checkpoint import State, load, save
from ragkit.teach.conditions import GateClosed
from ragkit.teach.pupil import Learnt, Pupil
from ragkit.teach.recipe import Recipe

SAVE_EVERY = 10
"""Number of steps between checkpoints."""


class Training(Generic[Learnt]):
    """One run, which goes on from its checkpoint where there is one."""

    def __init__(
        self,
        pupil: Pupil[Learnt],
        train: Sequence[Learnt],
        dev: Sequence[Learnt],
        recipe: Recipe,
        file: Path,
        key: str = "",
        gates: Sequence[Callable[[Any], None]] = (),
        seconds: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
        quiet: bool = False,
    ) -> None:
        self._pupil = pupil
        self._train = train
        self._dev = dev
        self._recipe = recipe
        self._file = file
        self._key = key
        self._gates = gates
        self._seconds = seconds
        self._clock = clock
        self._quiet = quiet
        adapter = pupil.lora.parameters()
        self._optimizer = torch.optim.AdamW(adapter, lr=recipe.learning_rate)
        self._state = State()
        self._per_epoch = math.ceil(len(train) / recipe.pairs_at_a_time)
        self._steps = recipe.epochs * self._per_epoch
        self._every = max(1, self._steps // recipe.checks)

    def run(self) -> State:
        """Train; afterwards the pupil has the best adapter that dev saw.

        Raises `GateClosed` where that is none, and `OtherRun`.
        """
        self._state = load(self._file, self._key, self._pupil.lora, self._optimizer)
        before = self._state.seconds
        began = self._clock()
        bar = tqdm(
            total=self._steps, initial=self._state.step, desc="teaching", disable=self._quiet
        )
        with bar:
            self._check_if_first()
            while not self._over():
                shown = self._step()
                self._state.seconds = before + self._clock() - began
                best = f"dev {self._pupil.measure} {self._state.best_score:.3f}"
                bar.set_postfix_str(f"loss {shown:.3f}, {best}")
                bar.update()
            self._check_if_cut_off()
        return self._finished()

    def _over(self) -> bool:
        """Whether the run ends, which is then said in the state."""
        state = self._state
        if state.ended:
            return True
        if state.step >= self._steps:
            state.ended = "all steps were taken"
        elif state.stale >= self._recipe.patience:
            state.ended = f"dev did not get better in {state.stale} checks"
        if not state.ended and state.seconds >= self._seconds:
            # Not kept in the state: with more time, the run goes on.
            return True
        return bool(state.ended)

    def _step(self) -> float:
        """Learn from one batch; its loss."""
        recipe = self._recipe
        for group in self._optimizer.param_groups:
            group["lr"] = recipe.learning_rate * rate(self._state.step, self._steps, recipe.warm_up)
        found = self._pupil.loss(self._batch(), recipe)
        found.backward()
        norm = torch.nn.utils.clip_grad_norm_(self._pupil.lora.parameters(), recipe.clip)
        if not torch.isfinite(norm):
            # One such step would make every weight no number; the best adapter so far is kept.
            self._state.ended = f"the gradient of step {self._state.step + 1} was no number"
            return found.item()
        self._optimizer.step()
        self._optimizer.zero_grad()
        self._state.step += 1
        self._after_step(found.item())
        return found.item()

    def _batch(self) -> list[Learnt]:
        """The items of this step, which follow from the seed and its number alone."""
        epoch, place = divmod(self._state.step, self._per_epoch)
        rng = Random(f"{self._recipe.seed} {epoch}")
        batches = alike(self._train, self._recipe.pairs_at_a_time, self._pupil.length, rng)
        return batches[place]

    def _after_step(self, found: float) -> None:
        step = self._state.step
        if step % self._every == 0 or step == self._steps:
            self._check(found)
        if step % SAVE_EVERY == 0 or step % self._every == 0 or step == self._steps:
            self._save()

    def _check_if_first(self) -> None:
        """Measure the zero-shot model, which a taught one has to beat."""
        if not self._state.history:
            self._check()
            self._save()

    def _check_if_cut_off(self) -> None:
        """Measure what was learnt since the last check, where the time ended the run."""
        if self._state.history[-1]["step"] != self._state.step:
            self._check()

    def _check(self, found: float | None = None) -> None:
        """Measure on dev, and keep the adapter if it is better and passes all gates."""
        state = self._state
        reached, by_kind, odds = self._pupil.check(self._dev)
        measure = self._pupil.measure.lower()
        state.history.append({"step": state.step, "loss": found, measure: by_kind})
        # A log-probability that is no number is not better either.
        if not reached > state.best_score:
            state.stale += 1
            return
        try:
            for gate in self._gates:
                gate(self._pupil)
        except GateClosed as closed:
            state.ended = f"a gate closed: {closed}"
            return
        state.best_score, state.best_step, state.stale = reached, state.step, 0
        state.best_odds = odds
        weights = self._pupil.lora.state_dict()
        state.best = {name: weight.detach().clone() for name, weight in weights.items()}

    def _finished(self) -> State:
        state = self._state
        self._save()
        if state.best_step == 0:
            ended = state.ended or "the time was used up"
            raise GateClosed(
                f"nothing was learnt that is better on dev than zero-shot "
                f"({self._pupil.measure} {state.best_score:.3f}); {ended}. Give more minutes, or "
                "more documents"
            )
        self._pupil.lora.load_state_dict(state.best)
        return state

    def _save(self) -> None:
        save(self._file, self._key, self._state, self._pupil.lora, self._optimizer)


def rate(step: int, steps: int, warm_up: float) -> float:
    """The fraction of the highest learning rate at a step: it rises evenly, then falls as a cosine.

    >>> [round(rate(step, 10, 0.2), 2) for step in (0, 1, 2, 6, 9)]
    [0.5, 1.0, 1.0, 0.5, 0.04]
    """
    rising = max(1, round(warm_up * steps))
    if step < rising:
        return (step + 1) / rising
    done = (step - rising) / max(1, steps - rising)
    return (1 + math.cos(math.pi * done)) / 2
