"""When an agent stops searching, against whether its evidence was complete (teams).

After each search the grader of `single` says *enough* or not. The evidence is complete when it has
every fact that the question needs. A decision that the budget forced is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.measures.metrics import evidence_recall
from ragkit.score import Score, ratio
from ragkit.trace import Trace

NODE, STOPPED, FORCED = "grade", "enough", "used up"
"""The grader, and two rows of the policy after it."""


@dataclass(frozen=True)
class Decision:
    """Whether the agent stopped searching, and whether it should have."""

    stopped: bool
    complete: bool


def decisions(trace: Trace, question: Question) -> Iterator[Decision]:
    """Yield every free decision of a run about a question that has an answer, in order."""
    passages: Sequence[Any] = ()
    for step in trace.steps:
        passages = step.wrote.get("passages", passages)
        if step.node != NODE or step.rule is None or step.rule.when == FORCED:
            continue
        recall = evidence_recall(replace(trace, passages=tuple(passages)), question)
        if recall is not None:
            yield Decision(step.rule.when == STOPPED, recall == 1)


def stop_scores(found: Sequence[Sequence[Decision]]) -> dict[str, Score]:
    """Precision and recall of stopping, with intervals over questions.

    Precision: of the times that it stopped, how often was the evidence complete? Recall: of the
    times that it was complete, how often did it stop? `found` are the decisions on each question.
    """
    precision, recall = [], []
    for of_one in found:
        right = sum(one.stopped and one.complete for one in of_one)
        precision.append((right, sum(one.stopped for one in of_one)))
        recall.append((right, sum(one.complete for one in of_one)))
    return {"precision": ratio(precision), "recall": ratio(recall)}
