"""Each measure against numbers worked by hand; what does not apply is None and never 0."""

import pytest

from ragkit.evaluate.golden.questions import Question, Support
from ragkit.evaluate.measures.audit import Audit
from ragkit.evaluate.measures.metrics import (
    cold,
    cold_calls,
    evidence_recall,
    exact,
    faithfulness,
    first_token,
    hallucinated,
    odds,
    passed,
    retry_gain,
    run_cost,
    token_f1,
    total,
)
from ragkit.graphs.tiny.policy import ROUTE
from ragkit.model.meter import Call, Usage
from ragkit.settings import Settings
from ragkit.state import REFUSAL, Claim, Grade, Passage, Rule
from ragkit.trace import Step, Trace


def claims(*supports):
    return Audit(tuple(Claim("c", support) for support in supports))


def run(*steps, answer="Owls.", failed=""):
    return Trace("?", steps, "" if failed else answer, (), 1.0, failed=failed)


def critic(*relevance, do="generate"):
    grades = [Grade(r, 0.5, 0.5, 0.5, False) for r in relevance]
    return Step("context_critic", 1.0, Usage(), {"grades": grades}, Rule("insufficient", do, "why"))


def again(loop, node="plan"):
    """What is asked anew, on retry `loop`; 0 is the first pass."""
    return Step(node, 1.0, Usage(), {"loop": loop})


def question():
    return Question("q", "?", "factual", "Owls.", (), (), "easy")


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
    first, second = (again(0), critic(0.3, do="plan")), (again(1), critic(0.3, 0.5, do="plan"))
    trace = run(*first, *second, again(2), critic(0.3, 0.5, 0.45))
    assert retry_gain(trace) == pytest.approx(0.15) and trace.retries


@pytest.mark.parametrize("node", ["plan", "rewrite", "a node of my own"])
def test_a_run_was_retried_when_a_step_of_it_begins_another_search_whatever_its_name(node):
    assert run(critic(0.3, do=node), again(1, node), critic(0.3, 0.5)).retries
    assert not run(again(0, node), critic(0.3)).retries


def test_without_a_retry_or_a_judgement_there_is_no_gain():
    assert retry_gain(run(critic(0.3))) is None and not run(critic(0.3)).retries
    assert retry_gain(run(critic(None, do="plan"), critic(None, 0.5))) is None and retry_gain(run()) is None


def test_evidence_recall_is_the_share_of_quotes_that_the_evidence_holds():
    quotes = (Support("owls.md", "Owls hunt at night."), Support("bats.md", "Bats hunt at dusk."))
    asked = Question("q", "?", "multi-hop", "Both.", (), quotes, "easy")
    used = Trace("?", (), "Both.", (Passage("owl", "As seen: owls hunt **at night**. They rest."),), 1.0)
    assert evidence_recall(used, asked) == 0.5 and evidence_recall(run(), asked) == 0.0
    assert evidence_recall(used, question()) is None


@pytest.mark.parametrize(
    ("settings", "cost"),
    [
        ({"provider": "openai", "model": "gpt-4.1-mini"}, (2 * 0.40 + 1 * 0.10 + 1 * 1.60)),
        ({"provider": "openai", "tier": "premium"}, (2 * 2.00 + 1 * 0.50 + 1 * 8.00)),  # the dearer of its two models
        ({"provider": "openai", "model": "my-own"}, None),
        ({"provider": "openai", "model": "my-own", "price": (1, 0, 2)}, 4.0),
        ({}, 0.0),
    ],
)
def test_a_run_costs_what_its_tokens_cost_and_an_unknown_price_is_not_nothing(settings, cost):
    found = run_cost(Usage(5, 0, 2_000_000, 1_000_000, 1_000_000), Settings(**settings))
    assert found == (None if cost is None else pytest.approx(cost))


ASK, SAY = "evidence: ask", "evidence: say"
"""Two prompts of 100 tokens each, which share 10 of 13 letters: 77 tokens."""


def read(*calls):
    """A run whose calls have a prompt, came from disk or not, and reused so many tokens by the server's report."""
    made = (Call(text, "yes", Usage(1, disk, 100 - reused, reused, 1)) for text, disk, reused in calls)
    return run(Step("generate", 1.0, Usage(), {}, calls=tuple(made)))


@pytest.mark.parametrize(
    ("calls", "mixed", "reused"),
    [
        ([(ASK, 0, 90)], False, 0),  # what another run left does not count
        ([(ASK, 0, 90), (SAY, 0, 90)], False, 77),
        ([(ASK, 0, 0), (SAY, 1, 90)], False, 77),  # from disk, whatever it reported when it was made
        ([(ASK, 0, 90), (SAY, 1, 0)], False, 77),
        ([(ASK, 1, 90), (SAY, 0, 0)], False, 77),  # live after a reply from disk: the server never read the first
        ([(ASK, 0, 0), (SAY, 0, 20)], False, 20),
        ([(ASK, 0, 0), (SAY, 0, 20)], True, 77),  # other runs come from disk, so it is counted as they are
        ([(ASK, 0, 0), (ASK, 0, 0)], True, 0),  # an endpoint that reports no reuse
    ],
)
def test_a_run_reuses_what_it_read_itself_and_nothing_that_another_run_left(calls, mixed, reused):
    found = cold(read(*calls), mixed)
    assert (found.reused, found.prompt, found.calls) == (reused, 100 * len(calls), len(calls))


