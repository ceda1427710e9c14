"""Texts to vectors, with the sentence-transformers model in a folder.

Torch takes seconds to import, and a question is one text. So the model is exported to ONNX when
torch has it in memory anyway, and from then on few texts are embedded without torch. The vectors
are the same to six decimals. Left out: 8-bit numbers, which are faster and find other passages
(docs/scaling.md).
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

FEW = 16
"""Number of texts up to which ONNX is used; of more, torch embeds about as many a second."""
EXPORTED = Path("onnx") / "model.onnx"
"""Where the exported model is, in the folder of the model; the model hub has it there too."""
USUAL = ["Transformer", "Pooling", "Normalize"]
"""The modules of a model that can be exported here, in their order."""


class SentenceEmbedder:
    """A sentence-transformers model, which is loaded at first use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """The texts as unit vectors, an array of shape (texts, dimensions)."""
        if len(texts) <= FEW and self.exported is not None:
            return self.exported(texts)
        vectors = self.model.encode(
            list(texts),
            normalize_embeddings=True,
            show_progress_bar=False,
        )
        return np.asarray(vectors)

    def load(self) -> None:
        """Load the model now, in the form in which a question is embedded."""
        if self.exported is None:
            _ = self.model

    @cached_property
    def exported(self) -> Exported | None:
        """The exported model; None where there is none, or a model newer than it."""
        file = self.folder / EXPORTED
        weights = self.folder / "model.safetensors"
        with suppress(OSError):
            if _is_usual(self.folder) and file.stat().st_mtime >= weights.stat().st_mtime:
                return Exported(self.folder)
        return None

    @cached_property
    def model(self) -> Any:
        """The model in torch, which is exported if it is not yet."""
        from sentence_transformers import SentenceTransformer
        from transformers.utils.logging import disable_progress_bar

        # Loading takes a third of a second, for which a progress bar is no use.
        disable_progress_bar()
        model = SentenceTransformer(str(self.folder), local_files_only=True)
        if self.exported is None and _is_usual(self.folder):
            # Where it cannot be written, torch embeds everything.
            with suppress(OSError, RuntimeError):
                export(model, self.folder / EXPORTED)
                del self.exported
        return model


class Exported:
    """The exported model: tokens to vectors, their mean, and length one."""

    def __init__(self, folder: Path, file: Path | None = None) -> None:
        """Open the exported model of a folder, or another form of it in a file."""
        from onnxruntime import InferenceSession
        from tokenizers import Tokenizer

        said = json.loads((folder / "sentence_bert_config.json").read_text(encoding="utf-8"))
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(said["max_seq_length"])
        self.tokenizer.enable_padding()
        model = str(file or folder / EXPORTED)
        self.session = InferenceSession(model, providers=["CPUExecutionProvider"])

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """The texts as unit vectors, an array of shape (texts, dimensions)."""
        read = self.tokenizer.encode_batch(list(texts))
        mask = np.array([text.attention_mask for text in read])
        given = {
            "input_ids": np.array([text.ids for text in read]),
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(mask),
        }
        wanted = {one.name: given[one.name] for one in self.session.get_inputs()}
        (tokens, *_) = self.session.run(None, wanted)
        # Whole numbers would turn the product into 64-bit numbers.
        weights = mask[..., None].astype(np.float32)
        sums = (tokens * weights).sum(axis=1)
        # The mean is the sum but for its length, which becomes one.
        return np.asarray(sums / np.linalg.norm(sums, axis=1, keepdims=True))


def export(model: Any, file: Path) -> None:
    """Write a sentence-transformers model as ONNX. Raises `OSError` and torch's `RuntimeError`."""
    import torch

    class Tokens(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.encoder = model[0].auto_model.eval()

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            read = self.encoder(input_ids=input_ids, attention_mask=attention_mask)
            return read.last_hidden_state

    names = ["input_ids", "attention_mask"]
    example = torch.ones(2, 8, dtype=torch.long)
    file.parent.mkdir(exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}")
    torch.onnx.export(
        Tokens(),
        (example, example),
        str(part),
        input_names=names,
        output_names=["last_hidden_state"],
        dynamic_axes={name: {0: "texts", 1: "tokens"} for name in [*names, "last_hidden_state"]},
        # The new exporter needs more packages, and takes longer.
        dynamo=False,
    )
    part.replace(file)


def _is_usual(folder: Path) -> bool:
    """Whether a model averages the vectors of its tokens, and does nothing else to them."""
    try:
        modules = json.loads((folder / "modules.json").read_text(encoding="utf-8"))
        pooling = json.loads((folder / "1_Pooling" / "config.json").read_text(encoding="utf-8"))
        kinds = [module["type"].rpartition(".")[2] for module in modules]
        modes = [name for name, is_on in pooling.items() if name.startswith("pooling") and is_on]
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return False
    return kinds == USUAL and modes == ["pooling_mode_mean_tokens"]
