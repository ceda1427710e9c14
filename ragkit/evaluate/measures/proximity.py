"""Numeric proximity: how near the number of an answer is to that of the reference (tiered).

Grading by keys is all or nothing, so 118 m and 9 m are equally wrong where 120 m is right. The
paper proposes numeric proximity and gives no formula; this one is ours. It is computed from an
answer and its golden question, and is stored in no row.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.evaluate.golden.questions import SHARED, Question
from ragkit.text.quantities import SPELLINGS, Quantity, quantities, whole
from ragkit.text.questions import asks_for, unit_of
from ragkit.text.sentences import without_citations

YEARS = range(1000, 3000)
"""Numbers without a unit that may be years. The relative error of a year says nothing."""


def proximity(question: Question, answer: str) -> float | None:
    """How near the numbers of an answer are to those of the reference, in [0, 1].

    It is 1 - `relative_error`, and 0 where the error is larger than 1. None where the reference has
    no number, or the answer has none.

    >>> asked = Question("d", "How many metres?", "numeric", "120 m", (("120",),), (), "easy")
    >>> proximity(asked, "It is 0.12 km."), round(proximity(asked, "It is 118 m."), 3)
    (1.0, 0.983)
    >>> proximity(asked, "It is high.") is None
    True
    """
    error = relative_error(question, answer)
    return None if error is None else max(0.0, 1 - error)


def relative_error(question: Question, answer: str) -> float | None:
    """|answer - reference| / |reference|, from 0 up, in the unit that the question asks for.

    A number of the answer without a unit counts as one in the unit asked for, a number in another
    unit is converted, and one that measures something else is left out. So are the numbers that the
    question gives. Where an answer has several numbers, the nearest counts: this measure is
    lenient, and belongs beside the grade by keys. Where the reference has several, the worst of
    them counts. None where either has no number.
    """
    errors = []
    given = offered(question, answer)
    for reference in references(question):
        in_place = comparable(reference, given)
        if not in_place:
            return None
        errors.append(min(_error(value, reference.value) for value in in_place))
    return max(errors, default=None)


def references(question: Question, years: bool = False) -> list[Quantity]:
    """The numbers of the reference: the first spelling of each group of keys, if it is a quantity.

    A number without a unit gets the unit that the question asks for. Years are left out, unless
    they are asked for with `years`, or the question asks for a number. Ambiguous questions and
    summaries have none, because no answer has to give all of their keys.

    >>> asked = Question("w", "Who, when?", "factual", "", (("Korf",), ("1985",)), (), "easy")
    >>> references(asked), len(references(asked, years=True))
    ([], 1)
    """
    if question.kind in SHARED:
        return []
    spellings = unit_of(question.question)
    unit = SPELLINGS.get(next(iter(spellings), ""))
    counts = asks_for(question.question) == "number"
    found = []
    for group in question.keys:
        number = whole(group[0])
        if number is None:
            continue
        may_be_year = not number.measures and number.number in YEARS
        if may_be_year and not (years or counts):
            continue
        if unit and not number.measures:
            number = Quantity(number.number, *unit)
        found.append(number)
    return found


def comparable(reference: Quantity, given: Sequence[Quantity]) -> list[float]:
    """The values of those quantities that may stand for the reference, in its row's first unit.

    Where some have a unit of the right kind, those without a unit are about something else. So is a
    number that counts something, where the reference measures.

    >>> metres = Quantity(120, "length", 1)
    >>> comparable(metres, [Quantity(0.1, "length", 1000), Quantity(3.0), Quantity(5, "time", 60)])
    [100.0]
    >>> comparable(metres, [Quantity(3.0), Quantity(5, "time", 60)])
    [3.0]
    >>> comparable(metres, [Quantity(3.0, counts="teams")])
    []
    """
    if not reference.measures:
        return [one.number for one in given]
    same = [one.value for one in given if one.measures == reference.measures]
    bare = [one for one in given if not one.measures and not one.counts]
    return same or [one.number * reference.factor for one in bare]


def offered(question: Question, answer: str) -> list[Quantity]:
    """The quantities of an answer that the question does not give, or that are a right answer."""
    given = {one.number for one in quantities(question.question)}
    right = {one.number for one in references(question, years=True)}
    found = quantities(without_citations(answer))
    return [one for one in found if one.number not in given - right]


def _error(value: float, reference: float) -> float:
    """The relative error; beside a reference of 0 any other number is wholly wrong.

    >>> _error(90.0, 100.0), _error(0.0, 0.0), _error(3.0, 0.0)
    (0.1, 0.0, 1.0)
    """
    if reference == 0:
        return float(value != 0)
    return abs(value - reference) / abs(reference)
