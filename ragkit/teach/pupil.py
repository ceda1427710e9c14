"""What can be taught: a model with an adapter that learns from items, such as pairs of judgements.

The critic is one pupil (`critic.py`), the writer another (`writing/writer.py`). Planning, training
and the lesson know no more of them than is here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from torch import Tensor

from ragkit.state import Passage
from ragkit.teach.base_model import Base
from ragkit.teach.lora import LoRA
from ragkit.teach.prefixes import Prefixes, Tokens
from ragkit.teach.recipe import Recipe


class Item(Protocol):
    """What is learnt from at once: it is in one part of the data, with all that it shows."""

    @property
    def kind(self) -> str:
        """What is measured together."""
        ...

    @property
    def group(self) -> str:
        """The document that it was made of."""
        ...

    @property
    def evidence(self) -> tuple[Passage, ...]:
        """The passages that are read for it; items with the same ones are side by side."""
        ...

    @property
    def texts(self) -> frozenset[str]:
        """The texts that must not be in two parts of the data."""
        ...


Learnt = TypeVar("Learnt", bound=Item)
"""What a pupil learns from."""
Contra = TypeVar("Contra", contravariant=True)


class Check(NamedTuple):
    """What a pupil is worth on dev."""

    score: float
    """More is better."""
    by_kind: dict[str, float]
    odds: list[float]
    """The log-odds of a critic, for its temperature; empty for a writer."""


class Pupil(Protocol[Contra]):
    """A base with an adapter and kept prefixes, which learns from items."""

    base: Base
    lora: LoRA
    prefixes: Prefixes
    items: str
    """What it learns from, in the plural."""
    measure: str
    """The name of what a check finds."""

    def length(self, item: Contra) -> int:
        """Number of tokens behind the prefix, by which batches are sorted."""
        ...

    def reads(self, item: Contra) -> list[Tokens]:
        """The prefix of each prompt of an item."""
        ...

    def loss(self, items: Sequence[Contra], recipe: Recipe) -> Tensor:
        """The loss of a batch, through which gradients flow to the adapter."""
        ...

    def check(self, items: Sequence[Contra]) -> Check:
        """What the pupil is worth on some items, without gradients."""
        ...

    def measures(self, items: Sequence[Contra], taught: bool, quiet: bool = True) -> dict[str, Any]:
        """The measures of each kind, with the adapter or without."""
        ...
