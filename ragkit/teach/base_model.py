"""The base model: the GGUF file that the server runs, as a frozen torch model.

Its quantised weights are read as they are and expanded to bfloat16 or float32. So what is trained
on is what runs, with its rounding errors, and not the model that it was once made of.

The usual way, `from_pretrained(gguf_file=...)`, insists on another package, accelerate, whose mere
presence makes sentence-transformers import its trainer. So the function inside it that expands the
tensors is called directly.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import torch
from torch.nn import functional

from ragkit.weights import is_gguf

ARCHITECTURE = "qwen2"
"""The only architecture that is taught: the names of its tensors are in `export.py`."""
ROOM = 12
"""Free memory that float32 needs, as a multiple of the file: it has four to eight bits a weight."""


class UnfitBase(RuntimeError):
    """The file cannot be taught; the message says why and what to do."""


@dataclass(frozen=True)
class Base:
    """A frozen model with its tokenizer, and what identifies its file."""

    name: str
    sha256: str
    """Of the GGUF file: an adapter belongs to these bytes."""
    model: Any
    """A `Qwen2ForCausalLM`."""
    tokenizer: Any

    @property
    def device(self) -> torch.device:
        """Where the model is."""
        return self.model.device

    @property
    def dtype(self) -> torch.dtype:
        """The type of its weights."""
        return self.model.dtype


def load(
    file: Path, name: str, sha256: str, dtype: torch.dtype | None = None, device: str = ""
) -> Base:
    """The model in a GGUF file, on a GPU where torch sees one, or on `device`.

    Without a `dtype`, the numbers are of the type that this machine computes with fastest.
    Raises `UnfitBase` for another architecture, for a file that is no GGUF file or lacks tensors,
    and where the extra `teach` is not installed.
    """
    config = _config(file)
    device = device or best_device()
    if device != "cpu":
        # The fused attention that torch takes on a GPU returned gradients that are no numbers.
        config._attn_implementation = "eager"
    dtype = dtype or fastest_type(file, device)
    tensors, model = _tensors(file, config, dtype)
    model.load_state_dict(tensors, strict=False, assign=True)
    if config.tie_word_embeddings:
        model.lm_head.weight = model.model.embed_tokens.weight
    _check_complete(file, model)
    model.requires_grad_(False)
    model.eval()
    model.to(device)
    return Base(name, sha256, model, _tokenizer(file))


def best_device() -> str:
    """A GPU where torch sees one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def device_name(device: torch.device) -> str:
    """What a person calls the device.

    >>> device_name(torch.device("cpu")).endswith("processor threads")
    True
    """
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return f"{torch.get_num_threads()} processor threads"


def fastest_type(file: Path, device: str) -> torch.dtype:
    """The faster of bfloat16 and float32 on this device, if memory has room for the latter.

    Some processors have instructions for bfloat16 that are slower than those for float32.
    """
    if device != "cpu" or psutil.virtual_memory().available < ROOM * file.stat().st_size:
        return torch.bfloat16
    half = _seconds_of_product(torch.bfloat16)
    whole = _seconds_of_product(torch.float32)
    return torch.bfloat16 if half < whole else torch.float32


@torch.no_grad()
def _seconds_of_product(dtype: torch.dtype) -> float:
    """How long a product of matrices takes that are about as large as a layer's."""
    tokens = torch.ones(256, 1536, dtype=dtype)
    weights = torch.ones(4096, 1536, dtype=dtype)
    best = float("inf")
    for _ in range(4):
        began = time.perf_counter()
        functional.linear(tokens, weights)
        best = min(best, time.perf_counter() - began)
    return best


def _config(file: Path) -> Any:
    """The model's shape, from the file's header."""
    from transformers import AutoConfig

    if not file.is_file() or not is_gguf(file):
        raise UnfitBase(f"asked to teach {file}, which is no GGUF file; name one of `qwen2`")
    _check_extra()
    try:
        config = AutoConfig.from_pretrained(file.parent, gguf_file=file.name)
    except ValueError as error:
        raise _other_architecture(file, str(error)) from error
    if config.model_type != ARCHITECTURE:
        raise _other_architecture(file, config.model_type)
    return config


def _check_extra() -> None:
    """Raise where the package that reads GGUF files is missing."""
    try:
        import gguf  # noqa: F401
    except ImportError as error:
        raise UnfitBase(
            "teaching needs the package gguf, which is not installed; "
            "run `python -m pip install 'ragkit[teach]'`"
        ) from error


def _other_architecture(file: Path, got: str) -> UnfitBase:
    return UnfitBase(
        f"asked to teach {file.name}, got another architecture than {ARCHITECTURE}: {got}. "
        "Teach a model of the tiers budget or balanced, which are of that architecture"
    )


def _tensors(file: Path, config: Any, dtype: torch.dtype) -> tuple[dict[str, torch.Tensor], Any]:
    """The tensors of the file, expanded, and an empty model that has their names."""
    from transformers import Qwen2ForCausalLM
    from transformers.modeling_gguf_pytorch_utils import load_gguf_checkpoint
    from transformers.models.qwen2.modeling_qwen2 import Qwen2RotaryEmbedding

    # On `meta` no weight is made up only to be replaced.
    with torch.device("meta"):
        model = Qwen2ForCausalLM(config)
    # Its frequencies are computed, not read, so they have to exist.
    model.model.rotary_emb = Qwen2RotaryEmbedding(config)
    read = load_gguf_checkpoint(
        str(file), return_tensors=True, model_to_load=model, torch_dtype=dtype
    )
    return read["tensors"], model


def _check_complete(file: Path, model: Any) -> None:
    missing = [name for name, weight in model.named_parameters() if weight.is_meta]
    if missing:
        raise UnfitBase(
            f"asked to teach {file.name}, which lacks {len(missing)} tensors, such as "
            f"{missing[0]}; `python -m ragkit doctor` says whether the file is whole"
        )


def _tokenizer(file: Path) -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
