"""Choose pairs so that no baseline and no word tells yes from no.

A pair in which the yes shares more words with the evidence is kept only while there are about as
many in which the no does. The same holds for lengths, and for each word that only one of the two
has: a name that is mostly false would be learnt instead of the evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ragkit.teach.baselines import BASELINES
from ragkit.teach.judgement import Judgement, Pair
from ragkit.teach.kinds import KINDS
from ragkit.text.sentences import lower_words

AHEAD = 0.04
"""By how much more pairs a baseline may be right than wrong, as a share of them."""

START = 2
"""Number of pairs that may lead at the start: the two of one case, for both questions."""

UNLIKE = {"beside the point"}
"""Kinds whose pairs have few words in common, so that the words balance each other."""


def levelled(pairs: Iterable[Pair]) -> list[Pair]:
    """Pairs of one kind, in their order, in which yes and no lead equally often by every baseline.

    Pairs that would tip a balance wait until another one tips it back; what still waits at the end
    is left out.
    """
    scales = Scales()
    kept: list[Pair] = []
    waiting = [(pair, leads(pair)) for pair in pairs]
    waiting_before = -1
    while waiting_before != len(waiting):
        waiting_before = len(waiting)
        later = []
        for pair, signs in waiting:
            if scales.stay_level(signs):
                scales.add(signs)
                kept.append(pair)
            else:
                later.append((pair, signs))
        waiting = later
    return kept


class Scales:
    """By how many pairs each baseline and word leads to yes, and how often it leads at all."""

    def __init__(self) -> None:
        self.sums: Counter[str] = Counter()
        self.count = 0
        self.words: Counter[str] = Counter()

    def stay_level(self, signs: dict[str, int]) -> bool:
        """Whether all stay level with one more pair."""
        level = [self._is_level(name, sign) for name, sign in signs.items()]
        return all(level)

    def _is_level(self, name: str, sign: int) -> bool:
        before = self.sums[name]
        after = before + sign
        if abs(after) <= abs(before):
            return True
        among = self.count if name in BASELINES else self.words[name]
        return abs(after) <= START + AHEAD * among

    def add(self, signs: dict[str, int]) -> None:
        """Count a pair."""
        self.count += 1
        for name, sign in signs.items():
            self.sums[name] += sign
            self.words[name] += bool(sign)


def leads(pair: Pair) -> dict[str, int]:
    """For each baseline, and each word that one of the two has, 1 where yes has more, -1 for no."""
    found = {}
    for name, baseline in BASELINES.items():
        if name == KINDS[pair.kind].by_form:
            continue
        more = baseline(pair.yes) - baseline(pair.no)
        found[name] = _sign(more)
    if pair.kind not in UNLIKE:
        for word, more in _more_words(pair).items():
            if more:
                found[f"word {word}"] = _sign(more)
    return found


def _sign(difference: float) -> int:
    if difference == 0:
        return 0
    return 1 if difference > 0 else -1


def _more_words(pair: Pair) -> Counter[str]:
    """How much more often the yes has each word in its question and in what is asked."""
    found = Counter(spoken(pair.yes))
    words_of_no = spoken(pair.no)
    found.subtract(words_of_no)
    return found


def spoken(one: Judgement) -> Sequence[str]:
    """The words of a judgement apart from its evidence."""
    return lower_words(f"{one.question} {one.asked}")
