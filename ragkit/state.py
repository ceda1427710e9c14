"""Every noun of the kit, and the state that a graph passes from node to node.

This file imports nothing of ours: all others may import it. Left out: anything that works (nodes do)
or decides (policies do).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import add
from typing import Annotated, Literal

Mode = Literal["not in the corpus", "unsupported", "verified"]
"""How a remembered run ended: no evidence was found, no draft was supported by it, or the answer was verified."""

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
    odds: float | None = None
    """What the judge gave it, in [0, 1]; None when it could not judge."""
    missing: tuple[str, ...] = ()
    """Its numbers and names that the passage with most of them lacks; one is enough for support 0."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "missing", tuple(self.missing))  # a checkpoint gives a list back


@dataclass(frozen=True)
class Rule:
    """A row of a policy: when this issue, do that, because, at most so often."""

    when: str
    do: str
    why: str
    budget: int = 1


@dataclass(frozen=True)
class Grade:
    """What the context critic thinks of the evidence (papers/000, section 4.5). Each score is in [0, 1]."""

    relevance: float | None
    """r: are the passages about the question? Scores are None when the judge could not judge."""
    sufficiency: float | None
    """s: do they hold enough facts?"""
    answerability: float | None
    """a: can the question be answered from them alone?"""
    confidence: float
    """c: how sure is the critic? 0 when it could not judge."""
    approved: bool
    """The decision, and answerability at or above the threshold."""
    helpful: tuple[float | None, ...] = ()
    """How likely each passage helps, in the order of the passages."""
    feedback: str = ""
    """f_c: keywords of what is missing; empty when approved."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "helpful", tuple(self.helpful))  # a checkpoint gives a list back


@dataclass(frozen=True)
class Complexity:
    """How much a question asks for, and why the planner thinks so (papers/000, section 4.4). Each is in [0, 1]."""

    score: float
    length: float
    connectives: float
    entities: float


@dataclass(frozen=True)
class Memory:
    """What is remembered of an earlier run: a failure and its mode, or the verified claims of an answer."""

    id: str
    question: str
    mode: Mode
    summary: str = ""
    """The supported claims of a verified answer; empty for a failure."""
    when: str = ""
    """Date and time, UTC, ISO 8601."""
    similarity: float = 1.0
    """Cosine similarity to the question that was looked up."""


@dataclass(kw_only=True)
class RAGState:
    """What a run knows. A node reads some fields and returns those that it wrote."""

    question: str
    """The user's words, never rewritten. Written by: the caller."""
    loop: int = 0
    """How often a critic sent the question back. Written by: plan."""
    complexity: Complexity | None = None
    """Why the policy is what it is. Written by: plan."""
    policy: str = ""
    """A row of the retrieval policy; empty means the one in the settings. Written by: plan."""
    queries: list[str] = field(default_factory=list)
    """What is searched for; empty means the question itself. Written by: plan."""
    tried: list[str] = field(default_factory=list)
    """Every query that was searched for and did not suffice. Written by: plan."""
    memories: list[Memory] = field(default_factory=list)
    """Earlier failures on questions like this one. Written by: plan."""
    rankings: dict[str, list[Passage]] = field(default_factory=dict)
    """Every ranking that led to the passages, by ranker: dense, sparse, fused, reranked. Written by: retrieve."""
    passages: list[Passage] = field(default_factory=list)
    """The evidence, best first; replaced, never appended to. Written by: retrieve, search_web."""
    dropped: list[str] = field(default_factory=list)
    """Ids of passages that were graded as no help. Written by: retrieve."""
    grades: list[Grade] = field(default_factory=list)
    """The critic's judgement of every pass, oldest first. Written by: context_critic."""
    draft: str = ""
    """An answer that nobody has verified yet. Written by: draft."""
    rejected: list[str] = field(default_factory=list)
    """Drafts that were not supported: what not to write again (eq. 12). Written by: answer_critic."""
    risk: float | None = None
    """h, the hallucination risk of the draft: one less its mean support (eq. 15). Written by: verify."""
    feedback: str = ""
    """What to search for after a draft beside the point. Written by: answer_critic."""
    fit: float | None = None
    """How likely the draft answers the question that was asked. Written by: answer_critic."""
    answer: str = ""
    """What the user gets. Written by: generate; in the critic-guided graph by answer_critic and apologise."""
    claims: list[Claim] = field(default_factory=list)
    """What the draft or answer says, statement by statement. Written by: verify."""
    moves: Annotated[list[Rule], add] = field(default_factory=list)
    """Every policy row that fired, oldest first. Written by: the policy that steers."""
    notes: Annotated[list[str], add] = field(default_factory=list)
    """What fell back or could not be done, in a sentence each. Written by: any node."""
