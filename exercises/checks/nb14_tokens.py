"""14-tokens: an agent beside the plain system that takes about as many tokens."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

AGENT = "crag"
PLAIN = ["naive", "hybrid", "hybrid, 8", "hybrid, 12", "hybrid, 20"]
QUESTIONS = ["owls", "cats", "newts", "rooks"]
OWN = Own(
    "The number of written tokens is multiplied by {price}. The difference is `None` if fewer "
    "than {least} of the questions were graded for both.",
    price=(1, 2, 3, 4, 5, 6),
    least=(1, 2),
)


class Run(NamedTuple):
    """A run: three numbers of tokens, and the value, or None where it could not be graded."""

    system: str
    question: str
    read: int
    kept: int
    written: int
    value: float | None


Tuple = tuple[str, str, int, int, int, float | None]
"""A run as the learner gets it."""
Runs = Sequence[Tuple]
Found = tuple[str, float | None]
"""The plain system, and how much more the agent is worth."""
Count = Callable[[Run], int]
Mean = Callable[[Iterable[int]], float]


def fair(runs: Runs, agent: str) -> Found:
    """The plain system nearest to an agent by the ratio of tokens, and the paired difference.

    >>> runs = [("crag", "owls", 90, 500, 10, 1), ("naive", "owls", 40, 0, 10, 1)]
    >>> fair([*runs, ("hybrid", "owls", 140, 0, 10, 0)], "crag")
    ('hybrid', 1.0)
    """
    tokens = _tokens(runs)
    return _of(runs, agent, tokens)


def _of(runs: Runs, agent: str, tokens: Mapping[str, float]) -> Found:
    plain = _nearest(tokens, agent)
    gap = _difference(runs, agent, plain)
    return plain, gap


def _computed(run: Run) -> int:
    return run.read + OWN.price * run.written


def _tokens(runs: Runs, count: Count = _computed, mean: Mean = fmean) -> dict[str, float]:
    """The tokens that each system takes for a question."""
    counts: dict[str, list[int]] = {}
    for one in runs:
        run = Run._make(one)
        own = counts.setdefault(run.system, [])
        own.append(count(run))
    means = {}
    for system, own in counts.items():
        means[system] = mean(own)
    return means


def _nearest(tokens: Mapping[str, float], agent: str) -> str:
    own = tokens[agent]
    apart = {}
    for system, used in tokens.items():
        if system != agent:
            apart[system] = abs(math.log(used / own))
    return _least(apart)


def _least(values: Mapping[str, float]) -> str:
    """The name with the least value."""
    return min(values, key=lambda name: values[name])


def _graded(runs: Runs, system: str) -> dict[str, float]:
    """The values of a system's graded runs, by question."""
    found = {}
    for run in map(Run._make, runs):
        if run.system == system and run.value is not None:
            found[run.question] = run.value
    return found


