"""What a small model writes in the place of a question, and why it is not used."""

import pytest

from ragkit.conversation import Turn, refusal
from ragkit.conversation.past import LONGEST, MOST, SYSTEM

OWLS = [
    Turn("Do barn owls hunt mice in Oslo?", "Yes, barn owls hunt mice at night in Oslo. [1]"),
    Turn("And snowy owls?", "Snowy owls hunt lemmings in the tundra. [2]"),
]
TYPED = "When do they sleep?"


@pytest.mark.parametrize(
    "rewrite",
    [
        "When do snowy owls sleep?",
        "When do snowy owls sleep in the tundra?",
        "Tell me when snowy owls sleep.",
        "At what time of the day do Snowy Owls sleep?",
    ],
)
def test_a_rewrite_that_says_what_is_meant_is_used(rewrite):
    assert refusal(rewrite, TYPED, OWLS) == ""


@pytest.mark.parametrize(
    ("rewrite", "why"),
    [
        ("", "it is empty"),
        ("  \n", "it is empty"),
        ("Snowy owls hunt by day. When do they sleep?", "it is no single sentence"),
        ("When do snowy owls sleep?\nWhen do barn owls sleep?", "it is no single sentence"),
        ("Sure, here is the question: When do snowy owls sleep?", "lead-in"),
        ("Here is the rewritten question: When do snowy owls sleep?", "lead-in"),
        ("Rewritten question: When do snowy owls sleep?", "lead-in"),
        ("Next message: When do snowy owls sleep?", "lead-in"),
        ("User: When do snowy owls sleep?", "lead-in"),
        ("You could ask when snowy owls sleep.", "lead-in"),
        ("I'm sorry, but I can't tell when snowy owls sleep.", "declines"),
        ("As an AI, I do not sleep like snowy owls.", "declines"),
        ("I cannot answer this question based on the provided documents.", "declines"),
        ("The user wants to know when snowy owls sleep.", "speaks about the message"),
        ('"They" refers to snowy owls in the tundra.', "speaks about the message"),
        ("Let me think about when snowy owls sleep.", "speaks about the message"),
        ("Snowy owls sleep by day.", "it answers where a question was asked"),
        ("Yes, do snowy owls sleep?", "it answers where a question was asked"),
        ("When do snowy owls sleep [2]?", "it answers where a question was asked"),
        ("Когда спят совы?", "it is in another script"),
        ("雪鸮什么时候睡觉？", "it is in another script"),
        ("What is the capital city?", "it shares no word with what was said"),
        ("Do barn owls hunt mice in Oslo?", "it loses too many words of the message"),
        ("What do snowy owls hunt?", "it loses too many words of the message"),
        ("When do they sleep?", "it still refers back, and adds no word"),
        ("When do snowy owls sleep in Canada?", "it brings in Canada, which nobody has said"),
        ("When do snowy owls sleep in 2019?", "it brings in 2019, which nobody has said"),
        (
            "When do snowy owls sleep, and is it by day or at night, and where do they sleep then, and how long?",
            "longer than the message by more than 16 words",
        ),
    ],
)
def test_what_is_no_rewrite_is_refused_with_the_reason(rewrite, why):
    assert why in refusal(rewrite, TYPED, OWLS)


def test_the_example_of_the_prompt_is_refused_where_it_is_copied():
    assert "Who wrote Faust?" in SYSTEM
    assert refusal("Who wrote Faust?", TYPED, OWLS) == "it shares no word with what was said"
    wrote = [Turn("Who wrote the guide?", "Nobody wrote one.")]
    assert refusal("Who wrote Faust?", "And who wrote that?", wrote) == "it brings in Faust, which nobody has said"


def test_a_name_or_number_of_the_message_may_not_be_lost():
    assert refusal("When do owls sleep by day?", "When do they sleep by day in Oslo?", OWLS) == "it leaves out Oslo"
    assert (
        refusal("When do snowy owls sleep by day?", "When do they sleep by day in 2019?", OWLS) == "it leaves out 2019"
    )


def test_names_may_come_from_an_answer():
    assert refusal("Where is the tundra?", "Where is that?", OWLS) == ""
    assert refusal("Where is Oslo?", "Where is that?", OWLS[:1]) == ""


def test_a_statement_may_stay_a_statement():
    assert refusal("I do not like the look of snowy owls.", "I do not like their look.", OWLS) == ""


def test_a_message_of_two_sentences_may_stay_two():
    typed = "That is interesting. When do they sleep?"
    assert refusal("That is interesting. When do snowy owls sleep?", typed, OWLS) == ""


def test_words_that_were_said_are_no_sign_of_reasoning():
    history = [Turn("What does the user see in the log?", "The user sees a row for each call. [1]")]
    assert refusal("Why does the user see a row for each call?", "Why?", history) == ""


def test_another_language_is_refused():
    history = [Turn("Warum jagen Eulen bei Nacht?", "Weil sie dann besser hören. [1]")]
    assert refusal("Why do Eulen sleep?", "Und warum schlafen die?", history) == "it is in another language"
    assert refusal("Warum schlafen Eulen?", "Und warum schlafen die?", history) == ""
    typed = "Und was fressen die Eulen im Winter, wenn der Schnee so hoch liegt und keine Maus zu sehen ist?"
    french = "Que mangent donc les Eulen en Winter, quand la neige est haute et que la Maus ne sort pas du trou?"
    assert refusal(french, typed, history) == "it is in another language"


def test_scripts_without_spaces_are_compared_too():
    history = [Turn("猫头鹰什么时候捕猎？", "猫头鹰在夜间捕猎。[1]")]
    assert refusal("猫头鹰为什么在夜间捕猎？", "为什么？", history) == ""
    assert refusal("Why do owls hunt at night?", "为什么？", history) == "it is in another script"


def test_a_long_history_is_read_in_no_time():
    long = [Turn("word " * (LONGEST // 5), "Name " * (LONGEST // 5))] * MOST
    assert "Canada" in refusal("When do Name words sleep in Canada?", "When?", long)
