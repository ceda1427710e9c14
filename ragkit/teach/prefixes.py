"""Keys and values of evidence prefixes: computed once by the plain model, kept on disk, read again.

No gradient goes through a prefix, because the adapter does not apply there. So it is worked through
once, whatever the number of judgements and epochs. That is most of the work: a prefix has hundreds
of tokens, an instruction a few dozen. Prefixes that begin alike, such as two questions about the
same passages, are worked through one after the other, and the second only from where they differ.

A file has the shape [layers, 2, heads, tokens, head size], the 2 being keys and values, in float16,
the type in which the server keeps them. It is memory-mapped, so a batch reads only what it needs.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from bisect import bisect_left
from collections.abc import Sequence
from math import prod
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from tqdm.auto import tqdm
from transformers import DynamicCache

from ragkit.teach.base_model import Base

Tokens = tuple[int, ...]
KEPT = torch.float16
"""The type of the numbers on disk."""
SPARE = 0.3
"""Fraction of a GPU's memory that prefixes leave free for the lesson."""


class NoRoom(OSError):
    """The disk is too small for the keys and values; the message says what to do."""


class Prefixes:
    """The kept prefixes of one base model."""

    def __init__(self, base: Base, folder: Path) -> None:
        self._base = base
        self._folder = folder
        self._on_device: dict[Tokens, Tensor] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def keep(self, prefixes: Sequence[Tokens], quiet: bool = True) -> None:
        """Compute the prefixes that are not kept yet, with a progress bar. Raises `NoRoom`."""
        # Sorted, those that begin alike are neighbours.
        missing = sorted({prefix for prefix in prefixes if not self.has(prefix)})
        self._check_room(missing)
        order = Sorted()
        total = sum(order.add(prefix) for prefix in missing)
        bar = tqdm(total=total, desc="reading evidence", unit="token", disable=quiet or not missing)
        last: Tokens = ()
        kept = None
        with bar:
            for prefix in missing:
                shared = common_front(last, prefix)
                front = kept[..., :shared, :] if kept is not None and shared else None
                kept = self._write(prefix, front)
                last = prefix
                bar.update(len(prefix) - shared)

    def has(self, prefix: Tokens) -> bool:
        """Whether a prefix is kept, whole."""
        path = self._path(prefix)
        return path.is_file() and path.stat().st_size == self.size(prefix)

    def size(self, prefix: Tokens) -> int:
        """Number of bytes of a prefix on disk."""
        return prod(self._shape(prefix)) * KEPT.itemsize

    def read(self, prefix: Tokens) -> Tensor:
        """The keys and values of a prefix, which is computed if it is not kept."""
        if not self.has(prefix):
            self._write(prefix)
        shape = self._shape(prefix)
        path = str(self._path(prefix))
        flat = torch.from_file(path, shared=False, size=prod(shape), dtype=KEPT)
        return flat.view(shape)

    def batch(self, prefixes: Sequence[Tokens]) -> DynamicCache:
        """A cache for a batch, as the model wants it: each prefix padded at its end.

        The padding has to be masked. Positions are already part of the keys, so the place of a
        key in the cache says nothing.
        """
        longest = max(len(prefix) for prefix in prefixes)
        layers, two, heads, _, size = self._shape(prefixes[0])
        shape = (layers, two, len(prefixes), heads, longest, size)
        padded = torch.zeros(shape, dtype=self._base.dtype, device=self._base.device)
        for row, prefix in enumerate(prefixes):
            padded[:, :, row, :, : len(prefix)] = self._near(prefix)
        return _cache(padded)

    def _near(self, prefix: Tokens) -> Tensor:
        """The keys and values of a prefix, from the GPU's memory where they are there.

        Each is in several batches, and so it is moved there once.
        """
        kept = self._on_device.get(prefix)
        if kept is None:
            kept = self.read(prefix).to(self._base.device)
            if has_room(self._base.device):
                self._on_device[prefix] = kept
        return kept

    def _shape(self, prefix: Tokens) -> tuple[int, ...]:
        config = self._base.model.config
        size = getattr(config, "head_dim", None)
        size = size or config.hidden_size // config.num_attention_heads
        return (config.num_hidden_layers, 2, config.num_key_value_heads, len(prefix), size)

    def _path(self, prefix: Tokens) -> Path:
        """A file named after all that its content depends on."""
        identity = f"{self._base.sha256} {self._base.dtype} {prefix}"
        name = hashlib.sha256(identity.encode()).hexdigest()
        return self._folder / f"{name[:32]}.kv"

    def _write(self, prefix: Tokens, front: Tensor | None = None) -> Tensor:
        """Compute a prefix, of which the keys and values of the front may be known, and keep it."""
        kept = computed(self._base.model, prefix, front)
        path = self._path(prefix)
        # Written beside it and moved, so that a killed run leaves no half file.
        temporary = path.with_suffix(f".{os.getpid()}")
        raw = kept.to(KEPT).cpu().contiguous().view(torch.uint8)
        raw.numpy().tofile(temporary)
        temporary.replace(path)
        return kept

    def _check_room(self, prefixes: Sequence[Tokens]) -> None:
        need = sum(self.size(prefix) for prefix in prefixes)
        free = shutil.disk_usage(self._folder).free
        if free < need:
            raise NoRoom(
                f"asked to keep the keys and values of {len(prefixes)} prefixes, which take "
                f"{need / 1e9:.1f} GB, got {free / 1e9:.1f} GB free in {self._folder}; "
                "free some, name a folder on another disk, or give fewer minutes"
            )


