"""A quantity is a number with its unit; two are compared by value, and a date is none."""

import pytest

from ragkit.text.quantities import SCALES, SPELLINGS, quantities, whole


@pytest.mark.parametrize(
    ("text", "measures", "value"),
    [
        ("1.2 km", "length", 1200),
        ("1,200 metres", "length", 1200),
        ("3-mile", "length", 4828.032),
        ("2 hours", "time", 7200),
        ("250 ms", "time", 0.25),
        ("5%", "share", 5),
        ("$4.8 million", "dollars", 4_800_000),
        ("4.8 million", "", 4_800_000),
        ("twelve weeks", "time", 12 * 604_800),
        ("−1", "", -1),
        ("117 400", "", 117_400),
    ],
)
def test_a_number_with_its_unit_is_read_as_a_value(text, measures, value):
    found = whole(text)
    assert (found.measures, found.value) == (measures, pytest.approx(value))


@pytest.mark.parametrize("text", ["12 of them", "O(n)", "", "3D", "2nd", "3/2", "one", "about 5", "1.2.3"])
def test_other_text_is_no_quantity(text):
    assert whole(text) is None


def test_dates_are_left_out_and_counts_that_look_like_years_are_not():
    text = "In 2031, on 5 May 2032 and 2033-01-02, it took 1009 steps and 1962 m."
    assert [one.number for one in quantities(text)] == [1009, 1962]


def test_both_ends_of_a_range_are_numbers_and_its_dash_is_no_sign():
    assert [one.number for one in quantities("40-50 kg, 3–4 kg")] == [40, 50, 3, 4]


def test_a_number_without_a_unit_says_what_it_counts_and_a_stop_word_is_no_such_noun():
    crew, took, long = quantities("3 teams took 12 for it, and 5 km of road")
    assert (crew.counts, took.counts, long.counts) == ("teams", "", "")


def test_part_of_a_word_is_no_number():
    assert quantities("WF2 and v1.2.3 and 5x") == []


def test_every_unit_of_the_table_has_all_its_spellings():
    assert SPELLINGS["kilometres"] == SPELLINGS["km"] == ("length", 1000)
    assert {measures for measures, _ in SPELLINGS.values()} == set(SCALES)
