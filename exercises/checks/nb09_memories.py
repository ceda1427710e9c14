"""09-memories: predict what each of six memories changes. The kit's own rules are the truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Literal

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.shown import shown
from ragkit.graphs.adaptive.policy import context_issues
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.search.memory import FAILURES
from ragkit.settings import Settings
from ragkit.state import Grade, Memory, Mode

ABOVE = 0.85
EFFECTS = ("nothing", "a deeper search", "no second search")


@dataclass(frozen=True)
class Entry:
    """A memory, as the notebook shows it."""

    mode: Mode
    similarity: float
    documents: Literal["today's", "last year's"] = "today's"


ENTRIES = {
    "a": Entry("not in the corpus", 0.91),
    "b": Entry("unsupported", 0.88),
    "c": Entry("not in the corpus", 0.85),
    "d": Entry("verified", 0.97),
    "e": Entry("not in the corpus", 0.99, "last year's"),
    "f": Entry("unsupported", 0.93, "last year's"),
}
OWN = Own(
    "Your rows a to f are the rows {order} of the notebook's table, in this order.",
    order=(
        *("a, b, c, d, e, f", "b, a, e, c, f, d", "c, a, d, b, e, f", "b, d, f, a, c, e"),
        *("e, c, a, f, b, d", "d, b, a, e, f, c", "f, e, b, c, d, a", "a, f, d, c, b, e"),
        *("c, e, b, d, a, f", "d, f, e, a, c, b", "e, b, c, a, d, f", "f, d, c, b, a, e"),
        *("b, c, d, e, f, a", "a, e, f, d, c, b", "c, d, e, f, a, b", "d, c, f, e, b, a"),
    ),
)


@cache
def effect(entry: Entry) -> str:
    """What a memory changes in a run whose question is simple and whose evidence falls short.

    >>> [effect(entry) for entry in ENTRIES.values()][:3]
    ['no second search', 'a deeper search', 'nothing']
    """
    settings = Settings()
    memories = _matched(entry)
    state = AdaptiveState(question="Do owls swim?", memories=memories)
    state.grades = [Grade(0.2, 0.2, 0.2, confidence=1.0, approved=False)]
    if "remembered" in context_issues(state, settings):
        return "no second search"
    modes = [memory.mode for memory in memories]
    if settings.depth_for(0.0, modes) == "complex":
        return "a deeper search"
    return "nothing"


def table() -> dict[str, Entry]:
    """The rows of the present variant, each with its own letter."""
    rows = [ENTRIES[letter] for letter in OWN.order.split(", ")]
    return dict(zip(ENTRIES, rows, strict=True))


def _matched(entry: Entry) -> list[Memory]:
    """What `FailureMemory.match` gives for a memory that is alone in its store."""
    is_failure = entry.mode in FAILURES
    is_current = entry.documents == "today's"
    if is_failure and is_current and entry.similarity > ABOVE:
        return [Memory("id", "Can owls swim?", entry.mode, similarity=entry.similarity)]
    return []


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """First the form of the prediction, then its rows in a random order."""
    guess = answer.value
    yield Trial(
        f"{answer.name}, a dict with an effect for each letter",
        expected="each letter has one of the three effects",
        came=_form(guess),
    )
    for letter in rng.sample(list(ENTRIES), len(ENTRIES)):
        entry = table()[letter]
        yield Trial(
            f"memory {letter}: {entry.mode}, {entry.documents} documents, {entry.similarity}",
            expected=effect(entry),
            came=guess[letter],
        )


def _form(guess: object) -> str:
    if not isinstance(guess, dict):
        return f"{shown(guess)} is no dict"
    for letter in ENTRIES:
        value = guess.get(letter)
        if not isinstance(value, str) or value not in EFFECTS:
            return f"memory {letter} has {shown(value)}"
    return "each letter has one of the three effects"


def answer() -> dict[str, str]:
    """The effect of each row."""
    return _with({})


def _with(wrong: dict[str, str]) -> dict[str, str]:
    """The right effects, but for these rows of the notebook's table."""
    effects = {}
    for letter, of_notebook in zip(ENTRIES, OWN.order.split(", "), strict=True):
        right = effect(ENTRIES[of_notebook])
        effects[letter] = wrong.get(of_notebook, right)
    return effects


def misconceptions() -> dict[str, dict[str, str]]:
    """The misconceptions of the present variant."""
    return {
        "a memory counts whatever the documents were": _with(
            {"e": "no second search", "f": "a deeper search"}
        ),
        "an answer that was verified is matched, too": _with({"d": "no second search"}),
        "every failure saves the second search": _with({"b": "no second search"}),
        "a similarity of exactly the threshold counts as above it": _with(
            {"c": "no second search"}
        ),
    }


MISCONCEPTIONS = misconceptions()