def _difference(runs: Runs, agent: str, plain: str) -> float | None:
    """The mean difference, on the questions on which both were graded."""
    ours = _graded(runs, agent)
    theirs = _graded(runs, plain)
    both = [question for question in ours if question in theirs]
    gaps = [ours[question] - theirs[question] for question in both]
    return fmean(gaps) if len(gaps) >= OWN.least else None


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Runs that each misconception compares in another way; no pair that is graded; any; prices."""
    runs, _ = telling(lambda: (_drawn(rng), AGENT), fair, reversed(MISCONCEPTIONS.values()))
    told = [runs, _unpaired(rng)]
    for _ in range(6):
        drawn = _drawn(rng)
        told.append(drawn)
    told += [_priced(rng, 1), _priced(rng, 2)]
    for runs in told:
        yield answer.against(fair, runs, AGENT)


def _unpaired(rng: Random) -> Runs:
    """Two systems that were graded on different questions."""
    first, second = rng.sample(QUESTIONS, 2)
    ours = (AGENT, first, 900, 500, 20, 1)
    theirs = (PLAIN[1], second, 800, 0, 20, 0)
    return [ours, theirs]


def _priced(rng: Random, count: int) -> Runs:
    """An agent that writes much, and a plain system as near to it as can be for each price."""
    read, written = rng.randrange(500, 900, 10), rng.randrange(500, 900, 10)
    runs = []
    for question in QUESTIONS[:count]:
        runs.append((AGENT, question, read, 0, written, 1))
        for price in OWN.choices["price"]:
            system = f"hybrid, {price}"
            runs.append((system, question, read + price * written, 0, 0, 0))
    return runs


def _drawn(rng: Random) -> Runs:
    """An agent that keeps nearly as many tokens as it reads, beside plain systems."""
    own = rng.randrange(900, 1500, 10)
    kept = own * 9 // 10
    runs = []
    for question in _some(rng):
        run = _run(rng, AGENT, question, own, kept)
        runs.append(run)
    low = rng.uniform(0.6, 0.85)
    high = rng.uniform(1.2, 1.5)
    factors = (0.25, low, high, 2, 4)
    for system, factor in zip(PLAIN, factors):
        about = round(own * factor)
        for question in _some(rng):
            run = _run(rng, system, question, about)
            runs.append(run)
    return rng.sample(runs, len(runs))


def _some(rng: Random) -> list[str]:
    """Some questions: a budget may have ended before the others."""
    return rng.sample(QUESTIONS, rng.randint(2, 4))


def _run(rng: Random, system: str, question: str, about: int, kept: int = 0) -> Tuple:
    read = about + rng.randint(-20, 20)
    written = rng.randint(10, 60)
    value = rng.choice([1, 1, 0, -1, None])
    return system, question, read, kept, written, value


def _with_kept(runs: Runs, agent: str) -> Found:
    tokens = _tokens(runs, _all)
    return _of(runs, agent, tokens)


def _all(run: Run) -> int:
    computed = _computed(run)
    return computed + run.kept


def _of_all_runs(runs: Runs, agent: str) -> Found:
    """A system that was asked less looks as if it took less."""
    tokens = _tokens(runs, mean=sum)
    return _of(runs, agent, tokens)


def _cheapest(runs: Runs, agent: str) -> Found:
    every = _tokens(runs)
    plain = _least(_plain(every, agent))
    gap = _difference(runs, agent, plain)
    return plain, gap


def _dearest(runs: Runs, agent: str) -> Found:
    tokens = _plain(_tokens(runs), agent)
    plain = max(tokens, key=lambda name: tokens[name])
    return plain, _difference(runs, agent, plain)


def _plain(tokens: Mapping[str, float], agent: str) -> dict[str, float]:
    plain = {}
    for system, used in tokens.items():
        if system != agent:
            plain[system] = used
    return plain


def _not_paired(runs: Runs, agent: str) -> Found:
    """Each mean is over the questions of its own system."""
    plain, _ = fair(runs, agent)
    ours = _graded(runs, agent).values()
    theirs = _graded(runs, plain).values()
    return plain, fmean(ours) - fmean(theirs) if ours and theirs else None


def _ungraded_as_0(runs: Runs, agent: str) -> Found:
    told = []
    for one in runs:
        run = Run._make(one)
        told.append(run._replace(value=run.value or 0))
    return fair(told, agent)


def _turned(runs: Runs, agent: str) -> Found:
    plain, gap = fair(runs, agent)
    return plain, None if gap is None else -gap


MISCONCEPTIONS: dict[str, Callable[[Runs, str], Found]] = {
    "tokens that were kept from an earlier prompt count again": _with_kept,
    "all tokens of a system are added, however many questions it was asked": _of_all_runs,
    "the agent is compared with the cheapest plain system": _cheapest,
    "the agent is compared with the dearest plain system": _dearest,
    "the systems are compared on different questions": _not_paired,
    "a run that could not be graded counts as 0": _ungraded_as_0,
    "the difference is the plain system's less the agent's": _turned,
}
