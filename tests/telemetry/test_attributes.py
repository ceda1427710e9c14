"""A span says what a run, a node and a model call were, in names and numbers."""

from fakes import OWL
from samples import hostile

from ragkit.model.meter import Call, Usage
from ragkit.state import REFUSAL, Rule
from ragkit.telemetry import Origin, spans_of
from ragkit.trace import Step, Trace

RULE = Rule("too little", "retrieve", "the passages lack it")
SECOND = 1_000_000_000


def attributes(trace, **origin):
    return {span.name: dict(span.attributes) for span in spans_of(trace, 10 * SECOND, Origin(**origin))}


def test_a_call_has_its_tokens_by_the_conventions_its_model_and_the_odds_of_yes_and_no():
    call = Call("p", "Yes", Usage(1, 1, 100, 500, 30, 2.0), {"Yes": 0.75, "no": 0.125, "Owls": 0.1})
    trace = Trace("q", (Step("critic", 2.0, call.usage, {}, None, (call,)),), "a", (), 2.0, system="crag")
    found = attributes(trace, provider="openai", model="owl-7b")
    assert found["chat owl-7b"] == {
        "gen_ai.operation.name": "chat", "gen_ai.provider.name": "openai", "gen_ai.request.model": "owl-7b",
        "gen_ai.usage.input_tokens": 600, "gen_ai.usage.cache_read.input_tokens": 500,
        "gen_ai.usage.output_tokens": 30, "ragkit.from_disk": True, "ragkit.odds.yes": 0.75, "ragkit.odds.no": 0.125,
    }  # fmt: skip
    assert found["invoke_workflow crag"]["gen_ai.workflow.name"] == "crag"


def test_a_node_has_the_rule_that_fired_and_one_that_searched_is_a_retrieval():
    wrote = {"rankings": {"fused": [OWL]}, "passages": [OWL]}
    steps = (Step("retrieve", 1.0, Usage(), wrote, RULE), Step("verify", 1.0, Usage(), {"risk": 0.25, "fit": None}))
    found = attributes(Trace("q", steps, REFUSAL, (OWL,), 2.0))
    assert found["retrieve"] == {
        "ragkit.node": "retrieve", "gen_ai.operation.name": "retrieval", "ragkit.passages": 1,
        "ragkit.rule.when": "too little", "ragkit.rule.do": "retrieve", "ragkit.rule.why": "the passages lack it",
    }  # fmt: skip
    assert found["verify"] == {"ragkit.node": "verify", "ragkit.risk": 0.25}
    assert found["invoke_workflow"]["ragkit.outcome"] == "refused"


def test_a_grade_is_its_scores():
    found = attributes(hostile("owls"))["retrieve"]
    assert (found["ragkit.relevance"], found["ragkit.sufficiency"], found["ragkit.answerability"]) == (0.9, 0.9, 0.9)
