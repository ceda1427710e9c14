"""14-fool: a wrong answer that the rule for right answers accepts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb14_keys import WORDS, correct
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.shown import shown

OWN = Own(
    "The owl eats {prey}, and no mice: the answer has to say `seven {prey}`, "
    "with your `wrong` instead of *seven*.",
    prey=(
        *("mice", "voles", "moths", "frogs", "shrews", "beetles", "worms"),
        *("rats", "lizards", "crickets", "snails", "spiders", "newts"),
    ),
)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Pairs of numbers: the true one as digits, the wrong one as a word."""
    for _ in range(8):
        true, wrong = rng.sample(list(WORDS), 2)
        expected = _told("right", "yes")
        trial = answer.on(str(true), WORDS[wrong], expected=expected)
        yield replace(
            trial,
            asked=f"{trial.asked} wrote {shown(trial.came)}",
            came=_judged(trial.came, true, wrong),
        )


def _judged(written: Any, true: int, wrong: int) -> Any:
    """What the kit's rule says of an answer, and what the answer says to a reader."""
    if not isinstance(written, str):
        return written
    is_right = correct(written, [[str(true)]], [str(wrong)])
    misleads = _eaten(WORDS[wrong]) in written.casefold()
    return _told("right" if is_right else "wrong", "yes" if misleads else "no")


def _told(rule: str, misleads: str) -> dict[str, str]:
    wrong_number = _eaten("the wrong number of")
    return {"the rule says": rule, f"it says {wrong_number}": misleads}


def _eaten(number: str) -> str:
    return f"{number} {OWN.prey}"


def fool(true: str, wrong: str) -> str:
    """An answer that is wrong, and right to the rule.

    >>> fool("3", "seven")
    'An owl eats seven mice a night, and not 3.'
    """
    return f"An owl eats {_eaten(wrong)} a night, and not {true}."


def _lie_alone(true: str, wrong: str) -> str:
    return f"An owl eats {_eaten(wrong)} a night."


def _truth_alone(true: str, wrong: str) -> str:
    return f"An owl eats {_eaten(true)} a night."


def _forbidden_digits(true: str, wrong: str) -> str:
    """The lie in digits, which the question forbids."""
    digits = {}
    for number, word in WORDS.items():
        digits[word] = number
    return fool(true, str(digits[wrong]))


MISCONCEPTIONS = {
    "the key is not in the answer": _lie_alone,
    "the answer is true": _truth_alone,
    "the wrong number is written in digits, which the question forbids": _forbidden_digits,
}
