"""Each measure against numbers worked by hand; what does not apply is None and never 0."""

import pytest

from ragkit.evaluate.audit import Audit
from ragkit.evaluate.metrics import (
    escalated,
    faithfulness,
    hallucinated,
    refusal_precision,
    refusal_recall,
    retried,
    retry_gain,
)
from ragkit.evaluate.questions import Question
from ragkit.meter import Usage
from ragkit.state import REFUSAL, Claim, Grade, Rule
from ragkit.trace import Step, Trace


def claims(*supports):
    return Audit(tuple(Claim("c", support) for support in supports))


def run(*steps, answer="Owls.", failed=""):
    return Trace("?", steps, "" if failed else answer, (), 1.0, failed=failed)


def critic(*relevance, do="generate"):
    grades = [Grade(r, 0.5, 0.5, 0.5, False) for r in relevance]
    return Step("context_critic", 1.0, Usage(), {"grades": grades}, Rule("insufficient", do, "why"))


def question(answer="Owls."):
    return Question("q", "?", "factual" if answer else "near-miss", answer, (), (), "easy")


@pytest.mark.parametrize(
    ("audit", "faithful", "invented"),
    [
        (claims(1.0, 0.5, 0.0), 0.5, True),
        (claims(1.0, 0.5), 0.75, False),
        (claims(1.0, None), None, None),
        (claims(0.0, None), None, True),
        (Audit(), None, None),
    ],
)
def test_faithfulness_is_the_mean_support_and_one_claim_without_any_is_a_hallucination(audit, faithful, invented):
    assert (faithfulness(audit), hallucinated(audit)) == (faithful, invented)


def test_the_gain_of_retries_is_the_last_relevance_less_the_first():
    trace = run(critic(0.3, do="plan"), critic(0.3, 0.5, do="plan"), critic(0.3, 0.5, 0.45))
    assert retry_gain(trace) == pytest.approx(0.15) and retried(trace)


def test_without_a_retry_or_a_judgement_there_is_no_gain():
    assert retry_gain(run(critic(0.3))) is None and not retried(run(critic(0.3)))
    assert retry_gain(run(critic(None, do="plan"), critic(None, 0.5))) is None and retry_gain(run()) is None


def test_an_escalation_is_a_visit_to_the_web():
    assert escalated(run(Step("search_web", 1.0, Usage(), {}))) and not escalated(run(critic(0.3)))


def test_refusals_are_measured_both_ways_and_failed_runs_are_ungraded():
    refused, answered, failed = run(answer=REFUSAL), run(), run(failed="gone")
    runs = [refused, refused, answered, answered, failed, failed]
    asked = [question(None), question(), question(None), question(), question(None), question()]
    precise, complete = refusal_precision(runs, asked), refusal_recall(runs, asked)
    assert (precise.mean, precise.n, precise.ungraded) == (0.5, 2, 2)
    assert (complete.mean, complete.n, complete.ungraded) == (0.5, 2, 1)


def test_without_a_refusal_its_precision_is_not_a_number_and_says_so():
    assert refusal_precision([run()], [question()]).n == 0
