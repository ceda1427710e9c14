"""The job of a writer, for a lesson: it learns from examples, and its file says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ragkit.teach.base_model import Base
from ragkit.teach.checkpoint import State
from ragkit.teach.export import export
from ragkit.teach.facts import Facts
from ragkit.teach.lora import LoRA
from ragkit.teach.parts import BadPairs
from ragkit.teach.prefixes import Prefixes
from ragkit.teach.pupil import Pupil
from ragkit.teach.recipe import Recipe
from ragkit.teach.writing.card import card
from ragkit.teach.writing.example import Example
from ragkit.teach.writing.measure import Written
from ragkit.teach.writing.writer import Writer

NAME = "writer"
"""The job's name, in the adapter's file."""
AS_IT_IS = 1.0
"""The temperature of replies that are not scaled."""


@dataclass(frozen=True)
class Writing:
    """A writer learns from examples."""

    adapter: str = f"{NAME}.gguf"
    item: str = "example"

    def pupil(self, base: Base, lora: LoRA, prefixes: Prefixes) -> Writer:
        """A writer."""
        return Writer(base, lora, prefixes)

    def items(self, data: Sequence[Example]) -> list[Example]:
        """The examples. Raises `BadPairs` where there is none."""
        if not data:
            raise BadPairs("asked to teach a writer, got no example; name more documents")
        return list(data)

    def export(
        self,
        file: Path,
        pupil: Pupil[Example],
        recipe: Recipe,
        state: State,
        dev: Sequence[Example],
    ) -> float:
        """Write the adapter; a writer has no odds to scale."""
        export(file, pupil.base, pupil.lora, recipe, AS_IT_IS, NAME)
        return AS_IT_IS

    def card(self, facts: Facts[Written]) -> str:
        """The card of a writer."""
        return card(facts)
