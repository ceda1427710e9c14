"""What runs are worth: each measure a function of one run, its audit and its golden question, with range and source.

None says that a measure does not apply or could not be taken; `score` counts it apart. A refusal states nothing, so it
is neither faithful nor a hallucination: refusals have measures of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.evaluate.audit import Audit
from ragkit.evaluate.questions import Question
from ragkit.evaluate.score import Score, score
from ragkit.trace import Trace


def faithfulness(audit: Audit) -> float | None:
    """The mean support of the answer's claims, in [0, 1] (papers/000, section 6.1); None when one is ungraded.

    >>> from ragkit.state import Claim
    >>> faithfulness(Audit((Claim("a", 1.0), Claim("b", 0.5)))), faithfulness(Audit((Claim("a", 1.0), Claim("b"))))
    (0.75, None)
    """
    supports = [claim.support for claim in audit.claims if claim.support is not None]
    return sum(supports) / len(supports) if supports and len(supports) == len(audit.claims) else None


def hallucinated(audit: Audit) -> bool | None:
    """Whether the answer holds a claim without support: one such claim is known even where others are ungraded.

    >>> from ragkit.state import Claim
    >>> hallucinated(Audit((Claim("a", 0.0), Claim("b")))), hallucinated(Audit((Claim("a", 0.5),)))
    (True, False)
    """
    if any(claim.support == 0 for claim in audit.claims):
        return True
    return False if faithfulness(audit) is not None else None


def retry_gain(trace: Trace) -> float | None:
    """By how much r, the critic's relevance, grew from the first pass to the last, in [-1, 1]; None without a retry.

    Retry effectiveness is its mean over retried questions (papers/000, section 6.1).
    """
    found = [grade.relevance for step in trace.steps for grade in step.wrote.get("grades", ())[-1:]]
    first, *_, last = found if len(found) > 1 else (None, None)
    return None if first is None or last is None else last - first


def retried(trace: Trace) -> bool:
    """Whether a critic sent the question back to be searched for again (the rewrite trigger of papers/004)."""
    return any(step.rule is not None and step.rule.do in ("plan", "rewrite") for step in trace.steps)


def escalated(trace: Trace) -> bool:
    """Whether the web was asked (papers/000, section 4.10)."""
    return "search_web" in trace.route


def refusal_precision(traces: Sequence[Trace], questions: Sequence[Question]) -> Score:
    """Of the refusals, the share on questions that the documents do not answer; failed runs are ungraded."""
    runs = zip(traces, questions, strict=True)
    return score([None if run.failed else q.answer is None for run, q in runs if run.failed or run.refused])


def refusal_recall(traces: Sequence[Trace], questions: Sequence[Question]) -> Score:
    """Of the questions that the documents do not answer, the share that was refused; failed runs are ungraded."""
    runs = zip(traces, questions, strict=True)
    return score([None if run.failed else run.refused for run, q in runs if q.answer is None])
