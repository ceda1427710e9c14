"""07-fool: a false claim that the verifier supports, made of the numbers and names of one passage.

The judge is the lexical baseline, so that no model is needed: the odds are the fraction of the
claim's words that the passages contain. All else is the kit's own verifier.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.shown import shown
from ragkit.judges.claim_judge import ClaimJudge
from ragkit.judges.judge import Verdicts
from ragkit.judges.support import graded
from ragkit.state import Passage
from ragkit.text.anchors import missing
from ragkit.text.overlap import overlap

Fact = tuple[str, int, str, int]
"""Who counted how many of what, and in which year."""
Facts = Sequence[Fact]

PEOPLE = ["Ada Reed", "Bob Hall", "Eva Lund", "Ida Moss", "Tom Birch", "Kim Ford"]
ANIMALS = ["owls", "newts", "hares", "toads", "moles", "bats"]
PARTS = ("person", "number", "kind of animal", "year")
"""The parts of a fact, in their order."""
VERBS = ("saw", "drew", "met", "heard")
OWN = Own(
    "In `told` and in every claim, `{lie[0]}` takes the place of `counted`; and all but the "
    "{lie[1]} must come from one fact.",
    lie=(("counted", ""), *product(VERBS, PARTS)),
)
JUDGE = ClaimJudge("shared words", lambda *_: Verdicts([]), 0.5, 0.9)

FOOLED = "support 1, and it is false"
STATED = "support 1, and it is true: a passage says so"
ELSEWHERE = "support 1, and it is false, but not in its {} alone"
NOWHERE = "support 0: a number or a name is in no passage"
APART = "support 0: no passage alone has all its numbers and names"


def told(who: str, count: int, what: str, year: int) -> str:
    """A fact as a sentence. The notebook gives learners the same function.

    >>> told("Ada Reed", 12, "owls", 1931)
    'Ada Reed counted 12 owls in 1931.'
    """
    verb, _ = OWN.lie
    return f"{who} {verb} {count} {what} in {year}."


def _form() -> str:
    """The only form of a claim, so that it can be compared with the facts."""
    verb, _ = OWN.lie
    return rf"(\w+ \w+) {verb} (\d+) (\w+) in (\d+)\."


def outcome(claim: object, passages: Sequence[Facts]) -> str:
    """What the kit's verifier does with a claim, and whether it should have.

    >>> facts = [("Ada Reed", 12, "owls", 1931), ("Bob Hall", 30, "bats", 1947)]
    >>> outcome("Ada Reed counted 30 owls in 1931.", [facts])
    'support 1, and it is false'
    >>> outcome("Ada Reed counted 12 owls in 1999.", [facts])
    'support 0: a number or a name is in no passage'
    """
    found = re.fullmatch(_form(), claim) if isinstance(claim, str) else None
    if found is None:
        verb, _ = OWN.lie
        return f"{shown(claim)} is not of the form: WHO {verb} COUNT WHAT in YEAR."
    evidence = [_passage(facts) for facts in passages]
    everything = " ".join(passage.text for passage in evidence)
    odds = overlap(found[0], everything)
    if missing(found[0], everything):
        return NOWHERE
    if graded(found[0], odds, evidence, JUDGE).missing:
        return APART
    known = [told(*fact) for facts in passages for fact in facts]
    if found[0] in known:
        return STATED
    result = _supported(found[0], odds, evidence)
    _, part = OWN.lie
    if result == FOOLED and part and not _only(part, found[0], passages):
        return ELSEWHERE.format(part)
    return result


def _only(part: str, claim: str, passages: Sequence[Facts]) -> bool:
    """Whether a claim is one of the facts in all but this part."""
    for facts in passages:
        for fact in facts:
            lies = [told(*_with(part, fact, other)) for other in facts]
            if claim in lies:
                return True
    return False


def _with(part: str, fact: Fact, other: Fact) -> list[Any]:
    """A fact with this part of another one."""
    place = PARTS.index(part)
    parts: list[Any] = list(fact)
    parts[place] = other[place]
    return parts


def _supported(claim: str, odds: float, evidence: Sequence[Passage]) -> str:
    """The outcome for a false claim whose anchors are all in one passage."""
    if graded(claim, odds, evidence, JUDGE).support == 1:
        return FOOLED
    return "less than full support: the passages lack some of its words"


def _passage(facts: Facts) -> Passage:
    sentences = []
    for fact in facts:
        sentences.append(told(*fact))
    text = " ".join(sentences)
    return Passage(text, text)


def lie(passages: Sequence[Facts]) -> str:
    """A claim that fools the verifier: one fact, with a part of another one in its passage."""
    longest = _longest(passages)
    first, second = longest[:2]
    _, part = OWN.lie
    return told(*_with(part or "year", first, second))


def _longest(passages: Sequence[Facts]) -> Facts:
    return max(passages, key=len)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A passage with two or three facts, and others with one, in any order."""
    for others in (1, 1, 2, 2, 3, 3):
        facts = _drawn(rng)
        together = facts[others:][: rng.randint(2, 3)]
        passages = [[fact] for fact in facts[:others]]
        passages.append(together)
        rng.shuffle(passages)
        claim = answer(passages)
        yield Trial(
            f"{answer.asked}\ngives {shown(claim)}",
            expected=FOOLED,
            came=outcome(claim, passages),
        )


def _drawn(rng: Random) -> list[Fact]:
    """Six facts that share nothing."""
    people = rng.sample(PEOPLE, 6)
    animals = rng.sample(ANIMALS, 6)
    counts = rng.sample(range(10, 99), 6)
    years = rng.sample(range(1900, 1999), 6)
    return list(zip(people, counts, animals, years, strict=True))


def _true(passages: Sequence[Facts]) -> str:
    longest = _longest(passages)
    fact = longest[0]
    return told(*fact)


def _invented(passages: Sequence[Facts]) -> str:
    longest = _longest(passages)
    fact = longest[0]
    return told(*fact[:3], 2001)


def _of_two_passages(passages: Sequence[Facts]) -> str:
    first, second = passages[:2]
    fact, other = first[0], second[0]
    year = other[3]
    return told(*fact[:3], year)


MISCONCEPTIONS = {
    "the claim is true": _true,
    "a number or a name is invented, which the anchors notice": _invented,
    "the claim joins facts of two passages, which the anchors notice": _of_two_passages,
}
