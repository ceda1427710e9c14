"""Numbers of the command line: each is read from a text, and one that is of no use is refused.

`argparse` shows the message of the error, and exits with 2.
"""

from __future__ import annotations

import argparse


def whole(text: str) -> int:
    """A whole number from 1, as argparse reads it."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} was given; at least 1 is needed")
    return number


def share(text: str) -> float:
    """A share above 0 up to 1, as argparse reads it."""
    number = float(text)
    if not 0 < number <= 1:
        raise argparse.ArgumentTypeError(f"{text} was given; a share is above 0 and at most 1")
    return number


def part(text: str) -> float:
    """A share from 0 up to, and not including, 1, as argparse reads it."""
    number = float(text)
    if not 0 <= number < 1:
        raise argparse.ArgumentTypeError(
            f"{text} was given; a share from 0, and below 1, is needed"
        )
    return number


def price(text: str) -> float:
    """A price above 0, as argparse reads it."""
    number = float(text)
    if not 0 < number <= 100:
        raise argparse.ArgumentTypeError(
            f"{text} was given; a price is above 0 and at most 100. At a price of 0 there is "
            "nothing to choose: `Kit.open(..., wrong_costs=0)` lets every answer out"
        )
    return number


def at_least_0(text: str) -> float:
    """A number from 0 on, as argparse reads it."""
    number = float(text)
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} was given; a number from 0 on is needed")
    return number
