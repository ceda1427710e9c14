"""The state of the quality-gated graph, and the part of it that needs no conversation."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragkit.conversation import ConversationState, FollowUp, in_words
from ragkit.graphs.advanced.strategy import Strategy
from ragkit.judges import Choice
from ragkit.state import CheckedState


@dataclass(kw_only=True)
class GatedState(CheckedState):
    """The state of a run that searches in several wordings, and whose gates judge what came of it.

    How good the evidence is, is the answerability in the last of the `grades`; how often it was
    searched, is `loop` + 1; how good the draft is, is its `fit`.
    """

    follow_up: FollowUp | None = None
    """What was made of the user's words, in a conversation. Written by: conversational_rewrite."""
    strategies: list[Strategy] = field(default_factory=list)
    """The ways to search, oldest first; the last one is in force. Written by: decide_strategy."""
    variants: list[str] = field(default_factory=list)
    """Every wording that is searched for; empty means the queries as they are.

    Written by: query_expansion.
    """
    retrieval_issue: Choice | None = None
    """What is wrong with the evidence, with its odds; None where it is good, or was not judged.

    Written by: judge_evidence.
    """
    aspects: list[str] = field(default_factory=list)
    """What of the question the evidence does not have. Written by: answer_generation."""
    temperature: float | None = None
    """The temperature of the draft; None: the kit's own. Written by: answer_generation."""
    drafts: int = 0
    """How many drafts were written. Written by: answer_generation."""
    groundedness: float | None = None
    """How far the evidence supports the draft, 1 - `risk`, in [0, 1]; None: not judged.

    Written by: evaluate_answer.
    """
    answer_issue: Choice | None = None
    """What is wrong with the draft, with its odds; None where it is sufficient, or not judged.

    Written by: evaluate_answer.
    """
    advice: str = ""
    """All that the next draft should do better, in one text. Written by: evaluate_answer."""

    @property
    def words(self) -> str:
        """The question as every model call about the evidence reads it."""
        return in_words(self.question, self.follow_up)

    @property
    def alone(self) -> str:
        """The question as it is understood without the conversation."""
        meant = self.follow_up.meant if self.follow_up else ""
        return meant or self.question

    @property
    def query(self) -> str:
        """The first query, or else the question."""
        return self.queries[0] if self.queries else self.question

    @property
    def strategy(self) -> Strategy | None:
        """The strategy in force; None where none was decided."""
        return self.strategies[-1] if self.strategies else None

    @property
    def quality(self) -> float | None:
        """The quality of the evidence, in [0, 1]; None where it was not judged."""
        return self.grades[-1].answerability if self.grades else None


@dataclass(kw_only=True)
class AdvancedState(ConversationState, GatedState):
    """The state of `advanced`: gates, and the turns before."""
