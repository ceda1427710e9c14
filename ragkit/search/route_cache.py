"""Remember decisions about questions, for questions that mean the same (teams).

What is kept is the decision, never an answer. No similarity of vectors tells a question from its
reversal, or one year from another. So a second gate compares the words in their order, with
numbers, names and signs; only articles and phrases of courtesy may differ. Few paraphrases pass it,
and that is the price (docs/teams.md).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from ragkit.stores import Embed
from ragkit.text.forms import folded

Decision = TypeVar("Decision")
SIMILAR_FROM = 0.8
"""Cosine similarity from which two questions may mean the same."""
ARTICLES = {"a", "an", "the"}
"""Words that may differ. A capital A may be a name, so it counts wherever it does not begin."""
BEGINNING = re.compile(
    r"^\W*(please\W+|(can|could|would) you (please )?(tell|explain to) (me|us)\W+"
    r"|(tell|explain to) (me|us)\W+|(i|we) (want|would like) to know\W+)+",
    re.IGNORECASE,
)
ENDING = re.compile(r"([\s,]+(please|thanks|thank you))?[\s?.]*$", re.IGNORECASE)
"""What says nothing of what is asked, at the beginning and at the end."""
TOKEN = re.compile(r"\w+|[^\w\s]")
"""A word or a sign: 2^n is not 2*n."""


@dataclass
class RouteCache(Generic[Decision]):
    """The decisions of this process, by question."""

    embed: Embed
    questions: list[str] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    _vectors: list[np.ndarray] = field(default_factory=list)

    def get(self, question: str) -> tuple[Decision, str] | None:
        """The decision about the most similar question that passes both gates, and that question.

        None where there is none.
        """
        if not self.questions:
            return None
        similarities = np.array(self._vectors) @ self.embed([question])[0]
        for index in np.argsort(-similarities):
            if similarities[index] < SIMILAR_FROM:
                return None
            if same_words(question, self.questions[index]):
                return self.decisions[index], self.questions[index]
        return None

    def keep(self, question: str, decision: Decision) -> None:
        """Remember a decision."""
        self._vectors.append(self.embed([question])[0])
        self.questions.append(question)
        self.decisions.append(decision)


def same_words(one: str, other: str) -> bool:
    """Whether two questions have the same words and signs in the same order.

    >>> same_words("Please tell me, who beat the owls?", "Who beat owls")
    True
    >>> same_words("Did cats beat dogs?", "Did dogs beat cats?")
    False
    """
    return bool(key(one)) and key(one) == key(other)


def key(question: str) -> Sequence[str]:
    """The words and signs of a question that have to be the same, in order.

    >>> key("Is the sum n + 1 in group A?")
    ['is', 'sum', 'n', '+', '1', 'in', 'group', 'a']
    """
    asked = ENDING.sub("", BEGINNING.sub("", question))
    first, *others = TOKEN.findall(asked) or [""]
    kept = [token for token in others if token not in ARTICLES]
    if first.casefold() not in ARTICLES:
        kept.insert(0, first)
    return [folded(token).casefold() for token in kept if token]
