"""Another number or year is seen where the reference has one; half of the reference is none."""

from dataclasses import replace

import pytest
from failing import MICE, WHO, YEAR, case

from ragkit.evaluate.failures.numbers import another_number


@pytest.mark.parametrize(
    ("question", "answer", "seen"),
    [
        (YEAR, "It was described in 1950.", True),
        (YEAR, "It was described by Tom Reed.", False),
        (MICE, "It eats 9 mice.", True),
        (MICE, "It eats a few.", False),
        (WHO, "It was Tom Reed in 1950.", False),  # the reference is no number
    ],
)
def test_another_number_or_year_is_seen_where_the_reference_has_one(question, answer, seen):
    assert another_number(case(question, answer)) is seen


def test_half_of_the_reference_is_no_other_number():
    both = replace(MICE, keys=(("12",), ("7",)))
    assert not another_number(case(both, "It is 12."))
    assert another_number(case(both, "It is 12 and 8."))


def test_a_number_of_another_unit_is_not_in_the_place_of_the_right_one():
    long = replace(MICE, question="How many metres is it long?", keys=(("12",),), support=())
    assert not another_number(case(long, "It weighs 30 kg, as 5 mice do."))
    assert another_number(case(long, "It is 0.03 km long."))
