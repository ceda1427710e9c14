"""What can be done in the time there is.

One batch is timed. Then dev and test get a share of the time each, and training gets the rest: all
items as often as the recipe wants, or else fewer epochs, or else fewer items. It is planned before
and not cut off in the end, because the learning rate has to have fallen by then.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Generic, NamedTuple

from ragkit.teach.checkpoint import check_key
from ragkit.teach.parts import Parts
from ragkit.teach.prefixes import Sorted, computed
from ragkit.teach.pupil import Learnt, Pupil
from ragkit.teach.recipe import Recipe

SHARE = 0.15
"""Fraction of the time for dev, and for test."""
MARGIN = 0.9
"""Fraction of the time that is planned for; a laptop gets slower as it gets warm."""
LEAST = 4
"""Number of items below which a part says nothing."""


class TooShort(ValueError):
    """The time is not enough for the smallest training; the message says what is."""


class Pace(NamedTuple):
    """How long things take on this machine, in seconds."""

    token: float
    """To read one token of a prefix."""
    look: float
    """To judge or measure once, without a gradient."""
    step: float
    """To learn from one prompt: forward and back."""


@dataclass(frozen=True)
class Plan:
    """How much is done, in items: pairs, or examples."""

    train: int
    dev: int
    test: int
    epochs: int
    seconds: float
    """How long it is expected to take."""

    def __str__(self) -> str:
        return self.said("pairs")

    def said(self, items: str) -> str:
        """The plan in words; `items` are what is learnt from."""
        minutes = self.seconds / 60
        return (
            f"{self.train} {items} to learn from, {self.epochs} times; {self.dev} to decide on, "
            f"{self.test} to measure on; about {minutes:.0f} minutes"
        )

    def of(self, parts: Parts[Learnt]) -> Parts[Learnt]:
        """The items that the plan uses."""
        return Parts(
            train=parts.train[: self.train],
            dev=parts.dev[: self.dev],
            test=parts.test[: self.test],
        )


def timed(
    pupil: Pupil[Learnt],
    items: Sequence[Learnt],
    recipe: Recipe,
    clock: Callable[[], float] = time.time,
) -> Pace:
    """The pace of this machine, by one batch of middling length. The adapter is not changed."""
    by_length = sorted(items, key=pupil.length)
    middle = max(0, len(items) - recipe.pairs_at_a_time) // 2
    batch = by_length[middle : middle + recipe.pairs_at_a_time]
    prefixes = [prefix for item in batch for prefix in pupil.reads(item)]
    prefix = prefixes[0]
    # First once without a clock: what a program does for the first time is slower.
    pupil.prefixes.keep(prefixes)
    began = clock()
    computed(pupil.base.model, prefix)
    reading = (clock() - began) / len(prefix)
    began = clock()
    pupil.check(batch)
    looking = (clock() - began) / len(prefixes)
    began = clock()
    pupil.loss(batch, recipe).backward()
    pupil.lora.zero_grad()
    stepping = (clock() - began) / len(prefixes)
    return Pace(reading, looking, stepping)


def planned(
    pupil: Pupil[Learnt], parts: Parts[Learnt], recipe: Recipe, pace: Pace, seconds: float
) -> Plan:
    """The plan for a number of seconds. Raises `TooShort`."""
    costs = _Costs(pupil, pace)
    share = SHARE * seconds
    # Before the first step, at each check, and once more at the end.
    dev, for_dev = costs.affordable(parts.dev, pace.look * (recipe.checks + 2), share)
    test, for_test = costs.affordable(parts.test, pace.look * 2, share)
    left = MARGIN * seconds - for_dev - for_test
    for epochs in range(recipe.epochs, 0, -1):
        train, for_train = costs.affordable(parts.train, pace.step * epochs, left)
        if train == len(parts.train):
            break
    plan = Plan(train, dev, test, epochs, for_dev + for_test + for_train)
    _check_long_enough(plan, parts, seconds, pupil.items)
    return plan


def expected(
    pupil: Pupil[Learnt], parts: Parts[Learnt], recipe: Recipe, pace: Pace, epochs: int
) -> float:
    """How many seconds all of these items will take."""
    costs = _Costs(pupil, pace)
    looks = recipe.checks + 2
    seconds = costs.of(parts.dev, pace.look * looks)
    seconds += costs.of(parts.test, pace.look * 2)
    seconds += costs.of(parts.train, pace.step * epochs)
    return seconds


def remembered(file: Path, key: str, make: Callable[[], Plan]) -> Plan:
    """The plan of an earlier run with this key, or else a new one, which is remembered.

    A run that goes on must take as many steps as it was to take when it began. Raises `OtherRun`.
    """
    if file.is_file():
        kept = json.loads(file.read_bytes())
        check_key(file, kept.pop("key"), key)
        return Plan(**kept)
    plan = make()
    text = json.dumps({"key": key, **asdict(plan)})
    file.write_text(text, encoding="utf-8")
    return plan


@dataclass(frozen=True)
class _Costs(Generic[Learnt]):
    """Counts how many items a time is enough for."""

    pupil: Pupil[Learnt]
    pace: Pace

    def of(self, items: Sequence[Learnt], each: float) -> float:
        """How long all items take."""
        _, spent = self.affordable(items, each, math.inf)
        return spent

    def affordable(self, items: Sequence[Learnt], each: float, seconds: float) -> tuple[int, float]:
        """How many of the first items fit into the time, and how long these take.

        A prompt takes `each` seconds, and so long as its prefix was not read, that too.
        """
        seen = Sorted()
        spent = 0.0
        for number, item in enumerate(items):
            prefixes = self.pupil.reads(item)
            cost = len(prefixes) * each
            for prefix in prefixes:
                if not self.pupil.prefixes.has(prefix):
                    cost += seen.add(prefix) * self.pace.token
            if spent + cost > seconds:
                return number, spent
            spent += cost
        return len(items), spent


def _check_long_enough(plan: Plan, parts: Parts[Learnt], seconds: float, items: str) -> None:
    for part, chosen in zip(parts, plan.of(parts), strict=True):
        if len(chosen) < min(LEAST, len(part)):
            minutes = seconds / 60
            raise TooShort(
                f"asked to teach in {minutes:.1f} minutes, in which this machine gets through "
                f"{plan.train} {items} to learn from, {plan.dev} to decide on and {plan.test} to "
                f"measure on; give more minutes, or take `--tier budget`, which is three times "
                "faster"
            )