def has_room(device: torch.device) -> bool:
    """Whether a GPU has memory for more prefixes; the processor reads them from disk."""
    if device.type != "cuda":
        return False
    free, total = torch.cuda.mem_get_info(device)
    return free > SPARE * total


class Sorted:
    """Prefixes in order, so that a new one has most in common with its neighbours."""

    def __init__(self) -> None:
        self._prefixes: list[Tokens] = []

    def add(self, prefix: Tokens) -> int:
        """Add a prefix; returns the number of its tokens that still have to be read.

        >>> prefixes = Sorted()
        >>> [prefixes.add(prefix) for prefix in [(1, 2, 3), (1, 2, 4, 5), (1, 2, 3)]]
        [3, 2, 0]
        """
        place = bisect_left(self._prefixes, prefix)
        neighbours = self._prefixes[max(0, place - 1) : place + 1]
        if prefix in neighbours:
            return 0
        self._prefixes.insert(place, prefix)
        known = 0
        for other in neighbours:
            known = max(known, common_front(other, prefix))
        return len(prefix) - known


def common_front(known: Tokens, prefix: Tokens) -> int:
    """How many tokens of a prefix need not be read again. The last one always is.

    >>> common_front((1, 2, 3), (1, 2, 4)), common_front((1, 2, 3), (1, 2))
    (2, 1)
    """
    length = 0
    for one, other in zip(known, prefix[:-1]):
        if one != other:
            break
        length += 1
    return length


@torch.no_grad()
def computed(model: Any, prefix: Tokens, front: Tensor | None = None) -> Tensor:
    """Keys and values of a prefix by the plain model: [layers, 2, heads, tokens, head size].

    `front` has those of its first tokens, where they are known.
    """
    cache = DynamicCache()
    known = 0
    if front is not None:
        known = front.shape[3]
        cache = _cache(front.unsqueeze(2))
    ids = torch.tensor([prefix[known:]], device=model.device)
    model.model(input_ids=ids, past_key_values=cache, use_cache=True)
    layers = []
    layer: Any
    for layer in cache.layers:
        both = torch.stack([layer.keys[0], layer.values[0]])
        layers.append(both)
    return torch.stack(layers)


def _cache(padded: Tensor) -> DynamicCache:
    cache = DynamicCache()
    for number, (keys, values) in enumerate(padded):
        cache.update(keys, values, number)
    return cache
