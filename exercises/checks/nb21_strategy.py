"""21-strategy: search by words, by meaning, or both, by rule (advanced, feature 4).

The rules are fewer and simpler than the kit's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.text.anchors import anchors

NAMES = ["Dijkstra", "Kahn", "Tarjan", "Kruskal", "Ukkonen"]
CODES = ["max_level", "edge_list", "heap_size", "node_count"]
THINGS = ["hash tables resize", "heaps sift down", "tries waste memory", "searches stop early"]
QUOTED = re.compile(r'"[^"]+"|`[^`]+`')
IDENTIFIER = re.compile(r"\w_\w")
EXACT = re.compile(r"\d\.\d")
OWN = Own(
    "The words that ask for a meaning are `why`, `how` and `{third}`.",
    third=(
        *("explain", "describe", "discuss", "justify", "compare", "outline", "argue", "derive"),
        *("prove", "show", "tell", "sketch", "clarify"),
    ),
)
KEYWORD = (QUOTED, IDENTIFIER, EXACT)
Way = str


def strategy(question: str) -> Way:
    """How to search a question.

    >>> strategy("Why do owls hunt?"), strategy("Why does Kahn hunt?")
    ('semantic', 'hybrid')
    >>> strategy('Who said "owls hunt"?'), strategy("What is max_level?"), strategy("Version 4.2?")
    ('keyword', 'keyword', 'keyword')
    """
    if any(sign.search(question) for sign in KEYWORD):
        return "keyword"
    if _asks_for_meaning(question) and not anchors(question):
        return "semantic"
    return "hybrid"


def _asks_for_meaning(question: str) -> bool:
    small = question.casefold()
    return small.startswith(("why", "how", OWN.third))


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first questions has another trap; then they come again, drawn anew."""
    for question in questions(rng):
        yield answer.against(strategy, question)
    again = questions(rng) + questions(rng)
    rng.shuffle(again)
    for question in again:
        yield answer.against(strategy, question)


def questions(rng: Random) -> list[str]:
    """A plain question of each kind, and the traps between them."""
    name, other = rng.sample(NAMES, 2)
    code, thing = rng.choice(CODES), rng.choice(THINGS)
    year, minor = rng.randint(1950, 1999), rng.randint(1, 9)
    return [
        f"Why do {thing}?",
        f"Did {name}'s students know {other}'s?",
        f"Who published it in {year}.",
        f"Why did {name} publish it?",
        f"Why does `{thing.split()[0]}` fail?",
        f"how do {thing}?",
        f"Which of them is slow, and why do {thing}?",
        f"What is the default of {code}?",
        f"What is new in version {minor}.{minor}?",
        f'Where is "{thing}" said?',
        f"When do {thing}?",
        f"{OWN.third.capitalize()} why {thing}.",
    ]


def _always_both(question: str) -> Way:
    return "hybrid"


def _apostrophe(question: str) -> Way:
    """Text between two apostrophes is quoted."""
    if re.search(r"'[^']+'", question):
        return "keyword"
    return strategy(question)


def _any_number(question: str) -> Way:
    if re.search(r"\d", question):
        return "keyword"
    return strategy(question)


def _names_overlooked(question: str) -> Way:
    way = strategy(question)
    if way == "hybrid" and _asks_for_meaning(question):
        return "semantic"
    return way


def _meaning_first(question: str) -> Way:
    if _asks_for_meaning(question) and not anchors(question):
        return "semantic"
    return strategy(question)


def _capital_only(question: str) -> Way:
    way = strategy(question)
    if way == "semantic" and question[0].islower():
        return "hybrid"
    return way


def _anywhere(question: str) -> Way:
    """A word that asks for a meaning counts wherever it is."""
    way = strategy(question)
    small = question.casefold()
    found = re.findall(r"\w+", small)
    is_there = not set(found).isdisjoint(["why", "how", OWN.third])
    is_named = bool(anchors(question))
    if way == "hybrid" and is_there and not is_named:
        return "semantic"
    return way


def _without(left_out: Sequence[re.Pattern[str]], question: str) -> Way:
    """The strategy where some signs of a search by words are not looked for."""
    for sign in left_out:
        question = sign.sub("it", question)
    return strategy(question)


def _no_identifiers(question: str) -> Way:
    return _without([IDENTIFIER], question)


def _no_numbers(question: str) -> Way:
    return _without([EXACT], question)


MISCONCEPTIONS = {
    "both is the choice for every question": _always_both,
    "an apostrophe counts as a quotation mark": _apostrophe,
    "a year counts as an exact number, though many passages have it": _any_number,
    "a name is overlooked where the question asks why or how": _names_overlooked,
    "meaning is looked at before what is quoted": _meaning_first,
    'only "Why" with a capital counts, and not "why"': _capital_only,
    'a "why" or a "how" counts wherever it is in the question': _anywhere,
    "words with an underscore are not looked for": _no_identifiers,
    "numbers with a point in them are not looked for": _no_numbers,
}
