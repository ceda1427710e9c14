"""The adapter's file is what llama.cpp wants, and what was taught."""

import json

import numpy as np
import pytest
import torch
from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType
from tiny_critic import stir

from ragkit.teach import export as module
from ragkit.teach.export import BadExport, export, read
from ragkit.teach.recipe import Recipe


@pytest.fixture
def file(base, critic, tmp_path):
    stir(critic.lora)
    return export(tmp_path / "out" / "critic.gguf", base, critic.lora, Recipe(seed=7), temperature=1.5)


def test_the_fields_are_those_that_llama_cpp_reads_in_its_types(file, tokenizer):
    fields = GGUFReader(file).fields
    texts = {"general.type": "adapter", "general.architecture": "qwen2", "adapter.type": "lora"}
    assert {name: fields[name].contents() for name in texts} == texts
    assert fields["adapter.lora.alpha"].types == [GGUFValueType.FLOAT32]
    assert fields["adapter.lora.alpha"].contents() == 8.0
    invocation = fields["adapter.alora.invocation_tokens"]
    assert invocation.types == [GGUFValueType.ARRAY, GGUFValueType.UINT32]
    assert invocation.contents() == [tokenizer.convert_tokens_to_ids("<|file_sep|>")]


def test_it_is_tied_to_its_base_and_says_how_it_was_made(file):
    fields = read(file).fields
    assert fields["ragkit.base_sha256"] == "ab" * 32 and fields["general.base_model.0.name"] == "tiny"
    assert json.loads(fields["ragkit.recipe"])["seed"] == 7
    assert fields["ragkit.temperature"] == 1.5


def test_the_tensors_are_a_and_b_of_every_layer_in_half_precision(file, critic):
    reader = GGUFReader(file)
    found = {tensor.name: tensor for tensor in reader.tensors}
    modules = ("attn_q", "attn_k", "attn_v", "attn_output")
    assert set(found) == {f"blk.{n}.{m}.weight.lora_{x}" for n in (0, 1) for m in modules for x in "ab"}
    assert {tensor.tensor_type for tensor in found.values()} == {GGMLQuantizationType.F16}
    # GGUF gives the innermost dimension first: a is [r, in], b is [out, r].
    assert found["blk.0.attn_k.weight.lora_a"].shape.tolist() == [64, 4]
    assert found["blk.0.attn_k.weight.lora_b"].shape.tolist() == [4, 32]
    change = critic.lora.changes["1-o_proj"]
    for name, matrix in {"a": change.a, "b": change.b}.items():
        half = torch.from_numpy(np.array(found[f"blk.1.attn_output.weight.lora_{name}"].data))
        assert torch.equal(half, matrix.detach().half())


def test_a_weight_beyond_half_precision_is_refused(base, critic, tmp_path):
    with torch.no_grad():
        critic.lora.changes["0-q_proj"].a[0, 0] = 70_000
    with pytest.raises(BadExport, match="too large for float16"):
        export(tmp_path / "critic.gguf", base, critic.lora, Recipe(), 1.0)
    assert list(tmp_path.glob("*.gguf")) == []


@pytest.mark.parametrize("what", ["fields", "tensors", "names"])
def test_a_file_that_reads_back_differently_is_refused_and_not_left(base, critic, tmp_path, monkeypatch, what):
    def misread(file):
        got = read(file)
        if what == "fields":
            got.fields["adapter.lora.alpha"] = 9.0
        elif what == "tensors":
            got.tensors["blk.0.attn_q.weight.lora_a"][0, 0] += 1
        else:
            got.tensors.popitem()
        return got

    monkeypatch.setattr(module, "read", misread)
    said = {"fields": "wrote adapter.lora.alpha = 8.0, read 9.0", "tensors": "other numbers", "names": "other tensors"}
    with pytest.raises(BadExport, match=said[what]):
        export(tmp_path / "critic.gguf", base, critic.lora, Recipe(), 1.0)
    assert not (tmp_path / "critic.gguf").exists()
