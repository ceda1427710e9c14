"""The data types of the kit, and the states that its graphs pass from node to node.

A graph may have a state of its own, which adds fields to `RunState` (retrieve and generate) or to
`CheckedState` (which also checks drafts). It contains data only: nodes do the work, and policies
decide. All other files of the kit may import it.

The evidence of a run is `passages`, and nothing else. What the other lists say about passages:

    rankings      what each search ranked, the best of which became evidence
    hopped        ids of the evidence that a second hop found (`nodes/hop.py`)
    added         ids of the evidence that a tool found (only in `tiny`)
    dropped       ids that were graded unhelpful, and do not come back on a retry
    set_aside     what may be hostile, and no model is shown (`ragkit/screen/`)
    sifted        what the filter made of each passage of the last tier (only in `tiered`)

`rejected` is a list of drafts and not of passages.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import add
from typing import Annotated, Literal

from ragkit.watched import Watched

Mode = Literal["not in the corpus", "unsupported", "verified"]
"""How a remembered run ended.

No evidence was found; or evidence was found, but it supported no draft; or the answer was verified.
"""

REFUSAL = "I cannot answer this question based on the provided documents."
"""The exact words of a refusal (adaptive, section 4.6). No other text counts as one."""


@dataclass(frozen=True)
class Passage:
    """A piece of a document, small enough to embed and to cite."""

    id: str
    text: str
    """The text verbatim: `document.text[start:end]`."""
    source: str = ""
    """The document's path in its corpus folder, such as `dijkstra.md`."""
    section: str = ""
    """The headings above the text, outermost first, joined by ` > `."""
    page: int | None = None
    """The page in a paged document, from 1."""
    start: int = 0
    end: int = 0
    score: float = 0.0
    """The score by the last ranker. Scores of different rankers are not comparable."""

    @property
    def place(self) -> str:
        """The place of the passage for readers: source, page, section."""
        page = f"page {self.page}" if self.page else ""
        parts = [self.source, page, self.section]
        known = filter(None, parts)
        return ", ".join(known)

    @property
    def searchable(self) -> str:
        """The text that is indexed: headings and text.

        Headings often contain the topic, which the text below them does not repeat.
        """
        if self.section:
            return f"{self.section}\n{self.text}"
        return self.text


@dataclass(frozen=True)
class SetAside:
    """A passage, or a part of one, that no model is shown, because it may be hostile."""

    passage: Passage
    """What is set aside; of a part, `text` is the text of the part."""
    why: str
    is_part: bool = False
    """Whether the rest of the passage stays in the evidence."""


@dataclass(frozen=True)
class Found:
    """What a search found. No model is shown what was set aside."""

    passages: list[Passage]
    """The evidence, best first; its text is untrusted."""
    notes: list[str] = field(default_factory=list)
    """What failed, was refused, cut or set aside, a sentence each."""
    set_aside: list[SetAside] = field(default_factory=list)
    rankings: dict[str, list[Passage]] = field(default_factory=dict)
    """The rankings that led to the passages, by ranker, where the search has any."""


@dataclass(frozen=True)
class Claim:
    """One checkable statement from an answer."""

    text: str
    support: float | None = None
    """1 if the evidence states the claim, 0.5 if partly, 0 if not; None if it was not graded."""
    evidence: str | None = None
    """The id of the passage that supports the claim; None when no passage does."""
    odds: float | None = None
    """The judge's probability of support, in [0, 1]; None when it could not judge."""
    missing: tuple[str, ...] = ()
    """Numbers and names of the claim that are not in the passage with most of them.

    A single one makes the support 0.
    """

    def __post_init__(self) -> None:
        # A checkpoint gives back a list.
        object.__setattr__(self, "missing", tuple(self.missing))


@dataclass(frozen=True)
class Rule:
    """A row of a policy."""

    when: str
    """The issue for which the row applies."""
    do: str
    """The destination of the run."""
    why: str
    budget: int = 1
    """How often the row may fire in a run."""


