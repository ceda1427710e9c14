"""07-joins: which two passages a claim may rest on together (`text/joins.py`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.state import Passage
from ragkit.text.joins import names

Passages = Sequence[Passage]
Pair = tuple[Any, ...]
"""The two ids, and in a variant the reason as well."""
Leads = Callable[[Passage, Passage, Collection[str]], bool]

ANIMALS = ["owl", "mouse", "newt", "toad", "hare", "mole", "heron", "bat"]
ROWS = (
    *("first.id, second.id, why", "second.id, first.id, why"),
    *("why, first.id, second.id", "why, second.id, first.id"),
)
REASONS: dict[str, tuple[Any, Any, Any]] = {
    '`"hop"` or `"title"`, and `"hop"` where both are true': ("hop", "title", "hop"),
    '`"hop"` or `"title"`, and `"title"` where both are true': ("hop", "title", "title"),
    '`"hop"`, `"title"` or `"both"`': ("hop", "title", "both"),
    "the number of the two conditions that are true": (1, 1, 2),
}
"""Why two passages are joined: by hop, by title, or by both."""

OWN = Own(
    "A pair is returned as `({form[0]})`, where `why` is {form[1]}.",
    form=(("first.id, second.id", ""), *product(ROWS, REASONS)),
)


def joins(passages: Passages, hopped: Collection[str]) -> list[Pair]:
    """The ids of every two passages of which the first leads to the second.

    >>> owl = Passage("owl", "An owl hunts a mouse.", source="owl.md", section="Owl")
    >>> mouse = Passage("mouse", "They eat seeds.", source="mouse.md", section="Mouse > Food")
    >>> joins([owl, mouse], []), joins([owl, mouse], ["owl"])
    ([('owl', 'mouse')], [('owl', 'mouse'), ('mouse', 'owl')])
    """
    return _pairs(passages, hopped, _hop_leads, _title_leads)


def _pairs(
    passages: Passages, hopped: Collection[str], hop_leads: Leads, title_leads: Leads
) -> list[Pair]:
    found = []
    for first in passages:
        for second in passages:
            by_hop = hop_leads(first, second, hopped)
            by_title = title_leads(first, second, hopped)
            if first is not second and (by_hop or by_title):
                found.append(_row(first, second, by_hop, by_title))
    return found


def _row(first: Passage, second: Passage, by_hop: bool, by_title: bool) -> Pair:
    """What is returned of a pair."""
    columns, said = OWN.form
    hop, title, both = REASONS.get(said, ("", "", ""))
    why = hop if by_hop else title
    if by_hop and by_title:
        why = both
    parts = {"first.id": first.id, "second.id": second.id, "why": why}
    return tuple(parts[column] for column in columns.split(", "))


def _hop_leads(first: Passage, second: Passage, hopped: Collection[str]) -> bool:
    if first.id in hopped:
        return False
    return second.id in hopped


def _title_leads(first: Passage, second: Passage, hopped: Collection[str]) -> bool:
    if first.source == second.source:
        return False
    return names(first.text, second)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """The same four passages without a hop, and with one that found two of them; then others."""
    for finds in (0, 2, 1, 3, 0, 2):
        passages = _drawn(rng)
        ids = [passage.id for passage in passages]
        hopped = rng.sample(ids, finds)
        if finds == 2:
            hopped = [ids[1], ids[3]]
        rng.shuffle(passages)
        yield _trial(answer, passages, hopped)
    yield _trial(answer, [], [])


def _trial(answer: Answer, passages: Passages, hopped: Sequence[str]) -> Trial:
    expected = sorted(joins(passages, hopped))
    asked = _asked(passages, hopped)
    trial = answer.on(passages, hopped, expected=expected, asked=asked)
    return replace(trial, came=_in_order(trial.came))


def _in_order(came: Any) -> Any:
    """Pairs in the order of the alphabet, because any order is right; another value as it is."""
    try:
        return sorted(tuple(pair) for pair in came)
    except TypeError:
        return came


def _asked(passages: Passages, hopped: Sequence[str]) -> str:
    lines = [f"joins(passages, hopped={hopped}) with"]
    for passage in passages:
        lines.append(f"  {passage.id} ({passage.place}): {passage.text}")
    return "\n".join(lines)


def _drawn(rng: Random) -> list[Passage]:
    """One animal names another, of which there are two passages; a fourth has no part in it."""
    first, second, third = rng.sample(ANIMALS, 3)
    return [
        _passage(first, "Food", f"Every {first} fears the {second}."),
        _passage(second, "Food", "They eat seeds."),
        _passage(second, "Home", f"The {second} lives here."),
        _passage(third, "Home", "They live there."),
    ]


def _passage(animal: str, part: str, text: str) -> Passage:
    title = animal.capitalize()
    id = f"{animal}-{part.lower()}"
    return Passage(id, text, source=f"{animal}.md", section=f"{title} > {part}")


def _any_two(passages: Passages, hopped: Collection[str]) -> list[Pair]:
    return _pairs(passages, hopped, _always, _title_leads)


def _always(first: Passage, second: Passage, hopped: Collection[str]) -> bool:
    return True


def _never(first: Passage, second: Passage, hopped: Collection[str]) -> bool:
    return False


def _same_document(passages: Passages, hopped: Collection[str]) -> list[Pair]:
    return _pairs(passages, hopped, _hop_leads, _any_title_leads)


def _any_title_leads(first: Passage, second: Passage, hopped: Collection[str]) -> bool:
    return names(first.text, second)


def _both_ways(passages: Passages, hopped: Collection[str]) -> list[Pair]:
    return joins(passages, hopped) + _pairs(passages, hopped, _hop_back, _title_back)


def _hop_back(first: Passage, second: Passage, hopped: Collection[str]) -> bool:
    return _hop_leads(second, first, hopped)


def _title_back(first: Passage, second: Passage, hopped: Collection[str]) -> bool:
    return _title_leads(second, first, hopped)


def _for_each_reason(passages: Passages, hopped: Collection[str]) -> list[Pair]:
    by_hop = _pairs(passages, hopped, _hop_leads, _never)
    return by_hop + _no_hop(passages, hopped)


def _no_hop(passages: Passages, hopped: Collection[str]) -> list[Pair]:
    return _pairs(passages, hopped, _never, _title_leads)


def _between_finds(passages: Passages, hopped: Collection[str]) -> list[Pair]:
    return _pairs(passages, hopped, _any_find_leads, _title_leads)


def _any_find_leads(first: Passage, second: Passage, hopped: Collection[str]) -> bool:
    return second.id in hopped


MISCONCEPTIONS = {
    "any two passages are joined": _any_two,
    "passages of one document are joined because they name its title": _same_document,
    "a join goes both ways": _both_ways,
    "two passages are returned twice where both conditions are true": _for_each_reason,
    "what a hop found is not joined": _no_hop,
    "two passages that a hop found lead to each other": _between_finds,
}
