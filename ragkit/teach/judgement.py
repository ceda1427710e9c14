"""Judgements: yes-no questions about evidence whose answer is known.

They come in pairs that differ as little as possible, so that nothing but the evidence tells yes
from no.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ragkit.state import Passage


@dataclass(frozen=True)
class Judgement:
    """One question to a judge, with the right answer."""

    pair: str
    """The name of its pair: one judgement of a pair is yes, the other no."""
    kind: str
    """What the pair differs in, such as `number swapped`; a key of `KINDS`."""
    group: str
    """The document (or article) that it was made of. Parts never share a group."""
    question: str
    passages: tuple[Passage, ...]
    asked: str
    """What the judge is asked, as the kit asks it, without the cue at its end."""
    yes: bool


class Pair(NamedTuple):
    """Two judgements of one kind that differ as little as possible."""

    yes: Judgement
    no: Judgement

    @property
    def kind(self) -> str:
        """What they differ in."""
        return self.yes.kind

    @property
    def group(self) -> str:
        """The document that they were made of."""
        return self.yes.group

    @property
    def evidence(self) -> tuple[Passage, ...]:
        """The passages of the true one."""
        return self.yes.passages

    @property
    def texts(self) -> frozenset[str]:
        """The texts of all their passages."""
        passages = (*self.yes.passages, *self.no.passages)
        return frozenset(passage.text for passage in passages)


def flat(pairs: Iterable[Pair]) -> list[Judgement]:
    """The judgements of some pairs, in turn: yes, no, yes, no."""
    judgements: list[Judgement] = []
    for pair in pairs:
        judgements += pair
    return judgements


def write(judgements: Iterable[Judgement], file: Path) -> None:
    """Write judgements as JSON lines."""
    lines = [json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in judgements]
    file.write_text("".join(lines), encoding="utf-8")


def read(file: Path) -> list[Judgement]:
    """The judgements of a file."""
    return [_judgement(json.loads(line)) for line in file.read_text("utf-8").splitlines()]


def _judgement(row: dict[str, Any]) -> Judgement:
    passages = tuple(Passage(**passage) for passage in row["passages"])
    return Judgement(**row | {"passages": passages})
