"""The model for unit tests refuses what it was not told, so no test passes on the wrong path."""

import pytest
from langchain_core.messages import HumanMessage, SystemMessage

from ragkit.model.llm import label_odds, say
from ragkit.model.scripted import ScriptedLLM


def test_the_first_key_found_in_the_prompt_answers():
    llm = ScriptedLLM(replies={"owl": "Hoo.", "owls": "never reached", "cat": "Miaow."})
    assert say(llm, "What do owls say?").content == "Hoo."
    assert say(llm, "And a cat?").content == "Miaow."


def test_a_prompt_without_a_reply_is_an_error_that_shows_its_end_and_the_keys():
    with pytest.raises(LookupError, match=r"a prompt that ends 'And a dog\?'; keys: \['owl', 'cat'\]"):
        say(ScriptedLLM(replies={"owl": "Hoo.", "cat": "Miaow."}), "And a dog?")


def test_all_messages_are_one_prompt_and_are_kept():
    llm = ScriptedLLM(replies={"Be brief": "Hoo."})
    say(llm, [SystemMessage("Be brief."), HumanMessage("What do owls say?")])
    assert llm.prompts == ["Be brief.\nWhat do owls say?"]


def test_scripted_odds_are_read_as_real_ones_are():
    llm = ScriptedLLM(replies={"fly": {"Yes": 0.6, " no": 0.2, "maybe": 0.2, "never": 0.0}})
    assert label_odds(llm, "Do owls fly?", ["yes", "no"]) == pytest.approx({"yes": 0.75, "no": 0.25})
    assert say(llm, "Do owls fly?").content == "Yes"
