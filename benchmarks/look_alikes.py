"""Questions that look like a golden question and mean something else, made by rule.

A number, a year, a code or a name is exchanged for a near one, two of them change places, the
question is negated, or a word is exchanged for its opposite. The minimal pairs of the almanac, of
which one question has a false premise, are look-alikes as well.

That none means the same as its original is made sure rule by rule, without looking at the words as
the cache does. A number after *like* or *about* is an example, and stays. Names are exchanged
within a hand-written list of different things. Two things that *and* or *or* joins do not change
places: "Prim or Kruskal" asks the same in either order. Only a question word with its verb is
negated, since "Isn't it open?" asks what "Is it open?" asks. A word is exchanged for its opposite
only where the opposite is not there too. No form of a word is exchanged for another, such as the
plural. A look-alike that is itself a golden question is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.noise.names import MONTHS
from ragkit.evaluate.noise.values import NUMBER, YEARS, candidates, other_numbers, standing
from ragkit.text.anchors import NUMBER_WORDS

NEAREST = 2
"""By how many others each value is exchanged."""
LOOSE = r"\b(?:like|about|around|roughly|say) "
"""Words before a number that is only an example."""
SEASON = re.compile(r"\b(\d{4})–(\d\d)\b")
CODE = re.compile(r"\b([A-Z][A-Za-z]*-(?:\d+-)?)(\d+)\b")
NAMES = (
    ("Dijkstra", "Kruskal", "Prim", "Tarjan", "Kosaraju", "Kahn", "Johnson", "Boruvka", "Yen"),
    ("Bellman-Ford", "Floyd-Warshall", "Edmonds-Karp", "Ford-Fulkerson", "Goldberg-Tarjan"),
    ("Boyer-Moore", "Knuth-Morris-Pratt", "Rabin-Karp", "Boyer-Moore-Horspool"),
    ("A*", "IDA*"),
    ("BFS", "DFS"),
    ("NP", "BPP", "PSPACE"),
    ("Quill", "Magpie", "Beacon", "Metronome"),
    ("Cook", "Morris", "Babai", "Pugh", "Ukkonen", "Damerau", "Christofides"),
    ("Calder Point", "Skerry Isle", "Port Lindry", "Stennet", "Brenholt"),
    ("Vey", "Sorrel", "Orle"),
    ("Halvary", "Tessmark"),
    ("Marren Dam", "Dunmoor Dam", "Harrow Barrage"),
    ("Marren City", "Vey Rovers", "Port Lindry Athletic", "Brenholt United"),
    ("Imre Varga", "Kofi Lund", "Luca Marsh"),
    ("Joint Space Office", "Orle Basin Commission", "Two Rivers League"),
    ("Kestrel", "Heron"),
    ("Mongolia", "Kyrgyzstan", "Japan"),
)
"""Names of different things that fit into each other's place."""
INNER_NAME = re.compile(r"(?<=[\w,'(] )[A-Z][a-z]{2}[\w-]*(?: [A-Z][\w-]*)*(?![\w/]| \d)")
"""Words with a capital inside a sentence; no letter alone, since V times E is E times V."""
DATES = {*MONTHS, "Saturday", "Monday"}
JOINED = re.compile(r"\b(?:and|or|between|versus)\b(?! not)|^[^a-z]*$|^ of (?:the )?$")
"""What is between two things that a sentence joins, lists, or makes one name of."""
VERBS = "is are was were does do did could should would must"
AGAINST = {verb: f"{verb}n't" for verb in VERBS.split()} | {"can": "can't"}
"""Verbs with their negation."""
QUESTION_WORD = re.compile(
    r"(?:^|[.?!,:] )(?:(?:in|at|on|to|for|by|from|of|until|with) )?"
    r"(?:(?:why|when|where)|(?:what|which|who|whose)(?: [\w'-]+){0,5}?)"
    rf"(?<!makes) ({'|'.join(AGAINST)})\b(?! not)",
    re.IGNORECASE,
)
"""A question word at the start of a clause, with its verb."""
OPPOSITES = {
    "before or after": ("before after", "earlier later"),
    "more or less": (
        "more less", "most least", "above below", "larger smaller", "largest smallest",
        "higher lower", "highest lowest", "longer shorter", "longest shortest", "faster slower",
        "fastest slowest", "maximum minimum", "better worse", "best worst",
    ),
    "first or last": ("first last",),
}  # fmt: skip
IDIOM = re.compile(r"\bnamed after|\bafter (?:how many|at most)|\bcan i at least", re.IGNORECASE)
"""Phrases whose opposite is nothing that anybody asks, or the same."""
SIGNS = {">": "<", "<": ">", "=": "≠", "^": "*", "+": "-", "!": ""}
SIGN = re.compile(r"[<>=^+]|(?<=\b[a-z])!(?= )")
"""A sign of a formula. An exclamation mark behind a letter is a factorial."""


@dataclass(frozen=True)
class LookAlike:
    """A question that looks like another one, and how the two differ."""

    kind: str
    question: str
    original: str


