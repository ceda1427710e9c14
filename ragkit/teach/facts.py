"""What happened in a lesson, as data: the model card and the command line only show it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ragkit.teach.judgement import Pair
from ragkit.teach.measure import Measure
from ragkit.teach.parts import Parts


@dataclass(frozen=True)
class Source:
    """Where the documents come from."""

    name: str
    licence: str
    """Empty if it was not stated."""


@dataclass(frozen=True)
class Facts:
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
    """Number of pairs by part and kind."""
    groups: dict[str, int]
    """Number of documents by part."""
    recipe: dict[str, Any]
    epochs: int
    steps: int
    best_step: int
    """The step whose critic was kept."""
    minutes: float
    ended: str
    """Why training ended."""
    temperature: float
    before: dict[str, Measure]
    """Zero-shot, by kind, on the part test."""
    after: dict[str, Measure]
    history: list[dict[str, Any]]
    """What each check on dev found."""
    device: str = ""
    """What it was taught on: the minutes are of this device."""

    def write(self, file: Path) -> None:
        """Write the facts as JSON."""
        text = json.dumps(asdict(self), indent=1)
        file.write_text(text, encoding="utf-8")


def counts(parts: Parts) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """Number of pairs by part and kind, and number of groups by part."""
    pairs = {}
    groups = {}
    for name, part in parts._asdict().items():
        pairs[name] = _kinds(part)
        its_groups = {pair.yes.group for pair in part}
        groups[name] = len(its_groups)
    return pairs, groups


def _kinds(pairs: Sequence[Pair]) -> dict[str, int]:
    kinds = Counter(pair.kind for pair in pairs)
    return dict(sorted(kinds.items()))