@pytest.mark.parametrize(
    ("ran", "kind", "found"),
    [
        (run(answer="The Barn Owl [1]."), "span", (1.0, 1.0)),
        (run(answer="It is a barn owl [1]."), "bridge", (0.0, pytest.approx(2 / 3))),  # 2 of 4 and 2 of 2
        (run(answer="[2] yes"), "comparison", (0.0, 0.0)),
        (run(answer=REFUSAL), "span", (0.0, 0.0)),  # it has "documents", which the second phrase is
        (run(failed="gone"), "span", (None, None)),
        (run(answer="The Barn Owl [1]."), "factual", (None, None)),
    ],
)
def test_exact_match_and_f1_are_of_phrases_without_citations_and_0_for_a_refusal(ran, kind, found):
    asked = Question("q", "?", kind, "barn owl", (("barn owl", "documents"),), (), "easy")
    assert (exact(ran, asked), token_f1(ran, asked)) == found


def test_the_calls_that_write_are_no_critics_and_all_others_are():
    """The critic reads 100 tokens; the writer reads 100, of which 77 are the critic's."""
    critic = Call("evidence: ask", "yes", Usage(1, 0, 100, 0, 1))
    writer = Call("evidence: say", "Owls.", Usage(1, 0, 10, 90, 30))
    fits = Call("fits?", "yes", Usage(1, 0, 7, 0, 1))
    steps = [
        Step(node, 1.0, Usage(), {}, calls=(call,))
        for node, call in (("context_critic", critic), ("generate", writer), ("readings", fits))
    ]
    calls = cold_calls(run(*steps))
    assert [node for node, _ in calls] == ["context_critic", "generate", "readings"]
    assert total(calls) == cold(run(*steps)) and total(calls).evaluated == 100 + 23 + 7
    critics = total(calls, critics_only=True)
    assert (critics.calls, critics.evaluated, critics.reused, critics.generated) == (2, 107, 0, 2)


def test_the_first_judgement_decides_whatever_came_of_it():
    rejected, approved = (Grade(0.5, 0.5, 0.5, 0.5, good) for good in (False, True))
    grades = [[rejected], [rejected, approved]]
    steps = [Step("context_critic", 1.0, Usage(), {"grades": own}) for own in grades]
    assert passed(run(*steps)) is False and passed(run(steps[1])) is False
    assert passed(run(Step("context_critic", 1.0, Usage(), {"grades": [approved]}))) is True


def test_the_router_of_tiny_passes_what_the_row_for_pass_sends_on():
    for rule in ROUTE:
        step = Step("route", 1.0, Usage(), {"pass_odds": 0.5}, rule)
        assert passed(run(step)) is (rule.do == "generate")


def test_who_does_not_judge_decides_nothing_nor_does_a_run_that_failed():
    assert passed(run(again(0))) is None and passed(run()) is None
    assert passed(run(critic(0.5), answer="", failed="gone")) is None
    assert passed(run(Step("route", 1.0, Usage(), {"pass_odds": 0.5}))) is None  # nothing was decided


def test_the_first_token_is_that_of_the_last_call_that_writes():
    def wrote(node, first):
        return Step(node, 1.0, Usage(), {}, calls=(Call("?", "Owls.", Usage(), first_token=first),))

    assert first_token(run(wrote("generate", 0.5), wrote("verify", 1.5), wrote("generate", 2.5))) == 2.5
    assert first_token(run(wrote("context_critic", 0.5))) is None
    assert first_token(run(wrote("generate", None))) is None
    assert first_token(run(wrote("generate", 0.5), failed="gone")) is None


# The odds that risk and coverage are told by


def judged(answerability=None, fit=None, **wrote):
    grades = {} if answerability is None else {"grades": [Grade(0.5, 0.5, answerability, 0.5, True)]}
    fits = {} if fit is None else {"fit": fit}
    return Step("a critic", 1.0, Usage(), grades | fits | wrote)


def test_the_odds_of_an_answer_are_those_of_the_answer_critic_for_the_last_draft():
    assert odds(run(judged(0.9), judged(fit=0.3), judged(0.8), judged(fit=0.7))) == 0.7
    assert odds(run(judged(0.9), judged(fit=0.0))) == 0.0


def test_without_an_answer_critic_they_are_those_of_the_last_judgement_of_the_evidence():
    assert odds(run(judged(0.2), judged(0.6))) == 0.6
    assert odds(run(judged(pass_odds=0.4))) == 0.4 and odds(run(judged(pass_odds=0.0))) == 0.0
    both = [Grade(0.5, 0.5, answerability, 0.5, True) for answerability in (0.2, 0.6)]
    assert odds(run(Step("context_critic", 1.0, Usage(), {"grades": both}))) == 0.6


def test_where_no_critic_was_asked_there_are_no_odds():
    assert odds(run()) is None and odds(run(again(0), judged(grades=[]))) is None
