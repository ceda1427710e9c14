"""What a study found: the system to take, what it is worth, and what is not decided yet.

The system is chosen on one half. All that is said of it comes from the other half.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import filterfalse

from ragkit.evaluate.measures.equal_tokens import nearest, tokens_by_system
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.value import Outcomes, gaps_of, outcomes, value
from ragkit.evaluate.study.race import ENOUGH, Standing
from ragkit.recommended import Recommended
from ragkit.score import Score, needed, score

PLAIN = ("extract", "naive", "basic", "hybrid", "intermediate")
"""Systems that search once, and neither judge nor repeat what they do. All others are agents."""
FEW = 8
"""Below so many questions of the half to report on, nothing is said of a difference."""


@dataclass(frozen=True)
class Gap:
    """The chosen system, or an agent, beside another one, on the half to report on."""

    ours: str
    theirs: str
    by: Score
    """The difference of their values, paired by question."""
    needed: int | None
    """How many questions would show a difference of this size; None: no number of them."""

    @property
    def shown(self) -> bool:
        """Whether enough questions say that there is a difference."""
        by = self.by
        excludes_0 = by.low > 0 or by.high < 0
        return excludes_0 and by.n >= FEW


@dataclass(frozen=True)
class Finding:
    """What a study found."""

    price: float
    """What a wrong answer costs, where a correct one is worth 1 and an abstention 0."""
    chosen: str
    race: tuple[Standing, ...]
    """The half to choose on."""
    reported: tuple[Row, ...]
    """The runs on the half to report on."""
    values: Mapping[str, Score]
    """The values of these, by system."""
    gaps: tuple[Gap, ...]
    """The chosen system beside each other one."""
    agent: Gap | None
    """The best agent beside the plain system that takes as many tokens; None without both."""
    stopped: str = ""
    """The budget that ended the study before the last question; empty where none did."""

    @property
    def decided(self) -> bool:
        """Whether the chosen system was asked enough questions to be chosen by."""
        first = self.race[0]
        asked = first.value.n
        return asked >= ENOUGH

    @property
    def recommended(self) -> Recommended:
        """What a `ragkit.yml` says of it."""
        return Recommended(graph=self.chosen, settings={"wrong_costs": self.price})

    @property
    def better(self) -> Gap | None:
        """The chosen system beside one that is shown to be better; None where the choice held."""
        shown = [gap for gap in self.gaps if gap.shown]
        below = [gap for gap in shown if gap.by.high < 0]
        return min(below, key=lambda gap: gap.by.mean, default=None)

    @property
    def runner_up(self) -> Gap | None:
        """The chosen system beside the best of the others."""
        best = None
        for gap in self.gaps:
            is_graded = gap.by.n > 0
            if is_graded and (best is None or gap.by.mean < best.by.mean):
                best = gap
        return best


def finalists(race: Sequence[Standing]) -> list[str]:
    """The systems that the other half is asked: the chosen one first.

    They are the two best, and the best plain system and the best agent. Raises `ValueError` where
    no run of the race is graded.
    """
    order = []
    for one in race:
        is_graded = one.value.n > 0
        if is_graded:
            order.append(one.system)
    if not order:
        raise ValueError(
            "asked for a recommendation, and no run is graded; allow more time, or look at the rows"
        )
    plain = list(filter(is_plain, order))
    agents = list(filterfalse(is_plain, order))
    named = order[:2]
    named += plain[:1]
    named += agents[:1]
    return list(dict.fromkeys(named))


def is_plain(system: str) -> bool:
    """Whether a system is plain retrieval, with however many passages.

    >>> is_plain("hybrid, 12 passages"), is_plain("crag")
    (True, False)
    """
    return system.split(",")[0] in PLAIN


def found(
    price: float, race: Sequence[Standing], reported: Sequence[Row], stopped: str = ""
) -> Finding:
    """What the rows of both halves say. Raises `ValueError` where no run of the race is graded."""
    names = finalists(race)
    chosen, *_ = names
    ends = outcomes(reported)
    gaps = [_gap(chosen, other, ends, price) for other in ends if other != chosen]
    return Finding(
        price,
        chosen,
        tuple(race),
        tuple(reported),
        {system: value(own, price) for system, own in ends.items()},
        tuple(gaps),
        _at_equal_tokens(names, reported, price),
        stopped,
    )


def _gap(ours: str, theirs: str, ends: Mapping[str, Outcomes], price: float) -> Gap:
    own = ends.get(ours, {})
    other = ends.get(theirs, {})
    gaps = gaps_of(own, other, price)
    by = score(gaps)
    questions = needed(gaps)
    return Gap(ours, theirs, by, questions)


def _at_equal_tokens(names: Sequence[str], rows: Sequence[Row], price: float) -> Gap | None:
    """The best agent beside the plain system whose tokens are nearest to its own."""
    tokens = {system: used for system, used in tokens_by_system(rows).items() if used}
    agents = [name for name in names if not is_plain(name) and name in tokens]
    plain = [system for system in tokens if is_plain(system)]
    if not agents or not plain:
        return None
    agent, *_ = agents
    return _gap(agent, nearest(tokens, agent, plain), outcomes(rows), price)
