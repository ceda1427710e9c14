"""The card of a writer says what it is, what it is worth and what it is bad at, all by the facts."""

import pytest

from ragkit.score import Score
from ragkit.teach.facts import Facts, Source
from ragkit.teach.writing.card import card, table, weaknesses
from ragkit.teach.writing.measure import Written


def measure(logprob, exact, n=8):
    return Written(Score(logprob, logprob - 0.1, logprob + 0.1, n), Score(exact, 0.0, 1.0, n))


@pytest.fixture
def facts():
    return Facts(
        base="tiny",
        base_sha256="ab" * 32,
        adapter="writer.gguf",
        adapter_sha256="cd" * 32,
        bytes=5_900_000,
        sources=(Source("owls", "CC BY-SA 4.0"),),
        pairs={"train": {"sentence": 40, "nothing": 10}, "dev": {"sentence": 4}, "test": {"sentence": 8}},
        groups={"train": 5, "dev": 2, "test": 2},
        recipe={"seed": 0, "loss": {"mass": 0.05}, "pairs_at_a_time": 4},
        epochs=3,
        steps=30,
        best_step=20,
        minutes=12.0,
        ended="all steps were taken",
        temperature=1.0,
        before={"nothing": measure(-0.2, 0.75), "sentence": measure(-1.5, 0.125)},
        after={"nothing": measure(-0.5, 0.5), "sentence": measure(-0.25, 0.625)},
        history=[],
    )


def test_before_and_after_stand_side_by_side(facts):
    _, _, _, sentence = table(facts).splitlines()
    assert sentence == (
        "| sentence | 8 | -1.500 [-1.600, -1.400] | -0.250 [-0.350, -0.150] | "
        "0.125 [0.000, 1.000] | 0.625 [0.000, 1.000] |"
    )


def test_what_got_worse_is_said_and_which_kind_is_the_weakest(facts):
    said = list(weaknesses(facts))
    assert said[:3] == [
        "- nothing: its answers are less probable than without the adapter.",
        "- nothing: it writes fewer answers exactly than without the adapter.",
        "- Its weakest kind is nothing: it writes 50.0% of these answers exactly.",
    ]


def test_data_and_settings_are_on_it_and_nothing_of_a_critic(facts):
    text = card(facts)
    assert text.startswith("# A writer for tiny\n\nAn activated LoRA of 5.9 MB, `writer.gguf`")
    assert "passed on under CC BY-SA 4.0" in text and "| train | 5 | 10 | 40 |" in text
    assert "The writer after step 20 was kept." in text and "- examples at a time: 4" in text
    assert "judgement" not in text and "AUC" not in text and "loss" not in text
