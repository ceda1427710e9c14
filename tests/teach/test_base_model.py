"""A tiny GGUF file of the architecture qwen2 becomes the torch model that it was written from."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from gguf import GGMLQuantizationType, GGUFWriter, TokenType, dequantize, quantize
from tiny_critic import SPECIAL, tiny_model

from ragkit.teach import base_model as module
from ragkit.teach.base_model import UnfitBase, load

pytestmark = pytest.mark.slow

NAMES = {
    "model.embed_tokens": "token_embd",
    "model.norm": "output_norm",
    "lm_head": "output",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "model.layers.": "blk.",
}


def gguf_name(name):
    for ours, theirs in NAMES.items():
        name = name.replace(ours, theirs)
    return name


def write(file, model, tokenizer, architecture="qwen2", without=(), quantised=False):
    """The file as llama.cpp's converter writes it: for qwen2, all rows in the order that they have in torch."""
    config, writer = model.config, GGUFWriter(file, architecture)
    writer.add_name("tiny")
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    vocabulary = sorted(tokenizer.get_vocab(), key=tokenizer.get_vocab().get)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(vocabulary)
    writer.add_token_types([TokenType.CONTROL if token in SPECIAL else TokenType.NORMAL for token in vocabulary])
    writer.add_token_merges(["o w"])
    writer.add_eos_token_id(257)
    writer.add_chat_template(tokenizer.chat_template)
    for name, weight in model.state_dict().items():
        if gguf_name(name) not in without:
            values, kind = weight.numpy(), None
            if quantised and values.ndim == 2 and values.shape[1] % 32 == 0:
                kind = GGMLQuantizationType.Q8_0
                values = quantize(values, kind)
            writer.add_tensor(gguf_name(name), values, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return file


@pytest.fixture(scope="module")
def model():
    return tiny_model(theta=50_000.0)


IDS = torch.arange(0, 256, 7)[None]


def test_every_weight_of_a_qwen2_file_comes_out_as_it_went_in_q_and_k_too(model, tokenizer, tmp_path):
    base = load(write(tmp_path / "m.gguf", model, tokenizer), "tiny", "ab", torch.float32, "cpu")
    wanted, got = model.state_dict(), base.model.state_dict()
    assert wanted.keys() == got.keys()
    assert all(torch.equal(wanted[name], got[name]) for name in wanted)
    assert torch.allclose(model(IDS).logits, base.model(IDS).logits, atol=1e-5)
    assert not any(weight.requires_grad for weight in base.model.parameters())


def test_the_file_brings_tokenizer_and_chat_template(model, tokenizer, tmp_path):
    base = load(write(tmp_path / "m.gguf", model, tokenizer), "tiny", "ab", torch.float32, "cpu")
    text = "<|im_start|>user\nOwls<|file_sep|>"
    assert base.tokenizer(text)["input_ids"] == tokenizer(text)["input_ids"]
    assert base.tokenizer.chat_template == tokenizer.chat_template


def test_quantised_weights_are_expanded_as_llama_cpp_reads_them(model, tokenizer, tmp_path):
    base = load(write(tmp_path / "m.gguf", model, tokenizer, quantised=True), "tiny", "ab", torch.bfloat16, "cpu")
    weight = model.model.layers[0].self_attn.q_proj.weight.numpy()
    kind = GGMLQuantizationType.Q8_0
    expanded = torch.from_numpy(dequantize(quantize(weight, kind), kind)).to(torch.bfloat16)
    assert torch.equal(base.model.model.layers[0].self_attn.q_proj.weight, expanded)
    assert not np.array_equal(expanded.float().numpy(), weight)


def test_a_head_that_is_not_in_the_file_is_the_embedding(tokenizer, tmp_path):
    tied = tiny_model(tied=True)
    file = write(tmp_path / "m.gguf", tied, tokenizer, without=["output.weight"])
    base = load(file, "tiny", "ab", torch.float32, "cpu")
    assert base.model.lm_head.weight is base.model.model.embed_tokens.weight
    assert torch.allclose(tied(IDS).logits, base.model(IDS).logits, atol=1e-5)


def test_another_architecture_is_refused(model, tokenizer, tmp_path):
    file = write(tmp_path / "m.gguf", model, tokenizer, architecture="llama")
    with pytest.raises(UnfitBase, match="another architecture than qwen2: llama"):
        load(file, "tiny", "ab")
    file = write(tmp_path / "n.gguf", model, tokenizer, architecture="newt")
    with pytest.raises(UnfitBase, match="another architecture than qwen2: .*newt"):
        load(file, "tiny", "ab")


def test_a_file_that_is_no_gguf_or_lacks_a_tensor_is_refused(model, tokenizer, tmp_path):
    (tmp_path / "m.bin").write_bytes(b"newt")
    with pytest.raises(UnfitBase, match=r"m\.bin, which is no GGUF file"):
        load(tmp_path / "m.bin", "tiny", "ab")
    with pytest.raises(UnfitBase, match=r"none\.gguf, which is no GGUF file"):
        load(tmp_path / "none.gguf", "tiny", "ab")
    file = write(tmp_path / "m.gguf", model, tokenizer, without=["blk.1.attn_q.weight"])
    with pytest.raises(UnfitBase, match=r"lacks 1 tensors, such as model\.layers\.1\.self_attn\.q_proj\.weight"):
        load(file, "tiny", "ab")


def test_without_the_extra_it_says_how_to_install_it(model, tokenizer, tmp_path, monkeypatch):
    file = write(tmp_path / "m.gguf", model, tokenizer)
    monkeypatch.setitem(sys.modules, "gguf", None)
    with pytest.raises(UnfitBase, match=r"pip install 'ragkit\[teach\]'"):
        load(file, "tiny", "ab")


@pytest.mark.parametrize(("half", "whole", "faster"), [(1.0, 2.0, torch.bfloat16), (2.0, 1.0, torch.float32)])
def test_the_faster_type_of_numbers_is_taken(half, whole, faster, tmp_path, monkeypatch):
    seconds = {torch.bfloat16: half, torch.float32: whole}
    monkeypatch.setattr(module, "_seconds_of_product", seconds.__getitem__)
    file = tmp_path / "m.gguf"
    file.write_bytes(bytes(1000))
    assert module.fastest_type(file, "cpu") == faster
    assert module.fastest_type(file, "cuda") == torch.bfloat16


def test_float32_is_not_taken_where_memory_is_too_small_for_it(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_seconds_of_product", {torch.bfloat16: 2.0, torch.float32: 1.0}.__getitem__)
    file = tmp_path / "m.gguf"
    file.write_bytes(bytes(1000))
    for free, taken in [(11_999, torch.bfloat16), (12_000, torch.float32)]:
        monkeypatch.setattr(module.psutil, "virtual_memory", lambda free=free: SimpleNamespace(available=free))
        assert module.fastest_type(file, "cpu") == taken


def test_a_product_takes_some_time_in_either_type():
    assert all(0 < module._seconds_of_product(dtype) < 60 for dtype in (torch.bfloat16, torch.float32))


@pytest.mark.parametrize(("device", "attention"), [("cpu", "sdpa"), ("meta", "eager")])
def test_beyond_the_cpu_attention_is_not_the_fused_one(device, attention, model, tokenizer, tmp_path):
    file = write(tmp_path / "m.gguf", model, tokenizer)
    base = load(file, "tiny", "ab", torch.float32, device)
    assert base.model.config._attn_implementation == attention
