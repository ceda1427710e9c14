"""What a run is worth when a wrong answer has a price: the rules, written down once.

Accuracy counts an abstention as a mistake, and so a wrong answer as no worse than none. Here a
correct answer is worth 1, an abstention 0, and a wrong answer minus its price (hallucinate; in
selective classification the price of a mistake beside that of a rejection, selective).

| the run | correct | wrong | abstained |
|---|---|---|---|
| it abstained, whatever was asked | 0 | 0 | 1 |
| it answered a question that the documents answer; r is how far that is correct | r | 1 - r | 0 |
| it corrected a false premise | 1 | 0 | 0 |
| it gave another answer where it should have abstained or corrected | 0 | 1 | 0 |
| it failed, or its answer could not be graded | ungraded | ungraded | ungraded |

So half an answer is half correct and half wrong: who takes it for the whole is misled. Ungraded
runs are counted apart and have no value. Repeats of a question are averaged first.
"""

from __future__ import annotations

from dataclasses import dataclass

from ragkit.evaluate.measures.rows import Row

OUTSIDE = ("out-of-domain", "near-miss")
"""Kinds of questions that the documents do not answer."""
WITHHELD = (*OUTSIDE, "false-premise")
"""Kinds of questions on which a system should abstain, or correct what they take for granted."""


@dataclass(frozen=True)
class Outcome:
    """How much of a run, or of a question's repeats, was correct, wrong and abstained; in sum 1."""

    correct: float
    wrong: float
    abstained: float

    def value(self, price: float) -> float:
        """What it is worth where a wrong answer costs `price`, 0 or more; at most 1.

        >>> half = Outcome(correct=0.5, wrong=0.5, abstained=0)
        >>> half.value(0), half.value(1), half.value(2)
        (0.5, 0.0, -0.5)
        >>> Outcome(0.0, 0.0, 1.0).value(7)  # no price changes the value of an abstention
        0.0
        """
        return self.correct - price * self.wrong


def outcome(row: Row) -> Outcome | None:
    """The outcome of a run by the rules above; None where it is ungraded."""
    if row.failed:
        return None
    if row.refused:
        return Outcome(0.0, 0.0, 1.0)
    correct = row.right
    if row.kind in WITHHELD:
        # An answer that is no refusal, and yet counts as held, corrects the premise.
        correct = None if row.held is None else float(row.held)
    if correct is None:
        return None
    return Outcome(correct, 1 - correct, 0.0)
