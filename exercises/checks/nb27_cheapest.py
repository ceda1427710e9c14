"""27-cheapest: the cheapest system that is not shown to be behind the best one, at a price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.evaluate.measures.outcome import Outcome
from ragkit.evaluate.measures.value import Outcomes, advantage, ranking

OUTCOMES = {
    "correct": Outcome(1.0, 0.0, 0.0),
    "wrong": Outcome(0.0, 1.0, 0.0),
    "abstained": Outcome(0.0, 0.0, 1.0),
}
OWN = Own(
    "A system is shown to be behind if the interval of the paired difference lies above {margin}.",
    margin=(0, 0.05, 0.1, 0.15, 0.18, 0.22, 0.27, 0.3, 0.35, 0.4, 0.44, 0.47),
)
CODES = {"c": "correct", "w": "wrong", "-": "abstained"}
ASKED = 24
"""Number of questions."""
NAMES = ["hybrid", "crag", "adaptive", "tiered", "single", "team", "hierarchy"]
Tokens = Mapping[str, float]
Ends = Mapping[str, Sequence[str]]
Story = tuple[dict[str, float], dict[str, list[str]], float]


def cheapest(tokens: Tokens, ends: Ends, price: float) -> str:
    """The system with the fewest tokens of those that the best is not shown to be ahead of.

    A wrong answer is worth minus the price, a correct one 1 and an abstention 0.

    >>> ends = {"dear": ["correct"] * 4, "cheap": ["correct"] * 3 + ["abstained"]}
    >>> cheapest({"dear": 900, "cheap": 100}, ends, 1)
    'cheap'
    """
    systems = _outcomes(ends)
    (best, _), *_ = ranking(systems, price)
    left = []
    for name, own in systems.items():
        if not _is_behind(systems[best], own, price):
            left.append(name)
    return _with_fewest(tokens, left)


def _is_behind(best: Outcomes, own: Outcomes, price: float) -> bool:
    lead = advantage(best, own, price)
    return lead.low > OWN.margin


def _with_fewest(tokens: Tokens, names: Iterable[str]) -> str:
    return min(names, key=lambda name: tokens[name])


def _outcomes(ends: Ends) -> dict[str, Outcomes]:
    systems: dict[str, Outcomes] = {}
    for name, own in ends.items():
        numbered = enumerate(own)
        systems[name] = {str(number): OUTCOMES[end] for number, end in numbered}
    return systems


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Four systems of which one always abstains; a bold and a shy one; two equal ones; any."""
    price = rng.choice([0.5, 1])
    few = rng.choice(["c" * 7, "c" * 8, "c" * 9])
    every = ["c" * 14, "c" * 13, few, ""]
    told = [_story(rng, every, [3000, 1500, 500, 10], price)]
    bold, shy = "c" * 17 + "w" * 7, "c" * 8
    told.append(_story(rng, [bold, shy, ""], [3000, 1000, 10], 3))
    equal = "c" * 12 + "w" * 12
    told.append(_story(rng, [equal, equal], [900, 300], price))
    for _ in range(4):
        drawn = _drawn(rng)
        told.append(drawn)
    told.append(_at_the_margin(rng))
    for story in told:
        yield answer.against(cheapest, *story)


def _drawn(rng: Random) -> Story:
    codes = []
    for _ in range(3):
        ends = rng.choices("cw-", k=ASKED)
        codes.append("".join(ends))
    tokens = rng.sample(range(100, 2000, 10), 3)
    price = rng.choice([0, 1, 2])
    return _story(rng, codes, tokens, price)


def _at_the_margin(rng: Random) -> Story:
    """The best, the last that is not shown to be behind, and the first that is."""
    most = own = "c" * 18
    while not _is_behind(_abstaining(most), _abstaining(own), 1):
        own = own[1:]
    codes = [most, "c" + own, own]
    return _story(rng, codes, [3000, 1500, 500], 1, range(ASKED))


def _abstaining(code: str) -> Outcomes:
    """The outcomes of a system that abstains on the rest of the questions."""
    ends = [CODES[end] for end in code.ljust(ASKED, "-")]
    return _outcomes({code: ends})[code]


def _story(
    rng: Random,
    codes: Sequence[str],
    tokens: Sequence[int],
    price: float,
    order: Sequence[int] = (),
) -> Story:
    """Systems in random order; on the rest of the questions each abstains."""
    order = order or rng.sample(range(ASKED), ASKED)
    names = rng.sample(NAMES, len(codes))
    spent: dict[str, float] = {}
    ends: dict[str, list[str]] = {}
    rows = list(zip(names, codes, tokens))
    for name, code, count in rng.sample(rows, len(rows)):
        whole = code.ljust(ASKED, "-")
        spent[name] = count
        ends[name] = [CODES[whole[place]] for place in order]
    return spent, ends, price


def _best(tokens: Tokens, ends: Ends, price: float) -> str:
    """Worth most, whatever it needs."""
    systems = _outcomes(ends)
    (best, _), *_ = ranking(systems, price)
    return best


def _fewest_tokens(tokens: Tokens, ends: Ends, price: float) -> str:
    return _with_fewest(tokens, ends)


def _overlapping(tokens: Tokens, ends: Ends, price: float) -> str:
    """Behind is only what has an interval of its own below that of the best."""
    systems = _outcomes(ends)
    (_, most), *others = ranking(systems, price)
    best = _best(tokens, ends, price)
    left = [best]
    for name, worth in others:
        if worth.high + OWN.margin >= most.low:
            left.append(name)
    return _with_fewest(tokens, left)


def _as_accuracy(tokens: Tokens, ends: Ends, price: float) -> str:
    return cheapest(tokens, ends, 0)


MISCONCEPTIONS = {
    "it is the system that is worth most, however small its lead": _best,
    "it is the system with the fewest tokens, however far behind it is": _fewest_tokens,
    "intervals that overlap count as no difference, though the questions are the same": (
        _overlapping
    ),
    "an abstention counts like a wrong answer, as in accuracy": _as_accuracy,
}