def originals_of(questions: Sequence[Question]) -> list[str]:
    """The golden questions, each once, without those that are the false half of a minimal pair."""
    return list(dict.fromkeys(one.question for one in questions if one.twin is None))


def look_alikes(questions: Sequence[Question]) -> list[LookAlike]:
    """The look-alikes of golden questions, each once; none is a golden question itself.

    Those of the kind *minimal pair* are golden questions, which `originals_of` leaves out.
    """
    by_id = {one.id: one.question for one in questions}
    taken = {spelt(one.question) for one in questions}
    found = []
    for one in questions:
        if one.twin in by_id:
            found.append(LookAlike("minimal pair", one.question, by_id[one.twin]))
    for original in originals_of(questions):
        for kind, rule in RULES.items():
            for text in rule(original):
                if spelt(text) not in taken:
                    taken.add(spelt(text))
                    found.append(LookAlike(kind, text, original))
    return found


def spelt(question: str) -> str:
    """A question in small letters with single spaces; its signs and articles stay."""
    return " ".join(question.casefold().split())


def numbers(question: str) -> Iterator[str]:
    """Exchange each number, number word or month for the nearest others."""
    for value, others in candidates(question, {}).items():
        if not _is_year(value) and not re.search(LOOSE + re.escape(value), question):
            yield from _with_nearest(question, value, others)


def years(question: str) -> Iterator[str]:
    """Exchange each year for the nearest others, and each season for the one before."""
    for value in dict.fromkeys(NUMBER.findall(question)):
        if _is_year(value):
            yield from _with_nearest(question, value, other_numbers(value))
    for season in SEASON.finditer(question):
        before = f"{int(season[1]) - 1}–{int(season[2]) - 1:02}"
        yield question.replace(season[0], before)


def codes(question: str) -> Iterator[str]:
    """Exchange the number at the end of each code for the next one: WF-052, Tern-4."""
    for code in CODE.finditer(question):
        following = f"{int(code[2]) + 1:0{len(code[2])}}"
        yield question.replace(code[0], code[1] + following)


def names(question: str) -> Iterator[str]:
    """Exchange each name for the next ones of its list that the question lacks."""
    for group in NAMES:
        for place, name in enumerate(group):
            following = [*group[place + 1 :], *group[:place]]
            absent = [other for other in following if not standing(other).search(question)]
            for other in absent[:NEAREST]:
                yield _replaced(question, name, other)


def swapped(question: str) -> Iterator[str]:
    """Let two neighbouring names, numbers or years change places."""
    named = [match for match in INNER_NAME.finditer(question) if match[0] not in DATES]
    figures = list(NUMBER.finditer(question))
    years = [match for match in figures if _is_year(match[0])]
    numbers = [match for match in figures if not _is_year(match[0])]
    for matches in (named, years, numbers):
        for one, other in pairwise(matches):
            between = question[one.end() : other.start()]
            if not JOINED.search(between):
                start, end = question[: one.start()], question[other.end() :]
                yield start + other[0] + between + one[0] + end


def negated(question: str) -> Iterator[str]:
    """Negate the verb of the question."""
    verb = QUESTION_WORD.search(question)
    if verb:
        yield question[: verb.start(1)] + AGAINST[verb[1].lower()] + question[verb.end(1) :]


def opposites(kind: str) -> Callable[[str], Iterator[str]]:
    """The rule that exchanges the words of a kind for their opposites."""
    pairs = [pair.split() for pair in OPPOSITES[kind]]

    def exchanged(question: str) -> Iterator[str]:
        for one, other in pairs:
            there = [word for word in (one, other) if standing(word).search(question.lower())]
            if len(there) == 1 and not IDIOM.search(question):
                opposite = other if there == [one] else one
                yield _replaced(question, there[0], opposite)
                yield _replaced(question, there[0].capitalize(), opposite.capitalize())

    return exchanged


def signs(question: str) -> Iterator[str]:
    """Exchange each sign of a formula for another; a factorial loses its sign."""
    for sign in SIGN.finditer(question):
        before, after = question[: sign.start()], question[sign.end() :]
        yield before + SIGNS[sign[0]] + after


RULES: dict[str, Callable[[str], Iterator[str]]] = {
    "number": numbers,
    "year": years,
    "code": codes,
    "name": names,
    "swapped": swapped,
    "negated": negated,
    **{kind: opposites(kind) for kind in OPPOSITES},
    "sign": signs,
}
"""What makes the look-alikes of a question, by kind."""


def _with_nearest(question: str, value: str, others: Sequence[str]) -> Iterator[str]:
    near = sorted(others, key=lambda other: abs(_size(other) - _size(value)))
    for other in near[:NEAREST]:
        yield _replaced(question, value, other)


def _replaced(question: str, value: str, other: str) -> str:
    return standing(value).sub(lambda _: other, question)


def _is_year(value: str) -> bool:
    return value.isdecimal() and int(value) in YEARS


def _size(value: str) -> float:
    """What a number, a number word or a month counts."""
    if value in MONTHS:
        return MONTHS.index(value)
    return float(NUMBER_WORDS.get(value, value.replace(",", "")))
