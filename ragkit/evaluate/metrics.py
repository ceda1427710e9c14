"""What runs are worth: each measure a function of one run, its audit and its golden question, with range and source.

None says that a measure does not apply or could not be taken. A refusal states nothing, so it is neither faithful nor a
hallucination: `summary.py`, which makes scores of many runs, has measures for refusals.
"""

from __future__ import annotations

from dataclasses import replace
from os.path import commonprefix

from ragkit.evaluate.audit import Audit
from ragkit.evaluate.questions import Question, folded_passages, relevant
from ragkit.meter import Usage
from ragkit.settings import Settings
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


def evidence_recall(trace: Trace, question: Question) -> float | None:
    """The share of the facts that the answer stands on which the evidence really used holds, in [0, 1].

    None for a question without an answer. Where a retriever is measured on its own, see `evaluate.retrieval`.
    """
    held = [bool(carriers) for carriers in relevant(question, folded_passages(trace.passages))]
    return sum(held) / len(held) if held else None


def cold(trace: Trace, mixed: bool = False) -> Usage:
    """What a run takes on a server that has nothing left of other runs: it reuses only what it worked through itself.

    Systems that answer the same question one after the other read much the same evidence, so that the second would
    look cheaper than it is. Of the reuse that the server reports, at most the share of the prompt counts that an
    earlier call of the same run began with. A reply from disk was never read here, so from the first one on reports say
    nothing of this run: all of that share counts, if the server reuses anything. `mixed`: other runs of the experiment
    may come from disk; then it counts from the first call on, so that all runs are counted alike.
    """
    calls, total, earlier = [call for step in trace.steps for call in step.calls], Usage(), list[str]()
    reuses, from_disk = any(call.usage.reused for call in calls), mixed
    for call in calls:
        begun = max((len(commonprefix([call.prompt, before])) for before in earlier), default=0)
        own = round(call.usage.tokens_in * begun / max(1, len(call.prompt)))
        from_disk = from_disk or bool(call.usage.cached)
        total += replace(call.usage, reused=own if from_disk and reuses else min(call.usage.reused, own))
        earlier.append(call.prompt)
    return total


def run_cost(use: Usage, settings: Settings) -> float | None:
    """What a run cost in dollars; None where the price of a model is not known.

    Answering and judging may have two models: the dearer price counts then, so that a cap holds.

    >>> run_cost(Usage(1, 0, 3_000_000, 1_000_000, 500_000), Settings(price=(1, 0.5, 4)))
    4.5
    """
    prices = [settings.price_of("answer"), settings.price_of("judge")]
    costs = [
        (use.evaluated * price.evaluated + use.reused * price.reused + use.tokens_out * price.generated) / 1e6
        for price in prices
        if price is not None
    ]
    return max(costs) if len(costs) == len(prices) else None


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