@dataclass(frozen=True)
class Grade:
    """The context critic's judgement of the evidence (adaptive, section 4.5).

    Scores are in [0, 1], or None when the judge could not judge.
    """

    relevance: float | None
    """r: are the passages about the topic of the question?"""
    sufficiency: float | None
    """s: do the passages state the fact that the question asks for?"""
    answerability: float | None
    """a: can the question be answered from the passages alone?"""
    confidence: float
    """c: how sure is the critic? It is 0 when the judge could not judge."""
    approved: bool
    """The decision: whether answerability is at or above the threshold."""
    helpful: tuple[float | None, ...] = ()
    """The probability that each passage helps, in the order of the passages."""
    feedback: str = ""
    """f_c: keywords for what is missing; empty when approved."""

    def __post_init__(self) -> None:
        # A checkpoint gives back a list.
        helpful = tuple(self.helpful)
        object.__setattr__(self, "helpful", helpful)


@dataclass(frozen=True)
class Complexity:
    """How complex a question is, and the signs of it (adaptive, section 4.4), all in [0, 1]."""

    score: float
    """The weighted sum of the three signs below."""
    length: float
    connectives: float
    entities: float


@dataclass(frozen=True)
class Memory:
    """A record of an earlier run: a failure with its mode, or the verified claims of an answer."""

    id: str
    question: str
    mode: Mode
    summary: str = ""
    """The supported claims of a verified answer; empty for a failure."""
    when: str = ""
    """Date and time in UTC, as ISO 8601."""
    similarity: float = 1.0
    """Cosine similarity to the question that was looked up."""


@dataclass(kw_only=True)
class RunState(Watched):
    """The state of every run. A node reads some fields and returns those that it wrote.

    What a node returns replaces the field; where the field is `Annotated` with `add`, it is
    appended, so such a node returns only what is new.
    """

    question: str
    """The user's words, which are never rewritten. Written by: the caller."""
    loop: int = 0
    """How often a critic sent the question back. Written by: plan, rewrite."""
    depth: str = ""
    """The name of a row of `DEPTHS`; empty means the one in the settings. Written by: plan."""
    queries: list[str] = field(default_factory=list)
    """Queries to search for; empty means the question itself. Written by: plan, rewrite."""
    tried: list[str] = field(default_factory=list)
    """Every query that was searched for without success. Written by: plan, rewrite."""
    rankings: dict[str, list[Passage]] = field(default_factory=dict)
    """The rankings that led to the passages, by ranker: dense, sparse, fused, reranked.

    Written by: retrieve.
    """
    passages: list[Passage] = field(default_factory=list)
    """The evidence, best first.

    Written by: answerability, retrieve, hop, search_web, look_up, ask_tool, search_archive,
    filter_context.
    """
    hopped: list[str] = field(default_factory=list)
    """Ids of the passages that a second hop found. Written by: hop."""
    dropped: list[str] = field(default_factory=list)
    """Ids of passages that were graded as unhelpful. Written by: retrieve."""
    set_aside: Annotated[list[SetAside], add] = field(default_factory=list)
    """What no model is shown, oldest first. Written by: every node that searches."""
    grades: list[Grade] = field(default_factory=list)
    """The critic's judgement of every retrieval, oldest first. Written by: context_critic."""
    asked_web: bool = False
    """Whether the web was searched. That is the last resort: there is no retry after it.

    Written by: search_web.
    """
    answer: str = ""
    """The answer that the user gets.

    Written by: generate, readings, as_of, correct; in a graph that checks its drafts:
    answer_critic, apologise.
    """
    claims: list[Claim] = field(default_factory=list)
    """The statements of the draft or answer, one by one. Written by: verify, apologise."""
    risk: float | None = None
    """h: 1 - mean support of the claims (adaptive, eq. 15). Written by: verify, apologise."""
    rejected: list[str] = field(default_factory=list)
    """Drafts not to be written again (adaptive, eq. 12). Written by: answer_critic, search_web."""
    moves: Annotated[list[Rule], add] = field(default_factory=list)
    """Every row of a policy that fired, oldest first. Written by: the policy after a node."""
    notes: Annotated[list[str], add] = field(default_factory=list)
    """What fell back or could not be done, in a sentence each. Written by: any node."""


@dataclass(kw_only=True)
class CheckedState(RunState):
    """The state of a run that checks its drafts before one becomes the answer."""

    draft: str = ""
    """An answer that is not verified yet. Written by: draft."""
    fit: float | None = None
    """The probability that the draft answers the question. Written by: answer_critic."""
    verdict: str = ""
    """What is wrong with the draft, or `grounded` when nothing is. Written by: answer_critic."""
    feedback: str = ""
    """Words to search for after a draft that was beside the point. Written by: answer_critic."""
