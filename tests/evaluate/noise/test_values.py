"""A false value has the form and about the size of the true one, and no bound is true all the same."""

import pytest

from ragkit.evaluate.noise.values import NUMBER, candidates, exchanged, other_numbers, standing


@pytest.mark.parametrize(
    ("written", "others"),
    [
        ("1,009", ["555", "656", "757", "1,312", "1,463", "1,614", "1,816"]),
        ("500", ["300", "400", "600", "700", "800", "900"]),
        ("0.4", ["0.2", "0.3", "0.5", "0.6", "0.7"]),  # .22, .26, .30, .52, .58, .64, .72
        ("2", ["3", "4", "5", "6"]),
        ("0", []),
        ("1", []),
        ("1.0", []),
    ],
)
def test_numbers_keep_their_form(written, others):
    assert other_numbers(written) == others


def test_a_recent_year_becomes_an_earlier_one_and_a_day_stays_in_its_month():
    assert all(int(year) < 2019 for year in other_numbers("2019"))
    assert "1973" in other_numbers("1962") and "1962" not in other_numbers("1962")
    found = candidates("It was sent on 30 March and took 30 days.", {})
    assert max(map(int, found["30"])) == 28 and "April" in found["March"] and "March" not in found["March"]


@pytest.mark.parametrize("text", ["O(n^2)", "n = 3", "V - 1", "2-SAT", "3D", "1.2.3", "12–15", "12/5", "f(3)", "x5"])
def test_parts_of_formulas_names_ranges_and_versions_are_no_values(text):
    assert NUMBER.findall(text) == []


@pytest.mark.parametrize(
    ("text", "value", "larger", "smaller"),
    [
        ("It takes at most 60 steps.", "60", False, True),
        ("It takes at most about 60 steps.", "60", False, True),
        ("It never uses more than 60 steps.", "60", False, True),
        ("It takes at least 60 steps.", "60", True, False),
        ("It takes 60 steps.", "60", True, True),
        ("It takes up to five steps.", "five", False, True),
    ],
)
def test_a_weaker_bound_would_be_true_and_is_never_taken(text, value, larger, smaller):
    sizes = {"five": 5, "two": 2, "three": 3, "four": 4, "six": 6, "seven": 7, "eight": 8, "nine": 9}
    others = [sizes.get(other) or int(other) for other in candidates(text, {})[value]]
    own = sizes.get(value) or int(value)
    assert (any(other > own for other in others), any(other < own for other in others)) == (larger, smaller)


def test_an_article_fits_the_other_value_too():
    assert set(candidates("It is an 11 by 3 grid.", {})["11"]) == {"8"}
    assert "8" not in candidates("It is a 7 by 3 grid.", {})["7"]


def test_number_words_have_neighbours_and_other_words_none():
    assert candidates("Three of them, or four, and one; the third.", {}) == {
        "four": ["two", "three", "five", "six", "seven", "eight"],
        "third": ["fourth", "fifth", "sixth", "seventh"],
    }


def test_values_are_exchanged_wherever_they_stand_alone_and_nowhere_else():
    others = {"12": "16", "Kahn": "Korf", "three": "five"}
    text = "In 12 of 112 runs, 1.12 s and O(12), Kahn's three; Kahn, thirteen, Kahnberg. | 12 | 12,000 |"
    told = "In 16 of 112 runs, 1.12 s and O(12), Korf's five; Korf, thirteen, Kahnberg. | 16 | 12,000 |"
    assert exchanged(text, others) == told and exchanged(text, {}) == text


def test_a_value_stands_alone_before_a_full_stop_and_not_before_decimals():
    assert standing("12").search("It has 12.") and not standing("12").search("It has 12.5.")
    assert standing("Korf").search("(Korf's)") and not standing("Korf").search("Korf-like, Korfs")
