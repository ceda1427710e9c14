"""Win, tie and loss rates of two systems, and whether the judge behind them can be believed.

A judge's preferences are compared with the reference grades, on the pairs of which exactly one
answer is right. A judge that always prefers the same system is right there as often as that system
is. So the agreement is balanced, too: the pairs of which `a` is right count as much as those of
which `b` is, and such a judge gets one half.

All intervals are over questions. Repeats of a question are averaged first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import mean
from typing import Any

from ragkit.evaluate.judging.pairs import Pair, Verdict
from ragkit.evaluate.judging.preferences import Asker, Preference, key
from ragkit.evaluate.measures.outcome import WITHHELD
from ragkit.score import Score, ratio, score

CHANCE = 0.5
"""Agreement of a judge that tosses a coin, and balanced agreement of one that has a favourite."""
EACH = 5
"""Minimum number of questions that each system alone is right on, for an agreement to count.

The bootstrap interval of fewer that all come out alike has no width, and is no evidence.
"""


@dataclass(frozen=True)
class Judged:
    """A pair, and what the judge said about it."""

    pair: Pair
    preference: Preference

    @property
    def verdict(self) -> Verdict | None:
        """Whose answer is preferred; None where the pair could not be judged."""
        return self.preference.verdict


Value = Callable[[Judged], float | None]


@dataclass(frozen=True)
class Comparison:
    """Two systems compared by a judge."""

    a: str
    b: str
    asker: Asker
    judged: tuple[Judged, ...]
    failed: int = 0
    """Number of pairs left out because a run failed."""
    unasked: int = 0
    """Number of pairs that were not compared yet."""
    writers: Mapping[str, str] = field(default_factory=dict)
    """The model that wrote the answers of each system; empty where none did."""

    def rates(self, judged: Sequence[Judged] | None = None) -> dict[Verdict, Score]:
        """How often the answer of `a` is preferred, neither is, and that of `b` is, in [0, 1].

        They add up to 1. Of all pairs, or of those given.
        """
        chosen = self.judged if judged is None else judged
        verdicts: tuple[Verdict, ...] = ("a", "tie", "b")
        return {verdict: _mean(chosen, _is(verdict)) for verdict in verdicts}

    @property
    def lead(self) -> Score:
        """Wins of `a` less wins of `b`, in [-1, 1]. An interval without 0 shows a preference."""
        return _mean(self.judged, lambda one: _LEAD.get(one.verdict))

    @property
    def groups(self) -> dict[str, list[Judged]]:
        """The pairs by what the right reply is; a group without pairs is left out."""
        groups: dict[str, list[Judged]] = {}
        for one in self.judged:
            held = one.pair.question.kind in WITHHELD
            name = "to be withheld" if held else "to be answered"
            groups.setdefault(name, []).append(one)
        return groups

    @property
    def agreement(self) -> Score:
        """How often the right answer is preferred, in [0, 1]; ties are left out.

        Of the pairs of which exactly one answer is correct by reference.
        """
        return _mean(self.told_apart, _agrees)

    def agreement_where(self, right: Verdict) -> Score:
        """The agreement on the pairs of which the answer of one system is right, `a` or `b`."""
        return _mean([one for one in self.told_apart if one.pair.right == right], _agrees)

    @property
    def balanced(self) -> Score:
        """The mean of the agreement where `a` is right and where `b` is, in [0, 1]."""
        sides = [one.pair.right for one in self.told_apart]
        parts: dict[str, list[tuple[float, float]]] = {}
        for one in self.told_apart:
            weight = 1 / sides.count(one.pair.right)
            own = parts.setdefault(one.pair.question.id, [])
            own.append((weight * _agrees(one), weight))
        return ratio([_added(own) for own in parts.values()])

    @property
    def one_right(self) -> list[Judged]:
        """The pairs of which exactly one answer is correct by reference."""
        return [one for one in self.judged if one.pair.right is not None]

    @property
    def told_apart(self) -> list[Judged]:
        """Those of them in which the judge prefers an answer."""
        return [one for one in self.one_right if one.verdict in ("a", "b")]

    @property
    def asked(self) -> list[Judged]:
        """The pairs that the judge was asked about: their answers do not read the same."""
        return [one for one in self.judged if not one.pair.same]

    @property
    def undecided(self) -> Score:
        """How often the judge calls such a pair a tie, in [0, 1]."""
        return _mean(self.one_right, _is("tie"))

    @property
    def depends(self) -> Score:
        """How often the choice depends on the order of the answers, in [0, 1]."""
        return _mean(self.asked, _depends)

    @property
    def first_place(self) -> Score:
        """How often an answer is chosen that was shown first, in [0, 1]; ties are left out.

        It is one half for a judge that always chooses the same answer in both orders.
        """
        chosen = [one for one in self.asked if _first_place(one) is not None]
        return _mean(chosen, _first_place)

    @property
    def same_model(self) -> list[str]:
        """The systems whose answers the judge's model wrote itself."""
        return [system for system, writer in self.writers.items() if writer == self.asker.judge]


