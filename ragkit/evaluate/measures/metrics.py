"""Measures of a single run, each computed from the run, its audit and its golden question.

None means that a measure does not apply or could not be taken. A refusal states nothing, so it is
neither faithful nor a hallucination; the measures of refusals are in `summary.py`, which turns many
runs into scores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from os.path import commonprefix

from ragkit.evaluate.golden.phrases import exact_match, f1
from ragkit.evaluate.golden.questions import PHRASED, Question, folded_passages, relevant
from ragkit.evaluate.measures.audit import Audit
from ragkit.model.meter import Usage, cost
from ragkit.settings import Settings
from ragkit.text.sentences import without_citations
from ragkit.trace import Trace


def faithfulness(audit: Audit) -> float | None:
    """The mean support of the answer's claims, in [0, 1] (adaptive, section 6.1).

    None when the answer has no claims, or a claim is ungraded.

    >>> from ragkit.state import Claim
    >>> stated, partly, ungraded = Claim("a", 1.0), Claim("b", 0.5), Claim("c")
    >>> faithfulness(Audit((stated, partly))), faithfulness(Audit((stated, ungraded)))
    (0.75, None)
    """
    supports: list[float] = []
    for claim in audit.claims:
        if claim.support is None:
            return None
        supports.append(claim.support)
    if not supports:
        return None
    return sum(supports) / len(supports)


def hallucinated(audit: Audit) -> bool | None:
    """Whether the answer contains a claim without support.

    One such claim is enough, even where others are ungraded. None when the answer has no claims,
    or none is known to be unsupported and one is ungraded.

    >>> from ragkit.state import Claim
    >>> hallucinated(Audit((Claim("a", 0.0), Claim("b")))), hallucinated(Audit((Claim("a", 0.5),)))
    (True, False)
    """
    if any(claim.support == 0 for claim in audit.claims):
        return True
    if faithfulness(audit) is None:
        return None
    return False


def exact(trace: Trace, question: Question) -> float | None:
    """Exact match of the answer with a gold phrase, 0 or 1 (squad, section 6.1); a refusal gets 0.

    None for a question whose gold answers are no phrases, and for a failed run.
    """
    return _by_phrase(exact_match, trace, question)


def token_f1(trace: Trace, question: Question) -> float | None:
    """F1 of the answer's words and a gold phrase's, in [0, 1] (squad, section 6.1); as `exact`."""
    return _by_phrase(f1, trace, question)


def _by_phrase(
    grade: Callable[[str, Sequence[str]], float], trace: Trace, question: Question
) -> float | None:
    if question.kind not in PHRASED or trace.failed:
        return None
    if trace.refused:
        return 0.0
    # The number of a cited passage is no word of the answer.
    answer = without_citations(trace.answer)
    return grade(answer, question.keys[0])


def evidence_recall(trace: Trace, question: Question) -> float | None:
    """Fraction of the required facts found in the evidence that the run used, in [0, 1].

    None for a question without an answer. To measure a retriever alone, see `coverage` in
    `ranks.py`.
    """
    letters = folded_passages(trace.passages)
    carriers = relevant(question, letters)
    if not carriers:
        return None
    hits = sum(bool(passages) for passages in carriers)
    return hits / len(carriers)


WRITERS = {"generate", "recall", "answer_generation", "find_out", "delegate", "synthesise"}
"""The names, in every graph, of the nodes whose calls write an answer or a draft."""


def cold(trace: Trace, mixed: bool = False) -> Usage:
    """The usage of a run on a server that has cached nothing from other runs; see `cold_calls`."""
    return total(cold_calls(trace, mixed))


def total(calls: Sequence[tuple[str, Usage]], critics_only: bool = False) -> Usage:
    """The usage of calls together, each with the name of its node; or of all but the writers'.

    >>> calls = [("context_critic", Usage(generated=1)), ("generate", Usage(generated=40))]
    >>> total(calls).generated, total(calls, critics_only=True).generated
    (41, 1)
    """
    usages = []
    for node, usage in calls:
        if not (critics_only and node in WRITERS):
            usages.append(usage)
    return sum(usages, Usage())


def cold_calls(trace: Trace, mixed: bool = False) -> list[tuple[str, Usage]]:
    """The node and the usage of each call, on a server that has cached nothing from other runs.

    Systems that answer the same question one after the other read much the same evidence. The
    second one finds it in the server's cache, and would look cheaper than it is. So the reuse that
    the server reports for a call is limited to its `_own_prefix`.

    A reply from disk was never read by this server, so from the first such reply on, the server's
    reports say nothing about this run. From there on the whole own prefix counts as reused, if the
    server reuses anything. `mixed` means that other runs of the experiment may come from disk; then
    this applies from the first call on, so that all runs are counted alike.
    """
    calls = [(step.node, call) for step in trace.steps for call in step.calls]
    server_reuses = any(call.usage.reused for _, call in calls)
    from_disk = mixed
    found = []
    prompts: list[str] = []
    for node, call in calls:
        usage = call.usage
        from_disk = from_disk or bool(usage.cached)
        reused = _own_prefix(call.prompt, prompts, usage.prompt)
        if not (from_disk and server_reuses):
            reused = min(usage.reused, reused)
        counted = replace(usage, evaluated=usage.prompt - reused, reused=reused)
        found.append((node, counted))
        prompts.append(call.prompt)
    return found


def _own_prefix(prompt: str, earlier: list[str], tokens: int) -> int:
    """The number of a prompt's tokens with which an earlier prompt of the same run began.

    It is estimated from the shared characters, as a fraction of all tokens.
    """
    longest = 0
    for other in earlier:
        shared = commonprefix([prompt, other])
        longest = max(longest, len(shared))
    characters = max(1, len(prompt))
    return round(tokens * longest / characters)


def run_cost(use: Usage, settings: Settings) -> float | None:
    """The cost of a run in dollars; None where the price of a model is not known.

    Answering and judging may use two models. The higher price is applied to all tokens, so that a
    cap on the cost is never exceeded.

    >>> run_cost(Usage(1, 0, 2_000_000, 1_000_000, 500_000), Settings(price=(1, 0.5, 4)))
    4.5
    """
    costs = []
    for task in ("answer", "judge"):
        price = settings.price_of(task)
        if price is None:
            return None
        costs.append(cost(use, price))
    return max(costs)


def first_token(trace: Trace) -> float | None:
    """Seconds from the start of the run to the first token of its answer (tiny, section IV-C).

    What came before is in it: searching, judging, and earlier drafts. It is that of the last call
    that writes. None where there was no such call, or it was not streamed (the setting `stream`).
    """
    if trace.failed:
        return None
    last = None
    for step in trace.steps:
        if step.node in WRITERS and step.calls:
            last = step.calls[-1]
    return last.first_token if last else None


def passed(trace: Trace) -> bool | None:
    """Whether the first critic passed the evidence on to the writer (tiny, section III-A).

    It is the first judgement that counts, whatever came of it. A context critic judges by a
    `Grade`. The router of `tiny` judges by `pass_odds`, and the row of its policy says whether they
    were high enough. None where no node wrote either, or the run failed.
    """
    if trace.failed:
        return None
    for step in trace.steps:
        grades = step.wrote.get("grades")
        if grades:
            return bool(grades[0].approved)
        if "pass_odds" in step.wrote and step.rule:
            return step.rule.when == "pass"
    return None


def odds(trace: Trace) -> float | None:
    """The odds that the answer is a correct one, by the last judgement of the run, in [0, 1].

    They are those of the answer critic for the last draft. In a graph without one, or where it
    could not judge, they are the odds of the context critic, or of the router of `tiny`, that the
    evidence answers the question. None where no critic was asked. Risk and coverage are told by
    them (`risk_coverage.py`).
    """
    fit, answerable = None, None
    for step in trace.steps:
        grades = step.wrote.get("grades")
        if grades:
            answerable = grades[-1].answerability
        answerable = step.wrote.get("pass_odds", answerable)
        fit = step.wrote.get("fit", fit)
    return answerable if fit is None else fit


def retry_gain(trace: Trace) -> float | None:
    """Growth of the critic's relevance, r, from the first pass to the last, in [-1, 1].

    None without a retry. Retry effectiveness is the mean over retried questions (adaptive,
    section 6.1).
    """
    relevances = []
    for step in trace.steps:
        grades = step.wrote.get("grades")
        if grades:
            relevances.append(grades[-1].relevance)
    if len(relevances) < 2:
        return None
    first, last = relevances[0], relevances[-1]
    if first is None or last is None:
        return None
    return last - first
