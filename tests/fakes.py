"""A kit without model files: an embedder to which a word is a direction, and a text the sum of its words."""

from collections.abc import Sequence
from functools import cache
from hashlib import shake_256
from pathlib import Path
from typing import Any

import numpy as np
from langchain_core.language_models import BaseChatModel

from ragkit.corpus import Corpus
from ragkit.dense import Dense
from ragkit.kit import Kit
from ragkit.retrieve import Retriever
from ragkit.settings import Settings
from ragkit.sparse import Sparse
from ragkit.state import Passage

DIMENSIONS = 64


class FakeEmbed:
    """The same text gets the same unit vector; texts that share words are near. `asked` counts texts."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        sums = np.array([np.sum([direction(word) for word in text.casefold().split()], axis=0) for text in texts])
        return sums / np.linalg.norm(sums, axis=1, keepdims=True)


@cache
def direction(word: str) -> np.ndarray:
    return np.frombuffer(shake_256(word.encode()).digest(DIMENSIONS), dtype=np.uint8) - 127.5


OWL = Passage("owl", "Owls hunt mice at night.", source="owls.md", section="Owls")
CAT = Passage("cat", "Cats hunt mice by day.", source="cats.md", section="Cats")
TREE = Passage("tree", "Trees stand still for years.", source="trees.md", section="Trees")
FISH = Passage("fish", "Fish swim in the river.", source="fish.md", section="Fish")
MOSS = Passage("moss", "Moss grows on stones.", source="moss.md", section="Moss")


def small_kit(folder: Path, model: BaseChatModel | None = None, **settings: Any) -> Kit:
    """A kit on five passages, whose index in `folder` is made by `FakeEmbed`."""
    chosen, passages = Settings(**settings), (OWL, CAT, TREE, FISH, MOSS)
    retriever = Retriever(Dense(folder, passages, FakeEmbed(), quiet=True), Sparse(passages), chosen.rrf_k)
    return Kit(chosen, Corpus(folder, passages, {}, {}), retriever, model)
