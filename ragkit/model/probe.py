"""Short calls that measure an endpoint: what they take, and whether it reuses its work on a prompt.

Every judgement about a question begins with the same evidence (`briefing.py`). An endpoint that
reads the evidence anew for each gives the same answers, only slowly, and nothing else says so.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from uuid import uuid4

from langchain_core.language_models import BaseChatModel

from ragkit.model.briefing import brief
from ragkit.model.llm import Prompt, at_most, raw_reply
from ragkit.model.meter import Usage, measured
from ragkit.state import Passage

SENTENCE = "Most owls hunt mice at night. "
SENTENCES = 180
"""So many that the evidence has more than 1,024 tokens: with fewer, some services reuse none."""
LOOKS = ("Do owls hunt? Yes or no?", "Do owls swim? Yes or no?")
"""Two instructions of one length about the same evidence."""
MOST = 0.5
"""Fraction of a prompt that has to be reused, or of the seconds that has to be saved."""


def probe(llm: BaseChatModel, prompt: Prompt, tokens: int) -> Usage:
    """What a call with at most so many tokens of reply took. Raises `ChatFailed`.

    Its reply is neither taken from disk nor kept there.
    """
    uncached = llm.model_copy(update={"cache": False})
    start = time.perf_counter()
    reply = raw_reply(at_most(uncached, tokens), prompt)
    return measured(reply, time.perf_counter() - start)


@dataclass(frozen=True)
class Reuse:
    """What two calls about the same new evidence took."""

    first: Usage
    second: Usage

    @property
    def tokens(self) -> int:
        """Prompt tokens of the second call that were not read again, by the endpoint's own counts.

        Some versions of Ollama count only the tokens that were read, so that their count shrinks.

        >>> Reuse(Usage(1, evaluated=900), Usage(1, evaluated=20, reused=880)).tokens
        880
        >>> Reuse(Usage(1, evaluated=900), Usage(1, evaluated=20)).tokens
        880
        """
        before = self.first.prompt
        shrunk = before - self.second.prompt
        reused = self.second.reused
        return max(reused, shrunk)

    @property
    def is_counted(self) -> bool:
        """Whether the endpoint says that it read most of the evidence only once."""
        most = MOST * self.first.prompt
        return self.tokens > most

    @property
    def is_faster(self) -> bool:
        """Whether the second call took so much less time that the evidence was probably reused."""
        little = MOST * self.first.seconds
        return self.second.seconds < little

    def __str__(self) -> str:
        """The counts and seconds in words.

        >>> print(Reuse(Usage(1, evaluated=900, seconds=2), Usage(1, 0, 20, 880, seconds=0.125)))
        880 of 900 prompt tokens reused; the first request took 2.00 s, the second 0.12 s
        """
        return (
            f"{self.tokens} of {self.first.prompt} prompt tokens reused; the first request took "
            f"{self.first.seconds:.2f} s, the second {self.second.seconds:.2f} s"
        )


def measured_reuse(llm: BaseChatModel) -> Reuse:
    """What an endpoint reuses of evidence that it has never read. Raises `ChatFailed`."""
    unread = uuid4().hex
    text = SENTENCE * SENTENCES
    note = Passage("note", f"Note {unread}. {text}", source="owls.md")
    uses = []
    for look in LOOKS:
        prompt = brief("What do owls do?", [note], look)
        use = probe(llm, prompt, 1)
        uses.append(use)
    return Reuse(*uses)
