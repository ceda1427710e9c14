"""What a lesson teaches for: judging, which is here, or writing (`writing/job.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ragkit.teach.base_model import Base
from ragkit.teach.card import card
from ragkit.teach.checkpoint import State
from ragkit.teach.critic import Critic
from ragkit.teach.export import export
from ragkit.teach.facts import Facts
from ragkit.teach.judgement import Judgement, Pair, flat
from ragkit.teach.lora import LoRA
from ragkit.teach.parts import paired
from ragkit.teach.prefixes import Prefixes
from ragkit.teach.pupil import Pupil
from ragkit.teach.recipe import Recipe
from ragkit.teach.temperature import temperature


class Job(Protocol):
    """What differs between a lesson for a critic and one for a writer."""

    @property
    def adapter(self) -> str:
        """The name of the adapter's file."""
        ...

    @property
    def item(self) -> str:
        """What is learnt from, in the singular."""
        ...

    def pupil(self, base: Base, lora: LoRA, prefixes: Prefixes) -> Pupil[Any]:
        """Who is taught."""
        ...

    def items(self, data: Sequence[Any]) -> list[Any]:
        """What is learnt from at once. Raises `BadPairs`."""
        ...

    def export(
        self, file: Path, pupil: Pupil[Any], recipe: Recipe, state: State, dev: Sequence[Any]
    ) -> float:
        """Write the adapter, and return the temperature of its replies."""
        ...

    def card(self, facts: Facts[Any]) -> str:
        """The model card."""
        ...


@dataclass(frozen=True)
class Judging:
    """A critic learns from pairs of judgements."""

    adapter: str = "critic.gguf"
    item: str = "pair"

    def pupil(self, base: Base, lora: LoRA, prefixes: Prefixes) -> Critic:
        """A critic."""
        return Critic(base, lora, prefixes)

    def items(self, data: Sequence[Judgement]) -> list[Pair]:
        """The judgements in pairs."""
        return paired(data)

    def export(
        self, file: Path, pupil: Pupil[Pair], recipe: Recipe, state: State, dev: Sequence[Pair]
    ) -> float:
        """Write the adapter, with the temperature that fits dev."""
        heat = temperature(state.best_odds, [one.yes for one in flat(dev)])
        export(file, pupil.base, pupil.lora, recipe, heat)
        return heat

    def card(self, facts: Facts[Any]) -> str:
        """The card of a critic."""
        return card(facts)
