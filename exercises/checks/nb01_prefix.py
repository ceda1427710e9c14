"""01-prefix: a prompt whose evidence is a shared prefix, as in `ragkit/model/briefing.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os.path import commonprefix
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

FACTS = [
    *("Owls hunt mice.", "Bats sleep by day.", "Cats climb trees.", "Frogs eat flies."),
    *("Moles dig tunnels.", "Swans eat reeds.", "Hares run at dusk.", "Elks shed antlers."),
]
QUESTIONS = [
    *("Who hunts mice?", "What sleeps by day?", "Do frogs eat flies?", "Where are the tunnels?"),
    *("Are swans large?", "How fast is a hare?"),
]
WISHES = [
    *("Reply with one word.", "List what is missing.", "Is the answer there?", "Can it be said?"),
    *("Quote a sentence.", "Name the passage."),
]

OWN = Own(
    "Only the passages {places[0]} to {places[1]}, counted from 1, are in the prompt, "
    "however many there are.",
    places=(
        (1, len(FACTS)),
        *((1, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 4), (3, 5)),
        *((3, 6), (3, 7), (4, 5), (4, 6), (4, 7), (5, 7), (5, 8)),
    ),
)

Passages = Sequence[str]
Call = tuple[str, Passages, str]
"""The arguments of one call: question, passages, instruction."""


def prompt(question: str, passages: Passages, instruction: str) -> str:
    """The passages, numbered from 1, then the question, then the instruction.

    >>> print(prompt("Who hunts?", ["Owls hunt."], "Reply with one word."))
    [1] Owls hunt.
    Who hunts?
    Reply with one word.
    """
    numbered = _evidence(passages)
    return _lines(*numbered, question, instruction)


def _evidence(passages: Passages) -> list[str]:
    kept = _kept(passages)
    return _numbered(kept)


def _numbered(passages: Passages) -> list[str]:
    lines = []
    for number, text in enumerate(passages, start=1):
        lines.append(f"[{number}] {text}")
    return lines


def _kept(passages: Passages) -> Passages:
    """The passages that are meant to be in the prompt."""
    first, last = OWN.places
    start = first - 1
    return passages[start:last]


def _lines(*lines: str) -> str:
    return "\n".join(lines)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Two instructions, instructions that quote passages, two questions; then one prompt whole."""
    for _ in range(3):
        # Where some are left out, there are so many that all variants differ.
        drawn = 3 if _kept(FACTS) == FACTS else len(FACTS)
        passages = rng.sample(FACTS, drawn)
        kept = _kept(passages)
        question, second_question = rng.sample(QUESTIONS, 2)
        wish, second_wish = rng.sample(WISHES, 2)
        both = [*passages, question]
        first: Call = (question, passages, wish)
        yield _shared(answer, first, (question, passages, second_wish), both)

        one = f"Does this help? {kept[0]}"
        other = f"Does this help? {kept[-1]}"
        yield _shared(answer, (question, passages, one), (question, passages, other), both)
        yield _shared(answer, first, (second_question, passages, wish), passages)
        yield _whole(answer, first)


def _shared(answer: Answer, first: Call, second: Call, parts: Sequence[str]) -> Trial:
    """Which parts two prompts have before the first letter in which they differ."""
    one = answer(*first)
    asked = answer.asked
    other = answer(*second)
    return Trial(
        f"what both prompts begin with: {asked} and {answer.asked}",
        expected=_meant(parts, first),
        came=_found(parts, _beginning(one, other)),
    )


def _whole(answer: Answer, call: Call) -> Trial:
    question, passages, instruction = call
    parts = [*passages, question, instruction]
    came = answer(*call)
    return Trial(
        f"what is in the prompt: {answer.asked}",
        expected=_meant(parts, call),
        came=_found(parts, came),
    )


def _meant(parts: Sequence[str], call: Call) -> list[str]:
    """The parts without the passages of a call that are left out."""
    _, passages, _ = call
    kept = _kept(passages)
    meant = []
    for part in parts:
        if part in kept or part not in passages:
            meant.append(part)
    return meant


def _beginning(one: Any, other: Any) -> Any:
    """What two texts begin with; what is no text is returned as it is."""
    for text in (one, other):
        if not isinstance(text, str):
            return text
    return commonprefix([one, other])


def _found(parts: Sequence[str], text: Any) -> Any:
    """The parts that a text contains; what is no text is returned as it is."""
    if not isinstance(text, str):
        return text
    return [part for part in parts if part in text]


def _instruction_first(question: str, passages: Passages, instruction: str) -> str:
    numbered = _evidence(passages)
    return _lines(instruction, *numbered, question)


def _instruction_between(question: str, passages: Passages, instruction: str) -> str:
    numbered = _evidence(passages)
    return _lines(*numbered, instruction, question)


def _question_first(question: str, passages: Passages, instruction: str) -> str:
    numbered = _evidence(passages)
    return _lines(question, *numbered, instruction)


def _quoted_first(question: str, passages: Passages, instruction: str) -> str:
    quoted: list[str] = []
    others: list[str] = []
    for passage in _kept(passages):
        place = quoted if passage in instruction else others
        place.append(passage)
    numbered = _numbered(quoted + others)
    return _lines(*numbered, question, instruction)


MISCONCEPTIONS = {
    "the instruction is still before the passages": _instruction_first,
    "the instruction is between the passages and the question": _instruction_between,
    "the passage that the instruction quotes still comes first": _quoted_first,
    "the question is before the passages, so that another question shares nothing": (
        _question_first
    ),
}
