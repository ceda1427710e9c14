"""27-equal: the plain system with about as many tokens as an agent, by their ratio."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.evaluate.measures.equal_tokens import nearest as by_ratio

OWN = Own(
    "A token of `system` costs as much as {times} tokens of a plain system, so every plain system "
    "is compared with {times} times the tokens of `system`.",
    times=(1, 1.5, 2, 3, 4, 6, 8, 10, 0.7, 0.5, 0.3, 0.2),
)

AGENT, OTHER = "single", "team"
PASSAGES = [3, 5, 8, 12, 16, 20, 30]
UNMEASURED = "hybrid, 99 passages"
Tokens = Mapping[str, float]
Story = tuple[dict[str, float], str, list[str]]


def nearest(tokens: Tokens, system: str, plain: Sequence[str]) -> str:
    """The plain system whose tokens are nearest to those of a system, by their ratio.

    >>> nearest({"few": 400, "many": 2000, "agent": 1000}, "agent", ["few", "many"])
    'many'
    """
    return by_ratio(_priced(tokens, system), system, plain)


def _priced(tokens: Tokens, system: str) -> Tokens:
    """The tokens, where those of a system count as often as they cost."""
    return {**tokens, system: tokens[system] * OWN.times}


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Most misconceptions name another system each; one that reads less; one not measured; any."""
    told = [_story(rng, [0.15, 0.4, 2, 5]), _story(rng, [0.1, 0.7, 2.2, 4])]
    tokens, system, plain = _story(rng, [0.3, 0.6, 1.4, 3])
    plain.append(UNMEASURED)
    told.append((tokens, system, plain))
    for _ in range(8):
        drawn = _drawn(rng)
        told.append(drawn)
    for story in told:
        yield answer.against(nearest, *story)


def _drawn(rng: Random) -> Story:
    lowest = rng.choice([0.1, 0.2, 0.35])
    below = rng.choice([0.45, 0.8])
    above = rng.uniform(1.3, 2.1)
    highest = rng.choice([3, 6])
    return _story(rng, [lowest, below, above, highest])


def _story(rng: Random, times: Sequence[float]) -> Story:
    """An agent, another agent with nearly as many tokens, and plain systems with so many times."""
    own = rng.randrange(800, 3000, 10)
    priced = own * OWN.times
    passages = rng.sample(PASSAGES, len(times))
    tokens = {AGENT: own, OTHER: round(priced) + 5}
    for count, factor in zip(sorted(passages), times):
        name = f"hybrid, {count} passages"
        tokens[name] = round(priced * factor)
    shuffled = _shuffled(rng, list(tokens))
    plain = [name for name in shuffled if name.startswith("hybrid")]
    return {name: tokens[name] for name in shuffled}, AGENT, plain


def _shuffled(rng: Random, names: list[str]) -> list[str]:
    count = len(names)
    return rng.sample(names, count)


def _measured(tokens: Tokens, plain: Sequence[str]) -> dict[str, float]:
    """The tokens of the plain systems that were measured."""
    found = {}
    for one in plain:
        if one in tokens:
            found[one] = tokens[one]
    return found


def _least(values: Mapping[str, float]) -> str:
    """The name with the least value."""
    return min(values, key=lambda name: values[name])


def _by_difference(tokens: Tokens, system: str, plain: Sequence[str]) -> str:
    own = _priced(tokens, system)[system]
    apart = {}
    for name, count in _measured(tokens, plain).items():
        apart[name] = abs(count - own)
    return _least(apart)


def _no_less(tokens: Tokens, system: str, plain: Sequence[str]) -> str:
    """The next one that needs at least as many."""
    more = {}
    own = _priced(tokens, system)[system]
    for name, count in _measured(tokens, plain).items():
        if count >= own:
            more[name] = count
    return _least(more)


def _cheapest(tokens: Tokens, system: str, plain: Sequence[str]) -> str:
    own = _measured(tokens, plain)
    return _least(own)


def _dearest(tokens: Tokens, system: str, plain: Sequence[str]) -> str:
    turned = {}
    for name, count in _measured(tokens, plain).items():
        turned[name] = -count
    return _least(turned)


def _any_system(tokens: Tokens, system: str, plain: Sequence[str]) -> str:
    others = set(tokens)
    others.remove(system)
    own = _priced(tokens, system)
    return by_ratio(own, system, others)


MISCONCEPTIONS = {
    "the nearest is by the difference, to which few tokens are always near": _by_difference,
    "a plain system that needs less is never taken, however near it is": _no_less,
    "the agent is compared with the cheapest plain system": _cheapest,
    "the agent is compared with the dearest plain system": _dearest,
    "the agent is compared with another agent, which is no plain system": _any_system,
}
