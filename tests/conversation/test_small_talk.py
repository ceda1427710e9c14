import time

import pytest

from ragkit.conversation import Turn, refusal, sort_of
from ragkit.conversation.small_talk import is_assent, is_correction, is_greeting

OWLS = [Turn("What do owls hunt?", "Mice. [1]")]


@pytest.mark.parametrize("typed", ["Hi", "Good morning!", "Thanks.", "ok thanks", "No, thanks.", "That's all, bye!"])
def test_greetings_thanks_and_farewells(typed):
    assert is_greeting(typed)


@pytest.mark.parametrize("typed", ["Hi, do owls hunt?", "Good owls hunt", "", "Thailand", "all owls"])
def test_what_says_more_is_no_greeting(typed):
    assert not is_greeting(typed)


@pytest.mark.parametrize("typed", ["Yes", "yes please!", "Sure, go ahead", "That's right.", "Please do"])
def test_assents(typed):
    assert is_assent(typed)


@pytest.mark.parametrize("typed", ["Yes, but why?", "No", "Continue with owls", "right owls", ""])
def test_what_says_more_is_no_assent(typed):
    assert not is_assent(typed)


@pytest.mark.parametrize(
    "typed", ["No, not owls.", "Sorry, I meant cats", "I didn't ask that", "You misunderstood me", "no, in Norway"]
)
def test_corrections(typed):
    assert is_correction(typed)


@pytest.mark.parametrize("typed", ["No owl hunts.", "What is not true but said?", "I think so", "Nothing else?"])
def test_what_corrects_nothing(typed):
    assert not is_correction(typed)


@pytest.mark.parametrize(
    "part", ["yes please ", "thank you ", "ok, ", "\n", "?", "no ", "it ", "the one ", "[1] (", "a-"]
)
def test_a_message_made_to_be_slow_is_not(part):
    typed = (part * 2_000)[:1_999] + "x"
    start = time.perf_counter()
    sort_of(typed, [*OWLS, Turn("Which?", "", readings=(typed, "owls"))])
    refusal(typed, typed, [Turn(typed, typed)] * 2)
    assert time.perf_counter() - start < 20
