"""What code prints while it is watched."""

import builtins
import sys

import pytest

from ragkit.course.exercises.heard import MOST, Heard, listening


def test_of_a_million_characters_the_beginning_is_kept_and_all_are_counted():
    heard = Heard()
    with listening(heard):
        for _ in range(1000):
            print("x" * 999)  # noqa: T201
    assert heard.count == 1_000_000 and len(heard.text) == MOST


def test_errors_are_heard_too_and_afterwards_everything_is_as_before():
    heard, before = Heard(), (sys.stdout, sys.stderr, builtins.input)
    with pytest.raises(KeyError), listening(heard):
        print("owl", file=sys.stderr)  # noqa: T201
        raise KeyError
    assert heard.text == "owl\n" and (sys.stdout, sys.stderr, builtins.input) == before


def test_input_is_an_error_that_says_what_to_do():
    with listening(Heard()), pytest.raises(RuntimeError, match="take the value as an argument"):
        input("How many? ")
