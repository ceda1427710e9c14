"""A lesson that was given before, taught again: its recipe and its pairs, by what its facts say.

Minutes decide how many pairs are learnt, so the same command teaches more on a faster machine. A
lesson is the same on any machine only when it takes the same pairs, as often.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ragkit.teach.base_model import Base
from ragkit.teach.facts import counts
from ragkit.teach.kinds import GONE
from ragkit.teach.lora import LoraSettings
from ragkit.teach.loss import LossSettings
from ragkit.teach.parts import Parts
from ragkit.teach.plan import Plan
from ragkit.teach.recipe import Recipe


class OtherLesson(ValueError):
    """The facts are of another model, or of other pairs; the message says what."""


@dataclass(frozen=True)
class Given:
    """What is to be repeated of a lesson that was given before."""

    base_sha256: str
    recipe: Recipe
    epochs: int
    pairs: dict[str, dict[str, int]]
    """Number of pairs by part and kind."""

    def plan(self, seconds: float = 0.0) -> Plan:
        """As many pairs of each part, as often; `seconds` is how long it is expected to take."""
        sizes = {}
        for part, kinds in self.pairs.items():
            sizes[part] = sum(kinds.values())
        return Plan(**sizes, epochs=self.epochs, seconds=seconds)

    def check_kinds(self) -> None:
        """Raise `OtherLesson` where it had pairs of kinds that are no longer made of documents."""
        had = {kind for kinds in self.pairs.values() for kind in kinds}
        gone = sorted(had.intersection(GONE))
        if gone:
            raise OtherLesson(
                f"asked to teach a lesson again that had pairs of the kinds {', '.join(gone)}, "
                "which this version no longer makes; teach a new lesson without --again, or give "
                "the pairs of that lesson with --data"
            )

    def check(self, base: Base, parts: Parts[Any]) -> None:
        """Raise `OtherLesson` where base or pairs are not those of the lesson that was given."""
        if base.sha256 != self.base_sha256:
            raise OtherLesson(
                f"asked to teach a lesson again that taught the model file {self.base_sha256}, got "
                f"{base.name}, which is {base.sha256}; name the other tier"
            )
        found, _ = counts(self.plan().of(parts))
        for part, kinds in self.pairs.items():
            if found[part] != kinds:
                raise OtherLesson(
                    f"asked to teach a lesson again whose part {part} had the pairs {kinds}, got "
                    f"{found[part]}; name the same documents, in the same order"
                )


def given(file: Path) -> Given:
    """What the facts of a lesson say, which are JSON beside each adapter. Raises `OtherLesson`."""
    try:
        facts = json.loads(file.read_bytes())
        found = Given(
            base_sha256=facts["base_sha256"],
            recipe=_recipe(facts["recipe"]),
            epochs=facts["epochs"],
            pairs=facts["pairs"],
        )
        # Pairs that are no table of parts and kinds are noticed here.
        found.plan()
        return found
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise OtherLesson(
            f"asked to teach the lesson of {file} again, got no facts of a lesson ({error!r}); "
            "they are in the JSON file beside an adapter"
        ) from error


def _recipe(said: dict[str, Any]) -> Recipe:
    """The recipe from its JSON, where a tuple became a list."""
    lora = said["lora"]
    modules = tuple(lora["modules"])
    settings = {}
    for field in fields(Recipe):
        settings[field.name] = said[field.name]
    settings["lora"] = LoraSettings(**(lora | {"modules": modules}))
    settings["loss"] = LossSettings(**said["loss"])
    return Recipe(**settings)
