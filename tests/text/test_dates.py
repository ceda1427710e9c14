"""Dates in a text, in the ways in which people write them."""

import pytest

from ragkit.text.dates import dates, own_date


@pytest.mark.parametrize(("text", "found"), [
    ("on 2031-05-01", ["2031-05-01"]), ("2031-05", ["2031-05"]), ("1st May 2031", ["2031-05-01"]),
    ("May 1, 2031", ["2031-05-01"]), ("Sept. 2031", ["2031"]), ("Sep. 2031", ["2031-09"]), ("2029–30", ["2029"]),
    ("2030-31", ["2030"]), ("in 2031, 2032", ["2031", "2032"]), ("MAY 2031", ["2031-05"]),
    ("12,031 or 1.2031 or 20311 or 3031", []), ("version 2031.4", []), ("", []),
])  # fmt: skip
def test_a_date_is_found_as_exactly_as_it_is_written(text, found):
    assert dates(text) == found


@pytest.mark.parametrize(("text", "date"), [
    ("As of May 2031, it holds.", "2031-05"), ("Updated on 3 May 2031", "2031-05-03"),
    ("Released on 2031-02-17", "2031-02-17"), ("Date: 2031", "2031"), ("As of 2029. As of 2031.", "2031"),
    ("*Press desk, 2 April 2029*\n\nBuilt 1950.", "2029-04-02"), ("*2029*\n\nAs of 2031", "2031"),
    ("The dam was built in 1950.", ""), ("As of now", ""), ("It is *very* old: 1950.", ""),
])  # fmt: skip
def test_the_date_that_a_text_gives_itself_is_not_just_any_date_in_it(text, date):
    assert own_date(text) == date