_LEAD: dict[Verdict | None, float] = {"a": 1.0, "tie": 0.0, "b": -1.0}


def comparison(
    a: str,
    b: str,
    pairs: Sequence[Pair],
    known: Mapping[str, Preference],
    asker: Asker,
    failed: int = 0,
    writers: Mapping[str, str] | None = None,
) -> Comparison:
    """Two systems compared by what is known about their pairs, by key."""
    judged = []
    unasked = 0
    for pair in pairs:
        preference = known.get(key(pair, asker))
        if preference is None:
            unasked += 1
        else:
            judged.append(Judged(pair, preference))
    return Comparison(a, b, asker, tuple(judged), failed, unasked, writers or {})


def doubts(found: Comparison) -> list[str]:
    """Why the rates show nothing, a sentence each; empty where the judge can be believed."""
    of_a = found.agreement_where("a").n
    of_b = found.agreement_where("b").n
    reasons = []
    if min(of_a, of_b) < EACH:
        reasons.append(
            f"The judge prefers an answer on {of_a} of the questions on which {found.a} alone is "
            f"right, and on {of_b} of those on which {found.b} alone is; {EACH} of each are needed "
            "to test it."
        )
    for name, agreement in (("agreement", found.agreement), ("balanced", found.balanced)):
        if agreement.n and agreement.low <= CHANCE:
            reasons.append(_doubt(name, agreement))
    return reasons


def _doubt(name: str, agreement: Score) -> str:
    """What is wrong with an agreement whose interval begins at chance or below it."""
    subject = "The judge's agreement with the reference grades"
    if name == "balanced":
        subject += ", balanced between the systems,"
    if agreement.high < CHANCE:
        return f"{subject} is below chance: it prefers the wrong answer more often."
    return f"{subject} may be chance: its interval includes one half."


def summary(found: Comparison) -> dict[str, Any]:
    """All that was found out, as JSON. A score without any graded value is None."""
    rates = found.rates()
    scores = {
        "a preferred": rates["a"],
        "tie": rates["tie"],
        "b preferred": rates["b"],
        "lead of a": found.lead,
        "agreement": found.agreement,
        "balanced agreement": found.balanced,
        "ties where one is right": found.undecided,
        "depends on the order": found.depends,
        "first place": found.first_place,
    }
    return {
        "a": found.a,
        "b": found.b,
        "asker": asdict(found.asker),
        "writers": dict(found.writers),
        "pairs": len(found.judged),
        "failed": found.failed,
        "unasked": found.unasked,
        "scores": {name: vars(score) if score.n else None for name, score in scores.items()},
        "doubts": doubts(found),
    }


def _is(verdict: Verdict) -> Value:
    """1 where this is the verdict, else 0; None where there is none."""

    def value(one: Judged) -> float | None:
        if one.verdict is None:
            return None
        return float(one.verdict == verdict)

    return value


def _agrees(one: Judged) -> float:
    """1 where the judge prefers the right answer, else 0."""
    return float(one.verdict == one.pair.right)


def _depends(one: Judged) -> float | None:
    """1 where the two orders lead to different choices, else 0; None where it was not judged."""
    if one.verdict is None:
        return None
    return float(one.preference.a_first != one.preference.b_first)


def _first_place(one: Judged) -> float | None:
    """Share of the two choices that fell on the answer shown first; None where both are ties."""
    if one.verdict is None:
        return None
    places = []
    for choice, first in ((one.preference.a_first, "a"), (one.preference.b_first, "b")):
        if choice != "tie":
            places.append(float(choice == first))
    return mean(places) if places else None


def _mean(judged: Sequence[Judged], value: Value) -> Score:
    """The mean over questions; a question is ungraded where none of its repeats has a value."""
    by_question: dict[str, list[float]] = {}
    for one in judged:
        repeats = by_question.setdefault(one.pair.question.id, [])
        number = value(one)
        if number is not None:
            repeats.append(number)
    return score([mean(repeats) if repeats else None for repeats in by_question.values()])


def _added(parts: Sequence[tuple[float, float]]) -> tuple[float, float]:
    above = sum(numerator for numerator, _ in parts)
    below = sum(denominator for _, denominator in parts)
    return above, below
