"""A batch behind kept prefixes reads each answer as the whole prompt alone does, and learns its tokens only."""

import pytest
import torch
from examples import example, nothing, short
from tiny_critic import stir, tiny_model

from ragkit.state import Passage
from ragkit.teach.base_model import Base
from ragkit.teach.lora import LoRA, LoraSettings
from ragkit.teach.prefixes import Prefixes
from ragkit.teach.recipe import Recipe
from ragkit.teach.writing.writer import Writer

ROWS = [
    example(answer="Ow. [1]", passages=(Passage("o", "Owls."),)),
    example(question="Who hunts mice in the garden by day?", answer="Owls do hunt. [2]"),
    nothing(),
]
"""Prefixes, instructions and answers of three lengths."""


def whole(writer, one, taught=True):
    """The log-probabilities of an answer's tokens by one pass over the whole prompt, without cache or padding."""
    prefix, instruction, answer = writer.rendered(one)
    ids = torch.tensor([[*prefix, *instruction, *answer]])
    behind = torch.zeros(ids.shape[1], 1)
    behind[len(prefix) :] = float(taught)
    handles = []
    for name, linear in writer.lora._linears:

        def masked(_, inputs, output, change=writer.lora.changes[name]):
            return output + behind * writer.lora.scale * change(inputs[0])

        handles.append(linear.register_forward_hook(masked))
    with torch.no_grad():
        logits = writer.base.model(ids).logits[0].float()
    for handle in handles:
        handle.remove()
    start = len(prefix) + len(instruction)
    said = torch.log_softmax(logits[start - 1 : -1], dim=-1)
    return said[range(len(answer)), list(answer)]


@pytest.mark.parametrize("taught", [True, False])
def test_cached_prefixes_and_a_batch_equal_a_full_pass_with_lora_behind_the_marker_only(writer, taught):
    stir(writer.lora, 0.02)
    reads = writer.read(ROWS, taught)
    for one, read in zip(ROWS, reads):
        assert read.logprob == pytest.approx(whole(writer, one, taught).mean().item(), abs=2e-3)
    assert len({round(read.logprob, 3) for read in reads}) == 3


def test_the_loss_is_the_mean_over_all_tokens_of_the_answers_and_of_no_other(writer):
    stir(writer.lora, 0.02)
    every = torch.cat([whole(writer, one) for one in ROWS])
    assert writer.loss(ROWS, Recipe()).item() == pytest.approx(-every.mean().item(), abs=2e-3)
    assert len(every) == sum(len(writer.rendered(one).answer) for one in ROWS)
    logits, wanted = writer.spoken(ROWS)
    assert logits.shape == (len(every), writer.base.model.config.vocab_size) and logits.dtype == torch.float32
    assert wanted.tolist()[-1] == writer.rendered(ROWS[-1]).answer[-1]


def test_in_bfloat16_the_logits_are_float32_and_agree(writer, tokenizer, tmp_path):
    half = Base("tiny", "ab" * 32, tiny_model(dtype=torch.bfloat16), tokenizer)
    other = Writer(half, LoRA(half.model, LoraSettings(rank=4)), Prefixes(half, tmp_path / "half"))
    assert other.spoken(ROWS).logits.dtype == torch.float32
    wanted = [read.logprob for read in writer.read(ROWS)]
    assert [read.logprob for read in other.read(ROWS)] == pytest.approx(wanted, abs=0.1)


def test_gradients_reach_every_matrix_b_and_no_weight_of_the_base(writer):
    writer.loss(ROWS, Recipe()).backward()
    assert all(change.b.grad.abs().sum() > 0 for change in writer.lora.changes.values())
    assert all(weight.grad is None for weight in writer.base.model.parameters())


def test_an_answer_is_exact_when_greedy_decoding_writes_it(writer, monkeypatch):
    one = short(count=1)[0]
    logits, wanted = writer.spoken([one])
    greedy = logits.clone()
    greedy[range(len(wanted)), wanted] = greedy.max() + 1
    monkeypatch.setattr(writer, "spoken", lambda examples, taught: (greedy, wanted))
    assert writer.read([one])[0].exact
    greedy[-1, wanted[-1]] = greedy.min() - 1  # it would not end there
    assert not writer.read([one])[0].exact


def test_the_reads_are_in_the_order_of_the_examples_though_they_are_made_by_length(writer, monkeypatch):
    monkeypatch.setattr("ragkit.teach.writing.writer.AT_A_TIME", 2)
    alone = [writer.read([one])[0].logprob for one in ROWS]
    assert [read.logprob for read in writer.read(ROWS)] == pytest.approx(alone, abs=1e-4)
    assert writer.read([]) == []


def test_the_adapter_counts_and_zero_shot_is_without_it(writer):
    zero_shot = writer.measures(ROWS, taught=False)
    assert writer.measures(ROWS, taught=True) == zero_shot
    stir(writer.lora)
    assert writer.measures(ROWS, taught=True) != zero_shot
    assert writer.measures(ROWS, taught=False) == zero_shot


def test_a_check_is_the_mean_over_answers_and_by_kind(writer):
    reads = [read.logprob for read in writer.read(ROWS)]
    score, by_kind, odds = writer.check(ROWS)
    assert score == pytest.approx(sum(reads) / 3) and odds == []
    assert by_kind["sentence"] == pytest.approx((reads[0] + reads[1]) / 2)
    assert by_kind["nothing"] == pytest.approx(reads[2])


def test_the_length_is_that_of_what_goes_forward_and_back(writer):
    call = writer.rendered(ROWS[0])
    assert writer.length(ROWS[0]) == len(call.instruction) + len(call.answer)
    assert writer.reads(ROWS[0]) == [call.prefix]
