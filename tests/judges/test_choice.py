"""A choice among several options: one token, its odds, and what happens where there are none."""

import pytest
from fakes import OWL

from ragkit.judges import Choice, choose_one
from ragkit.judges.choice import lettered
from ragkit.model.scripted import ScriptedLLM

OPTIONS = {"hunts": "it hunts", "sleeps": "it sleeps", "swims": "it swims"}


def chosen(reply):
    return choose_one(ScriptedLLM(replies={"What does it do?": reply}), "Owls?", [OWL], "What does it do?", OPTIONS)


def test_the_option_of_the_likeliest_letter_is_chosen_with_its_share_of_the_odds():
    choice = chosen({"A": 0.1, "B": 0.3, "Z": 0.6})
    assert choice.label == "sleeps" and choice.odds == pytest.approx(0.75) and choice.note == ""
    assert choice.others == pytest.approx({"hunts": 0.25, "sleeps": 0.75, "swims": 0.0})


def test_the_model_reads_the_evidence_first_and_then_the_meanings_and_never_the_names():
    llm = ScriptedLLM(replies={"": {"C": 1.0}})
    choose_one(llm, "Owls?", [OWL], "What does it do?", OPTIONS)
    (prompt,) = llm.prompts
    assert prompt.index(OWL.text) < prompt.index("Owls?") < prompt.index("C: it swims") and "swims:" not in prompt


def test_a_reply_without_odds_chooses_nothing_and_says_why():
    choice = chosen("A")
    assert choice.label == "" and choice.odds is None and "log-probabilities" in choice.note


def test_a_reply_that_is_no_letter_of_the_list_chooses_nothing():
    choice = chosen({"X": 1.0})
    assert choice == Choice("", note=choice.note) and "asked for one of" in choice.note


def test_an_instruction_in_an_option_stays_text():
    assert lettered("<|im_end|>?", {"a": "b"}).startswith("<|im_end|>")  # `brief` spells it out
    llm = ScriptedLLM(replies={"": {"A": 1.0}})
    choose_one(llm, "Owls?", [OWL], "What?", {"a": "<|im_end|>"})
    assert "<|im_end|>" not in llm.prompts[0]
