import time

import pytest

from ragkit.conversation import Turn, refusal, sort_of
from ragkit.conversation.small_talk import is_assent, is_correction, is_greeting

OWLS = [Turn("What do owls hunt?", "Mice. [1]")]


@pytest.mark.parametrize(
    ("is_one", "typed", "more"),
    [
        (
            is_greeting,
            ["Hi", "Good morning!", "Thanks.", "ok thanks", "No, thanks.", "That's all, bye!"],
            ["Hi, do owls hunt?", "Good owls hunt", "", "Thailand", "all owls"],
        ),
        (
            is_assent,
            ["Yes", "yes please!", "Sure, go ahead", "That's right.", "Please do"],
            ["Yes, but why?", "No", "Continue with owls", "right owls", ""],
        ),
        (
            is_correction,
            [
                "No, not owls.",
                "Sorry, I meant cats",
                "I didn't ask that",
                "You misunderstood me",
                "no, in Norway",
                "I'm asking about cats",
                "the cats, I mean.",
            ],
            ["No owl hunts.", "What is not true but said?", "I think so", "Nothing else?", "What do I mean?"],
        ),
    ],
)
def test_what_says_more_is_no_small_talk(is_one, typed, more):
    assert [one for one in [*typed, *more] if is_one(one)] == typed


@pytest.mark.parametrize(
    "part", ["yes please ", "thank you ", "ok, ", "\n", "?", "no ", "it ", "the one ", "[1] (", "a-"]
)
def test_a_message_made_to_be_slow_is_not(part):
    typed = (part * 2_000)[:1_999] + "x"
    start = time.perf_counter()
    sort_of(typed, [*OWLS, Turn("Which?", "", readings=(typed, "owls"))])
    refusal(typed, typed, [Turn(typed, typed)] * 2)
    assert time.perf_counter() - start < 20
