"""The adapter as a file that llama.cpp reads: a GGUF of type adapter, with A and B in float16.

`adapter.alora.invocation_tokens` makes it an activated LoRA. The keys `ragkit.*` tie it to its base
and say how it was made; llama.cpp does not read them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ragkit.teach.base_model import ARCHITECTURE, Base
from ragkit.teach.lora import LoRA
from ragkit.teach.recipe import Recipe
from ragkit.weights import MARKER

MODULES = {
    "q_proj": "attn_q",
    "k_proj": "attn_k",
    "v_proj": "attn_v",
    "o_proj": "attn_output",
}
"""What llama.cpp calls the linear layers.

The rows of q and k are in the same order in both. For llama they are not: its converter permutes
them, and transformers permutes them back when it reads the file (`LlamaTensorProcessor` in
`modeling_gguf_pytorch_utils.py`). That table of processors has no row for qwen2, whose rotary
embedding pairs the same dimensions in both programs. `tests/teach/test_base_model.py` checks that
the weights of a qwen2 file come out as they went in.
"""

CRITIC = "critic"
"""The job of an adapter that does not say its own."""


class BadExport(RuntimeError):
    """What was read back from the file is not what was to be written."""


class Adapter(NamedTuple):
    """What is in an adapter's file."""

    fields: dict[str, Any]
    tensors: dict[str, np.ndarray]


def export(
    file: Path,
    base: Base,
    lora: LoRA,
    recipe: Recipe,
    temperature: float,
    job: str = CRITIC,
) -> Path:
    """Write the adapter, read it back and compare. Raises `BadExport`.

    The file of a critic does not say its job, because those that ship do not.
    """
    fields = _fields(base, lora, recipe, temperature, job)
    if job != CRITIC:
        fields["ragkit.job"] = job
    tensors = _tensors(lora)
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(".part")
    _write(temporary, fields, tensors)
    _compare(read(temporary), Adapter(fields, tensors))
    temporary.replace(file)
    return file


def read(file: Path) -> Adapter:
    """The fields and tensors of an adapter's file."""
    from gguf import GGUFReader

    reader = GGUFReader(file)
    fields = {}
    for name, field in reader.fields.items():
        if not name.startswith("GGUF."):
            fields[name] = field.contents()
    tensors = {}
    for tensor in reader.tensors:
        tensors[tensor.name] = np.array(tensor.data)
    return Adapter(fields, tensors)


def _fields(base: Base, lora: LoRA, recipe: Recipe, temperature: float, job: str) -> dict[str, Any]:
    invocation = base.tokenizer.convert_tokens_to_ids(MARKER)
    return {
        "general.architecture": ARCHITECTURE,
        "general.type": "adapter",
        "general.name": f"{job} for {base.name}",
        "general.base_model.count": 1,
        "general.base_model.0.name": base.name,
        "adapter.type": "lora",
        "adapter.lora.alpha": float(lora.settings.alpha),
        # One token: llama.cpp looks for the last one, and the one before is spoilt
        # (model/special_tokens.py).
        "adapter.alora.invocation_tokens": [invocation],
        "ragkit.base_sha256": base.sha256,
        "ragkit.recipe": json.dumps(asdict(recipe), sort_keys=True),
        "ragkit.temperature": float(temperature),
    }


def _tensors(lora: LoRA) -> dict[str, np.ndarray]:
    """A as `lora_a` [r, in] and B as `lora_b` [out, r]."""
    tensors = {}
    for name, change in lora.changes.items():
        number, module = name.split("-")
        layer = f"blk.{number}.{MODULES[module]}.weight"
        tensors[f"{layer}.lora_a"] = _half(change.a)
        tensors[f"{layer}.lora_b"] = _half(change.b)
    return tensors


def _half(matrix: Any) -> np.ndarray:
    half = matrix.detach().half().cpu().numpy()
    if not np.isfinite(half).all():
        raise BadExport("a weight is too large for float16; the training has diverged")
    return half


def _write(file: Path, fields: Mapping[str, Any], tensors: Mapping[str, np.ndarray]) -> None:
    from gguf import GGUFValueType, GGUFWriter

    writer = GGUFWriter(file, ARCHITECTURE)
    for name, value in fields.items():
        if name == "general.architecture":
            # The writer has written it.
            continue
        if isinstance(value, str):
            writer.add_string(name, value)
        elif isinstance(value, float):
            writer.add_float32(name, value)
        elif isinstance(value, int):
            writer.add_uint32(name, value)
        else:
            # `add_array` would write int32, which llama.cpp refuses here.
            array, of = GGUFValueType.ARRAY, GGUFValueType.UINT32
            writer.add_key_value(name, value, array, sub_type=of)
    for name, tensor in tensors.items():
        writer.add_tensor(name, tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _compare(got: Adapter, wanted: Adapter) -> None:
    """Raise `BadExport` where the two differ."""
    for name, value in wanted.fields.items():
        kept = got.fields.get(name)
        if isinstance(value, float):
            value = float(np.float32(value))
        if kept != value:
            raise BadExport(f"wrote {name} = {value!r}, read {kept!r}; the disk may be faulty")
    if set(got.tensors) != set(wanted.tensors):
        raise BadExport("the file has other tensors than those that were written")
    for name, tensor in wanted.tensors.items():
        if not np.array_equal(got.tensors[name], tensor):
            raise BadExport(f"the tensor {name} was read back with other numbers")
