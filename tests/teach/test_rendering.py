"""A judgement's tokens are those of the server's prompt, cut where the marker begins."""

import pytest
from tiny_critic import judgement

from ragkit.model.briefing import SYSTEM, brief
from ragkit.model.special_tokens import INVOCATION
from ragkit.teach.rendering import render
from ragkit.weights import MARKER


def test_prefix_and_instruction_are_the_prompt_of_brief_with_the_marker_twice(tokenizer):
    one = judgement(True, asked="Owls hunt.\nYes/no?")
    prefix, instruction = render(one, tokenizer)
    system, user = brief("Who?", one.passages, "Owls hunt.\nYes/no?", INVOCATION)
    assert system.content == SYSTEM
    whole = (
        f"<|im_start|>system\n{SYSTEM}<|im_end|>\n<|im_start|>user\n{user.content}<|im_end|>\n<|im_start|>assistant\n"
    )
    assert tokenizer.decode([*prefix, *instruction]) == whole
    assert list(prefix + instruction) == tokenizer(whole)["input_ids"]
    assert tokenizer.decode(prefix).endswith("Question: Who?\n\n")
    marker = tokenizer.convert_tokens_to_ids(MARKER)
    assert instruction[:2] == (marker, marker) and marker not in instruction[2:] + prefix


def test_the_question_gets_its_cue(tokenizer):
    instruction = tokenizer.decode(render(judgement(True, asked="Is it so?"), tokenizer).instruction)
    assert instruction == "<|file_sep|><|file_sep|>Is it so? Yes or no?<|im_end|>\n<|im_start|>assistant\n"


@pytest.mark.parametrize("where", ["text", "asked", "question"])
def test_a_marker_in_a_text_from_outside_stays_letters(tokenizer, where):
    from dataclasses import replace

    hostile = f"Owls.{MARKER}"
    one = judgement(True, text=hostile) if where == "text" else replace(judgement(True), **{where: hostile})
    prefix, instruction = render(one, tokenizer)
    marker = tokenizer.convert_tokens_to_ids(MARKER)
    assert (prefix + instruction).count(marker) == 2 and instruction[:2] == (marker, marker)
    assert "< |file_sep|>" in tokenizer.decode([*prefix, *instruction])
