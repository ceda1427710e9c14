"""What happened in a lesson, as data: the model card and the command line only show it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from ragkit.teach.measure import Measure
from ragkit.teach.parts import Parts
from ragkit.teach.pupil import Learnt
from ragkit.teach.writing.measure import Written

Found = TypeVar("Found", Measure, Written)
"""What is measured of a critic, and of a writer."""


@dataclass(frozen=True)
class Source:
    """Where the documents come from."""

    name: str
    licence: str
    """Empty if it was not stated."""


@dataclass(frozen=True)
class Facts(Generic[Found]):
    """A lesson and its outcome."""

    base: str
    base_sha256: str
    adapter: str
    """Name of the adapter's file."""
    adapter_sha256: str
    bytes: int
    """Size of the adapter's file."""
    sources: tuple[Source, ...]
    pairs: dict[str, dict[str, int]]
    """Number of pairs, or of a writer's examples, by part and kind."""
    groups: dict[str, int]
    """Number of documents by part."""
    recipe: dict[str, Any]
    epochs: int
    steps: int
    best_step: int
    """The step whose adapter was kept."""
    minutes: float
    ended: str
    """Why training ended."""
    temperature: float
    """Of a critic's odds; 1 for a writer."""
    before: dict[str, Found]
    """The measures of each kind, zero-shot, on the part test."""
    after: dict[str, Found]
    history: list[dict[str, Any]]
    """What each check on dev found."""
    device: str = ""
    """What it was taught on: the minutes are of this device."""

    def write(self, file: Path) -> None:
        """Write the facts as JSON."""
        text = json.dumps(asdict(self), indent=1)
        file.write_text(text, encoding="utf-8")


def counts(parts: Parts[Learnt]) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """Number of items by part and kind, and number of groups by part."""
    pairs = {}
    groups = {}
    for name, part in parts._asdict().items():
        pairs[name] = _kinds(part)
        its_groups = {item.group for item in part}
        groups[name] = len(its_groups)
    return pairs, groups


def _kinds(items: Sequence[Learnt]) -> dict[str, int]:
    kinds = Counter(item.kind for item in items)
    return dict(sorted(kinds.items()))
