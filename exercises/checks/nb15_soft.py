"""15-soft: the threshold of a judge whose odds were softened by a temperature."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

OWN = Own(
    "The log-odds of all claims are divided by `temperature`, and then by {again} once more.",
    again=(1, 1.2, 1.25, 1.6, 1.75, 2, 2.2, 3, 3.5, 4, 5, 6),
)


def moved(threshold: float, temperature: float) -> float:
    """The threshold that decides the same once all log-odds are divided by a temperature.

    >>> round(moved(0.8, 2), 4), moved(0.5, 3)
    (0.6667, 0.5)
    """
    softer = _log_odds(threshold) / _whole(temperature)
    return _probability(softer)


def _whole(temperature: float) -> float:
    """What the log-odds are divided by, all in all."""
    return temperature * OWN.again


def _log_odds(probability: float) -> float:
    against = 1 - probability
    return math.log(probability / against)


def _probability(log_odds: float) -> float:
    odds = math.exp(log_odds)
    return odds / (1 + odds)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A threshold that each mistake moves elsewhere; one half; a low one; any."""
    wrong = list(MISCONCEPTIONS.values())
    every = [telling(lambda: _drawn(rng), moved, wrong), (0.5, 2.0)]
    for _ in range(8):
        drawn = _drawn(rng)
        every.append(drawn)
    for threshold, temperature in every:
        yield answer.against(moved, threshold, temperature)


def _drawn(rng: Random) -> tuple[float, float]:
    threshold = rng.randint(5, 95) / 100
    temperature = rng.choice([0.5, 1.5, 2.0, 2.5, 4.0])
    return threshold, temperature


def _unmoved(threshold: float, temperature: float) -> float:
    return threshold


def _divided(threshold: float, temperature: float) -> float:
    """The probability is divided, so that one half moves, too."""
    return threshold / _whole(temperature)


def _straight(threshold: float, temperature: float) -> float:
    """The distance to one half is divided."""
    distance = threshold - 0.5
    return 0.5 + distance / _whole(temperature)


def _multiplied(threshold: float, temperature: float) -> float:
    harder = _log_odds(threshold) * _whole(temperature)
    return _probability(harder)


def _power(threshold: float, temperature: float) -> float:
    """The probability of yes alone is softened, and not that of no."""
    return math.exp(math.log(threshold) / _whole(temperature))


def _odds_divided(threshold: float, temperature: float) -> float:
    """The odds are divided, and not their logarithm."""
    log_odds = _log_odds(threshold) - math.log(_whole(temperature))
    return _probability(log_odds)


MISCONCEPTIONS: dict[str, Callable[[float, float], float]] = {
    "the threshold stays, though all odds have moved": _unmoved,
    "the probability is divided by the temperature, so that one half moves, too": _divided,
    "the distance to one half is divided, and not the log-odds": _straight,
    "the log-odds are multiplied, which makes the judge surer": _multiplied,
    "only the probability of yes is softened, and not that of no": _power,
    "the odds are divided, and not their logarithm": _odds_divided,
}
