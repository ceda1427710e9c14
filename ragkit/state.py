"""Every noun of the kit, and the state that a graph passes from node to node.

This file imports nothing of ours: all others may import it. Left out: anything that works (nodes do)
or decides (policies do).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import add
from typing import Annotated

REFUSAL = "I cannot answer this question based on the provided documents."
"""The exact words of an abstention (papers/000, section 4.6). Nothing else counts as one."""


@dataclass(frozen=True)
class Passage:
    """A piece of a document, small enough to embed and to cite."""

    id: str
    text: str
    """Verbatim: `document.text[start:end]`."""
    source: str = ""
    """The document's path in its corpus folder, such as `dijkstra.md`."""
    section: str = ""
    """The headings above it, outermost first, joined by ` > `."""
    page: int | None = None
    """Page of a paged document, from 1."""
    start: int = 0
    end: int = 0
    score: float = 0.0
    """What the last ranker gave it. Scores of different rankers do not compare."""

    @property
    def place(self) -> str:
        """Where it stands, for people: source, page, section."""
        page = f"page {self.page}" if self.page else ""
        return ", ".join(part for part in (self.source, page, self.section) if part)

    @property
    def searchable(self) -> str:
        """What is indexed: the text below its headings, which often hold the word that the text leaves out."""
        return f"{self.section}\n{self.text}" if self.section else self.text


@dataclass(frozen=True)
class Claim:
    """One checkable statement taken from an answer."""

    text: str
    support: float | None = None
    """1 stated by the evidence, 0.5 partly, 0 not; None when it could not be graded."""
    evidence: str | None = None
    """Id of the passage that carries it; None when no passage does."""


@dataclass(frozen=True)
class Rule:
    """A row of a policy: when this issue, do that, because, at most so often."""

    when: str
    do: str
    why: str
    budget: int = 1


@dataclass(kw_only=True)
class RAGState:
    """What a run knows. A node reads some fields and returns those that it wrote."""

    question: str
    """The user's words, never rewritten. Written by: the caller."""
    query: str = ""
    """What is searched for; empty means the question itself. Written by: plan."""
    rankings: dict[str, list[Passage]] = field(default_factory=dict)
    """Every ranking that led to the passages, by ranker: dense, sparse, fused, reranked. Written by: retrieve."""
    passages: list[Passage] = field(default_factory=list)
    """The evidence, best first; replaced, never appended to. Written by: retrieve."""
    answer: str = ""
    """The draft, and in the end the answer. Written by: generate."""
    claims: list[Claim] = field(default_factory=list)
    """What the answer says, statement by statement. Written by: verify."""
    moves: Annotated[list[Rule], add] = field(default_factory=list)
    """Every policy row that fired, oldest first. Written by: steer."""
    notes: Annotated[list[str], add] = field(default_factory=list)
    """What fell back or could not be done, in a sentence each. Written by: any node."""
