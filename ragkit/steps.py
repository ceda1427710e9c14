"""What a run was: its steps, and the trace, which widgets, metrics and tests read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ragkit.model.meter import Call, Usage
from ragkit.state import REFUSAL, Claim, Passage, Rule
from ragkit.text.counted import counted
from ragkit.text.excerpts import rests_on
from ragkit.text.printable import shown
from ragkit.text.wrapped import wrapped

FIXED = "no choice here: the graph always goes on in the same way"
MOST_STEPS = 100
"""Far more than any policy's budgets allow: a graph of the user's own that runs in a circle ends
here."""


@dataclass(frozen=True)
class Step:
    """One node at work."""

    node: str
    seconds: float
    usage: Usage
    wrote: dict[str, Any]
    """The fields that it wrote, in its order."""
    rule: Rule | None = None
    """The policy row that decided the next step; None where the graph has only one way on."""
    calls: tuple[Call, ...] = ()
    """Every model call that the node made, in order: what it asked and what came back."""
    read: dict[str, Any] | None = None
    """The fields that it really read, in order; None where the state does not note it (see
    `state.Watched`)."""

    @property
    def why(self) -> str:
        """Why the run went on as it did."""
        if self.rule is None:
            return FIXED
        return self.rule.why


@dataclass(frozen=True)
class Trace:
    """A run: question, answer, evidence, and every step in between."""

    question: str
    steps: tuple[Step, ...]
    answer: str
    passages: tuple[Passage, ...]
    """The evidence that was really used."""
    seconds: float
    claims: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()
    """What fell back or could not be done."""
    failed: str = ""
    """Why the run ended without answer or refusal; empty when it did not."""
    system: str = ""
    """The name of the system that ran; empty where a graph was run without one."""

    @property
    def refused(self) -> bool:
        """Whether the run abstained, in the exact words of the refusal."""
        return self.answer == REFUSAL

    @property
    def route(self) -> list[str]:
        """The nodes in the order in which they finished."""
        return [step.node for step in self.steps]

    @property
    def retries(self) -> int:
        """How often a critic sent the question back to be searched for again."""
        loops = [step.wrote.get("loop") for step in self.steps]
        # a file may hold anything
        counts = [loop for loop in loops if isinstance(loop, int) and 0 <= loop <= MOST_STEPS]
        return max(counts, default=0)

    @property
    def asked_web(self) -> bool:
        """Whether the run went to the web."""
        asked = [step.wrote.get("asked_web") for step in self.steps]
        return True in asked

    @property
    def usage(self) -> Usage:
        """Model calls and tokens of the whole run."""
        usages = [step.usage for step in self.steps]
        return sum(usages, Usage())

    def __str__(self) -> str:
        use = self.usage
        calls = counted(use.calls, "model call")
        outcome = f"failed:   {self.failed}" if self.failed else f"answer:   {self.answer}"
        sources = ""
        sentences = rests_on(self.answer, self.passages)
        for number, passage in enumerate(self.passages, start=1):
            sources += f"\n  [{number}] {passage.place}"
            if number in sentences:
                sources += f'\n      "{sentences[number]}"'
        notes = "".join(f"\nnote: {note}" for note in self.notes)
        text = (
            f"question: {self.question}\n{outcome}\nsources:{sources}\n"
            f"route:    {' > '.join(self.route)}\n"
            f"cost:     {self.seconds:.1f} s, {calls} ({use.cached} from disk), "
            f"{use.tokens}{notes}"
        )
        # What documents, pages and models wrote must not reach a terminal as commands.
        return wrapped(shown(text))
