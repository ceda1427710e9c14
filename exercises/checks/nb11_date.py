"""11-date: a node that notes which evidence is older than the year in the question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb11_depth import runtime_with
from ragkit.course.exercises.own import Own

FILES = ("owls.md", "mice.md", "bats.md", "cats.md")
EARLIER = "the web is closed"
"""A note that another node wrote before."""
ORDERS: dict[str, Callable[[list[str]], list[str]]] = {
    "in the order of the passages": list,
    "in the reverse order of the passages": lambda notes: notes[::-1],
    "in alphabetical order": sorted,
}
OWN = Own(
    'A note reads `"owls.md {dates} 1999"`, and the notes are {order}.',
    dates=("is of", "is from", "dates from", "stops at"),
    order=tuple(ORDERS),
)
Years = Sequence[int]
Notes = dict[str, list[str]]


def years(text: str) -> list[int]:
    """The years in a text, in order. The notebook gives learners the same function.

    >>> years("In 1994 there were 2000 owls, in 2004 only 12.")
    [1994, 2000, 2004]
    """
    found = re.findall(r"\b(?:19|20)\d\d\b", text)
    return [int(year) for year in found]


def date_checker(state: Any, runtime: Any) -> Notes:
    """What the node writes for a state with a question, passages and notes."""
    return _noted(state, max, max)


def _noted(
    state: Any, of_question: Callable[[Years], int], of_passage: Callable[[Years], int]
) -> Notes:
    """The notes, where functions say which of several years counts."""
    notes = []
    asked = years(state.question)
    for passage in state.passages:
        dated = years(passage.text)
        if not asked or not dated:
            continue
        year = of_passage(dated)
        if year < of_question(asked):
            notes.append(f"{passage.source} {OWN.dates} {year}")
    ordered = ORDERS[OWN.order](notes)
    return {"notes": ordered}


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Passages with two years; a question with two; none of them; no year; any; three notes."""
    asked = rng.randint(1990, 2015)
    twice = (asked - 9, asked - 5)
    until_then = (asked - 9, asked)
    yield _trial(answer, [asked], [twice, until_then], rng)
    yield _trial(answer, [asked - 7, asked], [twice, until_then], rng)
    yield _trial(answer, [], [twice], rng)
    yield _trial(answer, [asked], [(), twice], rng)
    yield _trial(answer, [asked], [], rng)
    for _ in range(10):
        passages = [_drawn(2, rng) for _ in range(3)]
        yield _trial(answer, _drawn(2, rng), passages, rng)
    yield _trial(answer, [asked], [twice] * 3, rng, ("mice.md", "owls.md", "bats.md"))


def _drawn(most: int, rng: Random) -> Years:
    pool = range(1990, 2010)
    count = rng.randint(0, most)
    return rng.sample(pool, count)


def _trial(
    answer: Answer,
    asked: Years,
    passages: Sequence[Years],
    rng: Random,
    sources: Sequence[str] = (),
) -> Trial:
    if not sources:
        sources = rng.sample(FILES, len(passages))
    evidence = []
    for source, dated in zip(sources, passages, strict=True):
        evidence.append(SimpleNamespace(source=source, text=_text(dated)))
    question = f"What did owls eat{' in ' if asked else ''}{_and(asked)}?"
    state = SimpleNamespace(question=question, passages=evidence, notes=[EARLIER])
    return answer.against(date_checker, state, runtime_with())


def _text(dated: Years) -> str:
    if not dated:
        return "They eat mice."
    return f"Counted in {_and(dated)}."


def _and(dated: Years) -> str:
    texts = map(str, dated)
    return " and ".join(texts)


def _again(state: Any, runtime: Any) -> Notes:
    wrote = date_checker(state, runtime)
    own = wrote["notes"]
    notes = [*state.notes, *own]
    return {"notes": notes}


def _earliest(state: Any, runtime: Any) -> Notes:
    return _noted(state, max, min)


def _first_asked(state: Any, runtime: Any) -> Notes:
    return _noted(state, _first, max)


def _first(asked: Years) -> int:
    return asked[0]


def _same_year(state: Any, runtime: Any) -> Notes:
    return _noted(state, _year_after, max)


def _year_after(asked: Years) -> int:
    return max(asked) + 1


MISCONCEPTIONS = {
    "the notes of other nodes are returned as well, so that the run has them twice": _again,
    "the earliest year of a passage decides, and not the latest": _earliest,
    "the first year of the question decides, and not the latest": _first_asked,
    "a passage of the very year in question counts as older": _same_year,
}
