"""LoRA: a low-rank change to some linear layers of a frozen model (Hu et al., 2021).

A layer that computes W x computes W x + (alpha / r) B A x instead, with A of shape [r, in] and B of
shape [out, r]. Only A and B are trained. B begins as zeros, so an untaught adapter changes nothing.

An *activated* LoRA applies the change only to the tokens from the marker on. Here that needs no
mask. The prefix is read once by the plain model, and its keys and values are kept (`prefixes.py`).
What goes through the model while the adapter is on is the instruction alone, so every token there
is one that the change applies to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn


@dataclass(frozen=True)
class LoraSettings:
    """Which layers are changed, and how much."""

    rank: int = 16
    alpha: float = 32.0
    """The change is scaled by alpha / rank, so that the learning rate suits any rank."""
    modules: tuple[str, ...] = ("q_proj", "k_proj", "v_proj", "o_proj")
    """Linear layers of the attention. Those of the MLP are larger and were not needed."""
    from_depth: float = 1 / 3
    """Fraction of the layers, from the input, that stay as they are."""


class LowRank(nn.Module):
    """The matrices A and B of one linear layer, in float32."""

    def __init__(self, linear: nn.Linear, rank: int, generator: torch.Generator) -> None:
        super().__init__()
        bound = 1 / math.sqrt(linear.in_features)
        a = torch.empty(rank, linear.in_features)
        a.uniform_(-bound, bound, generator=generator)
        self.a = nn.Parameter(a)
        self.b = nn.Parameter(torch.zeros(linear.out_features, rank))

    def forward(self, x: Tensor) -> Tensor:
        """B A x for x of shape [..., in], in float32."""
        down = x.float() @ self.a.T
        return down @ self.b.T


class LoRA(nn.Module):
    """The low-rank changes of a model, which is not changed itself.

    Raises `ValueError` for settings by which no layer is changed.
    """

    def __init__(self, model: Any, settings: LoraSettings, seed: int = 0) -> None:
        super().__init__()
        self.settings = settings
        self.scale = settings.alpha / settings.rank
        # A plain list of pairs, so that the base's weights do not become this module's own.
        self._linears: list[tuple[str, nn.Linear]] = []
        self.changes = nn.ModuleDict()
        generator = torch.Generator().manual_seed(seed)
        for name, linear in _targets(model, settings):
            self._linears.append((name, linear))
            self.changes[name] = LowRank(linear, settings.rank, generator)
        if not self._linears:
            raise ValueError(f"asked for a LoRA with {settings}, which changes no layer")
        self.to(model.device)

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Within this, the model computes with the changes; after it, as before."""
        handles = []
        try:
            for name, linear in self._linears:
                add = self._adder(self.changes[name])
                handles.append(linear.register_forward_hook(add))
            yield
        finally:
            for handle in handles:
                handle.remove()

    def _adder(self, change: nn.Module) -> Callable[..., Tensor]:
        def add(_: nn.Module, inputs: tuple[Tensor, ...], output: Tensor) -> Tensor:
            added = self.scale * change(inputs[0])
            return output + added.to(output.dtype)

        return add


def _targets(model: Any, settings: LoraSettings) -> Iterator[tuple[str, nn.Linear]]:
    """The linear layers to change, each with a name such as `12-q_proj`."""
    layers = model.model.layers
    first = round(settings.from_depth * len(layers))
    for number in range(first, len(layers)):
        attention = layers[number].self_attn
        for module in settings.modules:
            yield f"{number}-{module}", getattr(attention, module)
