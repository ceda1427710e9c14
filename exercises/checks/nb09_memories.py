"""09-memories: predict what each of six memories changes. The kit's own rules are the truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from ragkit.course.exercises.answer import Answer, Trial
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
        entry = ENTRIES[letter]
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


TRUTH = {letter: effect(entry) for letter, entry in ENTRIES.items()}

MISCONCEPTIONS = {
    "a memory counts whatever the documents were": {
        **TRUTH,
        "e": "no second search",
        "f": "a deeper search",
    },
    "an answer that was verified is matched, too": {**TRUTH, "d": "no second search"},
    "every failure saves the second search": {**TRUTH, "b": "no second search"},
    "a similarity of exactly the threshold counts as above it": {
        **TRUTH,
        "c": "no second search",
    },
}
