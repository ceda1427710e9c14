"""A batch behind kept prefixes says what each prompt alone says, read as a whole with LoRA behind the marker only."""

from types import SimpleNamespace

import pytest
import torch
from tiny_critic import both, judgement, stir, tiny_model

from ragkit.model.llm import renormalise
from ragkit.teach import prefixes
from ragkit.teach.base_model import Base
from ragkit.teach.critic import Critic, labels
from ragkit.teach.judgement import Pair
from ragkit.teach.lora import LoRA, LoraSettings
from ragkit.teach.prefixes import Prefixes

ROWS = [
    judgement(True, text="Owls hunt."),
    judgement(False, text="Cats hunt mice in the garden by day, and sleep by night.", asked="No?"),
    judgement(True, text="Newts.", asked="Do newts swim, and are there newts that do not?"),
]
"""Prefixes and instructions of three lengths."""


def whole(critic, one, taught=True):
    """Log-odds and mass by one pass over the whole prompt, without cache, batch or padding."""
    prefix, instruction = critic.rendered(one)
    ids = torch.tensor([[*prefix, *instruction]])
    behind = torch.zeros(ids.shape[1], 1)
    behind[len(prefix) :] = float(taught)
    handles = []
    for name, change in critic.lora.changes.items():
        number, module = name.split("-")

        def masked(_, inputs, output, change=change):
            return output + (critic.lora.scale * behind * change(inputs[0])).to(output.dtype)

        linear = getattr(critic.base.model.model.layers[int(number)].self_attn, module)
        handles.append(linear.register_forward_hook(masked))
    hidden = critic.base.model.model(input_ids=ids, use_cache=False).last_hidden_state[0, -1].float()
    for handle in handles:
        handle.remove()
    logits = hidden @ critic.base.model.lm_head.weight.float().T
    letters = [
        torch.logsumexp(logits[critic.base.tokenizer.convert_tokens_to_ids(list(pair))], 0) for pair in ("yY", "nN")
    ]
    return letters[0] - letters[1], torch.logaddexp(*letters) - torch.logsumexp(logits, 0)


@pytest.mark.parametrize("taught", [True, False])
def test_cached_prefix_and_batch_equal_a_full_pass_with_lora_masked_to_the_instruction(critic, taught, monkeypatch):
    monkeypatch.setattr(prefixes, "KEPT", torch.float32)  # float16 would round them
    stir(critic.lora)
    replies = critic.replies(ROWS, taught)
    alone = [whole(critic, one, taught) for one in ROWS]
    assert torch.allclose(replies.odds, torch.stack([odds for odds, _ in alone]), atol=1e-4)
    assert torch.allclose(replies.mass, torch.stack([mass for _, mass in alone]), atol=1e-4)


def test_in_bfloat16_they_differ_by_rounding_only(tokenizer, tmp_path):
    half = Base("tiny", "ab", tiny_model(dtype=torch.bfloat16), tokenizer)
    critic = Critic(half, LoRA(half.model, LoraSettings(rank=4, from_depth=0)), Prefixes(half, tmp_path))
    stir(critic.lora, 0.02)
    replies = critic.replies(ROWS)
    batched = torch.sigmoid(replies.odds)
    alone = torch.sigmoid(torch.stack([whole(critic, one)[0] for one in ROWS]))
    assert torch.allclose(batched, alone, atol=1e-2)


def test_the_mass_of_yes_and_no_is_part_of_a_whole_in_bfloat16_too(tokenizer, tmp_path):
    model = tiny_model(dtype=torch.bfloat16)
    letters = [tokenizer.convert_tokens_to_ids(letter) for letter in "yYnN"]
    direction = torch.nn.functional.normalize(torch.randn(64, generator=torch.Generator().manual_seed(0)), dim=0)
    model.lm_head.weight[letters] = direction.to(torch.bfloat16)
    half = Base("tiny", "ab", model, tokenizer)
    critic = Critic(half, LoRA(half.model, LoraSettings(rank=4)), Prefixes(half, tmp_path))
    logits = torch.linspace(20, 40, 64)  # of yes and no, which is all that is said
    mass = critic._read((logits[:, None] * direction).to(torch.bfloat16)).mass
    assert (mass <= 0).all() and (mass > -1e-3).all()


def test_the_adapter_counts_and_zero_shot_is_without_it(critic):
    zero_shot = critic.odds(ROWS, taught=False)
    assert critic.odds(ROWS) == zero_shot
    stir(critic.lora)
    assert critic.odds(ROWS) != zero_shot
    assert critic.odds(ROWS, taught=False) == zero_shot


def test_gradients_reach_every_matrix_b_and_no_weight_of_the_base(critic):
    critic.replies(both("p")).odds.sum().backward()
    assert all(change.b.grad.abs().sum() > 0 for change in critic.lora.changes.values())
    assert all(weight.grad is None for weight in critic.base.model.parameters())


def test_the_odds_are_in_the_order_of_the_judgements_though_they_are_asked_by_length(critic, monkeypatch):
    monkeypatch.setattr("ragkit.teach.critic.AT_A_TIME", 2)
    alone = [critic.odds([one])[0] for one in ROWS]
    assert critic.odds(ROWS) == pytest.approx(alone, abs=1e-4)
    assert len({round(odds, 2) for odds in alone}) == 3
    assert critic.odds([]) == []


def test_the_length_of_a_pair_is_that_of_its_longer_instruction(critic):
    long, short = judgement(True, asked="Do all of the owls hunt?"), judgement(False, asked="Owls?")
    longest = len(critic.rendered(long).instruction)
    assert critic.length(Pair(long, short)) == longest > len(critic.rendered(short).instruction)


# The tokens of yes and no


class Words(SimpleNamespace):
    """A tokenizer with a word for each id."""

    def __len__(self):
        return len(self.words)

    def decode(self, ids):
        return "".join(self.words[id] for id in ids)


WORDS = ["yes", "Yes", " yes", "Y", "yesterday", " ", "No", "not", "\tNO", "n", "<|im_end|>"]


def test_every_spelling_that_begins_a_label_counts_and_nothing_else():
    assert labels(Words(words=WORDS)) == ([0, 1, 2, 3], [6, 8, 9])


def test_they_are_the_tokens_that_the_served_judge_adds_up():
    found = labels(Words(words=WORDS))
    for id, word in enumerate(WORDS):
        odds = renormalise({word: -1.0, "yes": -1.0, "no": -1.0}, ["yes", "no"])["yes"]
        alone = 0.5  # of yes and no, which count in any case
        if word not in ("yes", "no"):
            assert (odds > alone) == (id in found.yes) and (odds < alone) == (id in found.no)


def test_a_vocabulary_without_a_label_is_refused():
    with pytest.raises(ValueError, match="no token for yes or none for no"):
        labels(Words(words=["yes", "maybe"]))
