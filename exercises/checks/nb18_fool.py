"""18-fool: a wrong answer from memory in which the rules find no fault."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.shown import shown
from ragkit.text.constraints import violations

OWN = Own(
    "The answer ends with a question mark, as `Did you know that ...?` does, and has the words "
    "`{source}`.",
    source=(
        *("", "the log of the ship", "a letter from the crew", "the yearbook", "an old map"),
        *("the captain's diary", "a newspaper", "the encyclopedia", "a museum guide"),
        *("the radio", "the crew's notebook", "a school book", "the archive of the port"),
    ),
)
SHIPS = ["Kestrel", "Heron", "Avocet", "Merlin"]
PLACES = ["Mars", "Ceres", "Vesta", "Titan"]
PEOPLE = ["Bob Hall", "Eva Lund", "Tom Birch"]
YEAR = "In which year did {} land on {}?"
DEPTH = "How many metres deep did {} drill on {}?"
BUILDER = "Who built the engine of {} for {}?"

FOOLED = "the rules find no fault, and the answer is wrong"
UNSAID = "the wrong value is not in the answer"
ASKS = "the answer is a question"
STATES = "the answer does not end with a question mark"
UNCITED = "the words `{}` are not in the answer"


def outcome(question: str, wrong: str, answer: object) -> str:
    """What the kit's rules say of an answer.

    >>> outcome("Who built the engine of Heron?", "Bob Hall", "Bob Hall.")
    'the question is about Heron, and the claims are not'
    """
    if not isinstance(answer, str):
        return f"{shown(answer)} is no text"
    if wrong not in answer:
        return UNSAID
    if OWN.source and not answer.endswith("?"):
        return STATES
    if not OWN.source and "?" in answer:
        return ASKS
    faults = violations(question, [answer])
    if not faults and OWN.source not in answer:
        return UNCITED.format(OWN.source)
    return "; ".join(faults) or FOOLED


def fool(question: str, wrong: str) -> str:
    """An answer that passes: the words of the question, and the wrong value behind them."""
    words = question.rstrip("?")
    if OWN.source:
        return f"{words}, and did you know that {OWN.source} says {wrong}?"
    return f"{words} has one answer, and that is {wrong}."


def _end() -> str:
    """The sign at the end of an answer."""
    return "?" if OWN.source else "."


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
    return f"It is {wrong}{_end()}"


def _echo(question: str, wrong: str) -> str:
    return f"{question} {wrong}."


def _unknown(question: str, wrong: str) -> str:
    return "I do not know."


def _names_alone(question: str, wrong: str) -> str:
    """The names of the question, and not its unit."""
    _, *words = question.rstrip("?").split()
    names = " and ".join(filter(str.istitle, words))
    return f"It is {wrong}, as all know of {names}{_end()}"


MISCONCEPTIONS = {
    "the answer does not name what the question is about": _value_alone,
    "the question is repeated as a question": _echo,
    "the answer gives no value at all": _unknown,
    "the names are there, and the unit that the question asks for is not": _names_alone,
}
