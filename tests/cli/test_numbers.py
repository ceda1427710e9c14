"""Numbers of the command line: what is of no use is refused before anything runs, with what would be."""

from argparse import ArgumentTypeError

import pytest

from ragkit.cli.numbers import part, price, share, whole


def test_numbers_are_read_as_they_are_written():
    assert (whole("7"), share("1"), share("0.25"), price("100"), price("0.5")) == (7, 1.0, 0.25, 100.0, 0.5)
    assert (part("0"), part("0.99")) == (0.0, 0.99)


@pytest.mark.parametrize(
    ("read", "text", "said"),
    [
        (whole, "0", "0 was given; at least 1 is needed"),
        (share, "0", "0 was given; a share is above 0 and at most 1"),
        (share, "1.5", "1.5 was given; a share is above 0 and at most 1"),
        (part, "1", "1 was given; a share from 0, and below 1, is needed"),
        (part, "-0.1", "-0.1 was given; a share from 0, and below 1, is needed"),
        (price, "101", "101 was given; a price is above 0 and at most 100"),
        (price, "nan", "nan was given; a price is above 0"),
        (price, "0", r"At a price of 0 there is nothing to choose: `Kit\.open\(\.\.\., wrong_costs=0\)`"),
    ],
)
def test_a_number_out_of_its_range_is_refused_with_the_range(read, text, said):
    with pytest.raises(ArgumentTypeError, match=said):
        read(text)


@pytest.mark.parametrize("read", [whole, share, part, price])
def test_a_text_that_is_no_number_is_refused(read):
    with pytest.raises(ValueError):
        read("half")
