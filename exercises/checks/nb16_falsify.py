"""16-falsify: two bugs in what makes a conflict: the lie is not fluent, or it may be true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

FORMS = ["Ada saw {} owls.", "There were {} owls, said Ada.", "Owls: {}, and 7 newts."]
OWN = Own(
    "Only a number that differs from `true` by at least {gap} may take its place. "
    "If there is none, the result is {unchanged}.",
    gap=(1, 2, 3, 4, 5, 6),
    unchanged=("all passages as they are", "`None`", "an empty list"),
)
Passages = Sequence[str]
Falsified = list[str] | None


def has(text: str, number: str) -> bool:
    """Whether a text has a number on its own. Learners get the same function.

    >>> has("12 owls", "12"), has("In 1912.", "12")
    (True, False)
    """
    return re.search(rf"\b{number}\b", text) is not None


def exchanged(text: str, true: str, false: str) -> str:
    """A text with one number in the place of another. Learners get the same function.

    >>> exchanged("12 owls in 1912", "12", "15")
    '15 owls in 1912'
    """
    return re.sub(rf"\b{true}\b", false, text)


def falsify(passages: Passages, true: str, others: Sequence[str]) -> Falsified:
    """The passages with the first other number that none of them has, wherever the true one is.

    >>> falsify(["12 owls", "15 newts, 12 owls"], "12", ["15", "18"])
    ['18 owls', '15 newts, 18 owls']
    """
    return _with(passages, true, _free(passages, _far(true, others)))


def _far(true: str, others: Sequence[str]) -> list[str]:
    """The numbers that differ enough from the true one."""
    found = []
    for other in others:
        apart = int(other) - int(true)
        if abs(apart) >= OWN.gap:
            found.append(other)
    return found


def _free(passages: Passages, others: Sequence[str]) -> str:
    """The first number that no passage has; empty where there is none."""
    for other in others:
        if not any(has(text, other) for text in passages):
            return other
    return ""


def _with(passages: Passages, true: str, false: str) -> Falsified:
    if not false:
        return _unchanged(passages)
    return [exchanged(text, true, false) for text in passages]


def _unchanged(passages: Passages) -> Falsified:
    """What is returned where no number is free."""
    if OWN.unchanged == "`None`":
        return None
    return [] if OWN.unchanged == "an empty list" else list(passages)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Passages that each mistake falsifies in another way; no free number; any; near numbers."""
    wrong = list(MISCONCEPTIONS.values())
    every = [telling(lambda: _drawn(rng), falsify, wrong)]
    passages, true, _ = _drawn(rng)
    every.append(([*passages, "8 rooks"], true, ["8"]))
    for _ in range(8):
        every.append(_drawn(rng))
    number = rng.randint(20, 80)
    near = [str(number + more) for more in range(1, 9)]
    every.append(([f"Ada saw {number} owls."], str(number), near))
    for case in every:
        yield answer.against(falsify, *case)


def _drawn(rng: Random) -> tuple[list[str], str, list[str]]:
    """Passages with the true number, one with others only, and numbers that may replace it."""
    numbers = rng.sample(range(11, 99), 5)
    true, *others = map(str, numbers)
    forms = rng.sample(FORMS, 2)
    texts = [form.format(true) for form in forms]
    texts.append(f"In 19{true} there were {others[0]} rooks.")
    texts.append(f"In 19{others[1]} nobody counted.")
    rng.shuffle(texts)
    return texts, true, others


def _first_other(passages: Passages, true: str, others: Sequence[str]) -> Falsified:
    """The first other number, though a passage may have it."""
    first = _far(true, others)[:1]
    return _with(passages, true, "".join(first))


def _parts_of_numbers(passages: Passages, true: str, others: Sequence[str]) -> Falsified:
    free = _free(passages, _far(true, others))
    if not free:
        return _unchanged(passages)
    return [text.replace(true, free) for text in passages]


def _given(passages: Passages, true: str, others: Sequence[str]) -> Falsified:
    """Both bugs, as learners get them."""
    first = others[0]
    return [text.replace(true, first) for text in passages]


def _one_passage(passages: Passages, true: str, others: Sequence[str]) -> Falsified:
    """Only the first passage with the number is changed, and the others contradict it."""
    found = list(passages)
    free = _free(passages, _far(true, others))
    for place, text in enumerate(passages):
        if has(text, true) and free:
            found[place] = exchanged(text, true, free)
            return found
    return found


def _any_digits(passages: Passages, true: str, others: Sequence[str]) -> Falsified:
    """A number is passed over where its digits are in a longer number."""
    everything = " ".join(passages)
    for other in _far(true, others):
        if other not in everything:
            return _with(passages, true, other)
    return _unchanged(passages)


def _last_other(passages: Passages, true: str, others: Sequence[str]) -> Falsified:
    backwards = others[::-1]
    return falsify(passages, true, backwards)


MISCONCEPTIONS: dict[str, Callable[[Passages, str, Sequence[str]], Falsified]] = {
    "the first other number is taken, though a passage states it": _first_other,
    "digits inside a longer number are exchanged, too": _parts_of_numbers,
    "both bugs are still there": _given,
    "only one passage is changed, so that the others contradict it": _one_passage,
    "a free number is passed over because its digits are part of a longer one": _any_digits,
    "the last free number is taken, and not the first": _last_other,
}
