"""Whatever is typed is asked within a limit, or there is a sentence why not."""

import pytest

from ragkit.runs.chat_question import LONGEST, NotAsked, as_asked


def test_an_ordinary_question_is_asked_as_it_is():
    assert as_asked("  When do owls hunt?\n\tAnd bats? ") == ("When do owls hunt?\n\tAnd bats?", [])
    assert as_asked("x" * LONGEST) == ("x" * LONGEST, [])
    assert as_asked("猫は何を食べますか") == ("猫は何を食べますか", [])


@pytest.mark.parametrize("typed", ["", "  \n\t ", "\x00\x1b", "\u202e"])
def test_nothing_is_not_asked(typed):
    with pytest.raises(NotAsked, match="asked an empty question; write what you want to know"):
        as_asked(typed)


def test_a_long_text_is_refused_with_the_limit():
    with pytest.raises(NotAsked, match=r"asked a question of 100,000 characters, and a turn takes 4,000; shorten it"):
        as_asked("x" * 100_000)


def test_control_characters_become_spaces_and_are_told():
    question, notes = as_asked("When\x00 do \x1b[31mowls\u202e hunt?\ud83d\r\n")
    assert question == "When  do  [31mowls  hunt??"
    assert notes == ["3 control characters were asked as a space"]


def test_a_credential_is_not_asked_and_that_is_told():
    question, notes = as_asked("Is sk-0123456789abcdef0123 or hunter2hunter2 a key?", ["hunter2hunter2"])
    assert question == "Is [removed] or [removed] a key?"
    assert notes == ["what looks like a credential was asked as [removed]"]
