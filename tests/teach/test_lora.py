"""LoRA changes what a model computes while it is applied, and nothing else."""

import pytest
import torch
from tiny_critic import stir, tiny_model

from ragkit.teach.lora import LoRA, LoraSettings

IDS = torch.arange(40, 60)[None]


@pytest.fixture(scope="module")
def model():
    return tiny_model(layers=3)


def test_the_layers_from_a_third_of_the_depth_up_are_changed(model):
    lora = LoRA(model, LoraSettings(rank=2))
    attention = [f"{layer}-{module}" for layer in (1, 2) for module in ("q_proj", "k_proj", "v_proj", "o_proj")]
    assert list(lora.changes) == attention
    shapes = {name: (tuple(change.a.shape), tuple(change.b.shape)) for name, change in lora.changes.items()}
    assert shapes["1-q_proj"] == ((2, 64), (64, 2)) and shapes["1-k_proj"] == ((2, 64), (32, 2))


def test_by_default_it_has_the_rank_the_scale_and_the_layers_of_the_source(model):
    """Section IV-B of tiny: r = 16, alpha = 32, on the query, key, value and output projections."""
    lora = LoRA(model, LoraSettings())
    assert {change.a.shape[0] for change in lora.changes.values()} == {16} and lora.scale == 32 / 16
    assert {name.partition("-")[2] for name in lora.changes} == {"q_proj", "k_proj", "v_proj", "o_proj"}


def test_settings_that_change_no_layer_are_refused(model):
    with pytest.raises(ValueError, match="from_depth=1.0.*changes no layer"):
        LoRA(model, LoraSettings(from_depth=1.0))


def test_it_adds_alpha_by_rank_times_b_a_x_to_a_layer(model):
    lora = LoRA(model, LoraSettings(rank=2, alpha=6, modules=("v_proj",)))
    stir(lora)
    linear, change = model.model.layers[2].self_attn.v_proj, lora.changes["2-v_proj"]
    x = torch.ones(1, 64)
    with lora.applied():
        changed = linear(x)
    assert torch.allclose(changed - linear(x), 3 * (change.b @ change.a @ x[0])[None], atol=1e-5)


def test_untaught_it_changes_nothing_taught_it_does_and_afterwards_the_model_is_as_before(model):
    weights = {name: weight.clone() for name, weight in model.state_dict().items()}
    plain = model(IDS).logits
    lora = LoRA(model, LoraSettings(rank=2))
    with lora.applied():
        assert torch.equal(model(IDS).logits, plain)
    stir(lora)
    with lora.applied():
        assert not torch.allclose(model(IDS).logits, plain, atol=1e-3)
    assert torch.equal(model(IDS).logits, plain)
    assert all(torch.equal(weights[name], weight) for name, weight in model.state_dict().items())


def test_an_error_while_it_is_applied_takes_it_off_too(model):
    lora = LoRA(model, LoraSettings(rank=2))
    stir(lora)
    plain = model(IDS).logits
    with pytest.raises(KeyError), lora.applied():
        raise KeyError
    assert torch.equal(model(IDS).logits, plain)


def test_its_parameters_are_the_low_rank_ones_alone(model):
    lora = LoRA(model, LoraSettings(rank=2, modules=("q_proj",)))
    assert sorted(lora.state_dict()) == [f"changes.{n}-q_proj.{m}" for n in (1, 2) for m in "ab"]
    assert sum(weight.numel() for weight in lora.parameters()) == 2 * (2 * 64 + 64 * 2)
