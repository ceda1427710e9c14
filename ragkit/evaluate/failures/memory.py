"""The signs of parametric competition: the answer comes from memory, against the evidence shown.

`tiered` asks the model's memory first where that may be trusted, and the trace has what it said.
Without such an answer, a number or name that no passage has can only come from the model.
"""

from __future__ import annotations

from ragkit.evaluate.failures.cases import Case
from ragkit.text.anchors import missing
from ragkit.trace import Trace


def remembered(case: Case) -> bool | None:
    """Whether all that an answer states anew is in the answer from memory, and not in the evidence.

    What it states anew are its numbers, names and formulas that the question does not have. None
    without a trace, or where memory was not asked, or the answer states nothing that can be
    compared.
    """
    recalled = answer_from_memory(case.trace)
    asked = case.question.question
    if not recalled or not missing(case.answer, asked):
        return None
    agrees = not missing(case.answer, recalled, asked)
    in_evidence = not missing(case.answer, case.evidence, asked)
    return agrees and not in_evidence


def not_in_evidence(case: Case) -> bool | None:
    """Whether the evidence had the answer, and this one has numbers or names that it has not.

    None without a trace.
    """
    if case.trace is None:
        return None
    if case.row.evidence_recall != 1:
        return False
    return bool(missing(case.answer, case.evidence, case.question.question))


def answer_from_memory(trace: Trace | None) -> str:
    """What the model answered before it was shown evidence; empty where it was not asked."""
    recalled = ""
    for step in trace.steps if trace else ():
        said = step.wrote.get("recalled")
        # a file may hold anything
        if isinstance(said, str):
            recalled = said
    return recalled
