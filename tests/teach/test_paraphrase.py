"""Claims in other words: every other one, with its numbers and names, or not at all."""

import pytest

from ragkit.model.scripted import ScriptedLLM
from ragkit.teach.paraphrase import is_chosen, one_sentence, paraphraser
from ragkit.weights import MARKER

CHOSEN, LEFT = "Cats hunt mice.", "Owls hunt mice."


def test_a_chosen_claim_is_said_by_the_model_and_another_comes_back_unasked():
    llm = ScriptedLLM(replies={CHOSEN: "Mice are hunted by cats."})
    rewrite = paraphraser(llm)
    assert (rewrite(CHOSEN), rewrite(LEFT)) == ("Mice are hunted by cats.", LEFT)
    (prompt,) = llm.prompts
    assert prompt.endswith(f"\n\n{CHOSEN}")


def test_about_half_of_the_claims_are_chosen():
    chosen = sum(is_chosen(f"Owl {n} hunts mice.") for n in range(400))
    assert 160 < chosen < 240  # four standard deviations around 200


@pytest.mark.parametrize(
    ("reply", "kept"),
    [
        (" Mice are hunted by cats.\n", "Mice are hunted by cats."),
        ("Sure, here it is. Mice are hunted by cats.", ""),
        ("", ""),
    ],
)
def test_a_reply_of_more_or_less_than_a_sentence_is_none(reply, kept):
    assert one_sentence(reply) == kept


def test_a_claim_cannot_switch_the_adapter_on():
    llm = ScriptedLLM(replies={"hunt": "They hunt."})
    marked = next(text for n in range(9) if is_chosen(text := f"{MARKER} hunt {n}."))
    paraphraser(llm)(marked)
    assert MARKER not in llm.prompts[0]
