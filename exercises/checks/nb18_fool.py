"""18-fool: a wrong answer from memory in which the rules find no fault."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.shown import shown
from ragkit.text.constraints import violations

SHIPS = ["Kestrel", "Heron", "Avocet", "Merlin"]
PLACES = ["Mars", "Ceres", "Vesta", "Titan"]
PEOPLE = ["Bob Hall", "Eva Lund", "Tom Birch"]
YEAR = "In which year did {} land on {}?"
DEPTH = "How many metres deep did {} drill on {}?"
BUILDER = "Who built the engine of {} for {}?"

FOOLED = "the rules find no fault, and the answer is wrong"
UNSAID = "the wrong value is not in the answer"
ASKS = "the answer is a question"


def outcome(question: str, wrong: str, answer: object) -> str:
    """What the kit's rules say of an answer.

    >>> outcome("Who built the engine of Heron?", "Bob Hall", "Bob Hall.")
    'the question is about Heron, and the claims are not'
    """
    if not isinstance(answer, str):
        return f"{shown(answer)} is no text"
    if wrong not in answer:
        return UNSAID
    if "?" in answer:
        return ASKS
    faults = violations(question, [answer])
    return "; ".join(faults) or FOOLED


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A question about a number, a year and a person each, and then again."""
    for _ in range(2):
        ship = rng.choice(SHIPS)
        place = rng.choice(PLACES)
        cases = {
            DEPTH: str(rng.randint(11, 99)),
            YEAR: str(rng.randint(2030, 2060)),
            BUILDER: rng.choice(PEOPLE),
        }
        for form, wrong in cases.items():
            question = form.format(ship, place)
            text = answer(question, wrong)
            yield Trial(
                f"{answer.asked}\ngives {shown(text)}",
                expected=FOOLED,
                came=outcome(question, wrong, text),
            )


def _value_alone(question: str, wrong: str) -> str:
    return f"It is {wrong}."


def _echo(question: str, wrong: str) -> str:
    return f"{question} {wrong}."


def _unknown(question: str, wrong: str) -> str:
    return "I do not know."


def _names_alone(question: str, wrong: str) -> str:
    """The names of the question, and not its unit."""
    _, *words = question.rstrip("?").split()
    names = " and ".join(filter(str.istitle, words))
    return f"It is {wrong}, as all know of {names}."


MISCONCEPTIONS = {
    "the answer does not name what the question is about": _value_alone,
    "the question is repeated as a question": _echo,
    "the answer gives no value at all": _unknown,
    "the names are there, and the unit that the question asks for is not": _names_alone,
}
