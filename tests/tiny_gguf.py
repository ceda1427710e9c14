"""GGUF files made by hand: metadata, and LoRA adapters of random small weights for Qwen2.5."""

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

UINT32, FLOAT32, STRING, ARRAY = 4, 6, 8, 9
"""The kinds of values that are written here, by their numbers in the format."""
F16 = 1
"""The number of 16-bit floats among the kinds of tensors."""
ALIGNMENT = 32
MARKER_TOKEN = 151664
ADAPTER = {
    "general.type": "adapter",
    "general.architecture": "qwen2",
    "adapter.type": "lora",
    "adapter.lora.alpha": 8.0,
    "adapter.alora.invocation_tokens": [MARKER_TOKEN],
}
"""The metadata of an activated LoRA, as the trainer writes them."""


def write_gguf(path: Path, metadata: Mapping[str, Any], tensors: Mapping[str, np.ndarray] | None = None) -> Path:
    """A GGUF file of version 3; whole numbers in lists are uint32, other numbers float32, tensors 16-bit floats."""
    tensors = tensors or {}
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata))
    for name, value in metadata.items():
        head += text(name) + typed(value)
    contents, offset = [], 0
    for name, tensor in tensors.items():
        content = padded(np.ascontiguousarray(tensor, dtype="<f2").tobytes())
        innermost_first = tensor.shape[::-1]
        head += text(name) + struct.pack("<I", tensor.ndim) + struct.pack(f"<{tensor.ndim}Q", *innermost_first)
        head += struct.pack("<IQ", F16, offset)
        contents.append(content)
        offset += len(content)
    path.write_bytes(padded(head) + b"".join(contents))
    return path


def text(value: str) -> bytes:
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def typed(value: Any) -> bytes:
    """A value behind the number of its kind."""
    if isinstance(value, str):
        return struct.pack("<I", STRING) + text(value)
    if isinstance(value, list) and value and isinstance(value[0], str):
        return struct.pack("<IIQ", ARRAY, STRING, len(value)) + b"".join(map(text, value))
    if isinstance(value, list):
        return struct.pack(f"<IIQ{len(value)}I", ARRAY, UINT32, len(value), *value)
    if isinstance(value, int):
        return struct.pack("<II", UINT32, value)
    return struct.pack("<If", FLOAT32, value)


def padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % ALIGNMENT)


def random_adapter(path: Path, base: str = "", layers: int = 24, wide: int = 896, rank: int = 4, **more: Any) -> Path:
    """An activated LoRA on every query projection, the same at every call, that belongs to the file `base`."""
    random = np.random.default_rng(0)
    tensors = {}
    for layer in range(layers):
        name = f"blk.{layer}.attn_q.weight"
        tensors[f"{name}.lora_a"] = random.normal(scale=0.03, size=(rank, wide))
        tensors[f"{name}.lora_b"] = random.normal(scale=0.03, size=(wide, rank))
    told = ADAPTER | ({"ragkit.base_sha256": base} if base else {}) | more
    return write_gguf(path, {name: value for name, value in told.items() if value is not None}, tensors)
