"""Who is charged for a model call; `tests/test_trace.py` has the sums of a whole run."""

from types import SimpleNamespace
from uuid import uuid4

import httpx
import openai
import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, LLMResult
from langgraph.graph import START, StateGraph

from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.model.errors import ChatFailed
from ragkit.model.meter import Meter
from ragkit.model.remarks import remark, take_remarks
from ragkit.model.scripted import ScriptedLLM
from ragkit.trace import run


def ended(tokens):
    usage = UsageMetadata(input_tokens=tokens, output_tokens=1, total_tokens=tokens + 1)
    return LLMResult(generations=[[ChatGeneration(message=AIMessage("Yes.", usage_metadata=usage))]])


def start(meter, namespace):
    call = uuid4()
    where = {"langgraph_checkpoint_ns": namespace} if namespace else None
    meter.on_chat_model_start({}, [[SystemMessage("Be brief."), HumanMessage("Is it?")]], run_id=call, metadata=where)
    return call


@pytest.mark.parametrize(
    ("namespace", "task"), [("plan:t1", "t1"), ("plan:t1|inner:t2|deeper:t3", "t1"), ("", ""), ("is:odd:t1", "t1")]
)
def test_a_call_belongs_to_the_outermost_task(namespace, task):
    meter = Meter()
    meter.on_llm_end(ended(5), run_id=start(meter, namespace))
    assert list(meter.calls) == [task] and meter.usage(task).prompt == 5


def test_calls_that_overlap_are_told_apart():
    meter = Meter()
    one, two = start(meter, "plan:t1"), start(meter, "verify:t2")
    meter.on_llm_end(ended(7), run_id=two)
    meter.on_llm_end(ended(3), run_id=one)
    assert {task: meter.usage(task).prompt for task in meter.calls} == {"t1": 3, "t2": 7}
    assert meter.usage("t1").seconds >= meter.usage("t2").seconds > 0


def test_what_was_asked_and_what_came_back_is_kept():
    meter = Meter()
    meter.on_llm_end(ended(5), run_id=start(meter, "plan:t1"))
    (call,) = meter.calls["t1"]
    assert (call.prompt, call.reply, call.top) == ("Be brief.\n\nIs it?", "Yes.", {})


def test_a_call_that_failed_is_not_charged():
    llm = ScriptedLLM(replies={"good": "Yes."})

    def tries(state):
        try:
            llm.invoke("bad")
        except LookupError:
            llm.invoke("good")

    graph = StateGraph(AdaptiveState).add_node(tries).add_edge(START, "tries")
    assert run(graph, "?", SimpleNamespace(load=lambda: None, collector=None)).steps[0].usage.calls == 1


def test_what_is_remarked_on_a_reply_is_a_note_of_the_run():
    meter = Meter()
    remark("of nobody's call")
    call = start(meter, "plan:t1")
    remark("waited")
    meter.on_llm_end(ended(5), run_id=call)
    failing = start(meter, "plan:t1")
    remark("waited in vain")
    meter.on_llm_error(ChatFailed("no"), run_id=failing)
    assert meter.notes == ["waited", "waited in vain"] and take_remarks() == []


@pytest.mark.parametrize(
    "error", [httpx.ReadTimeout("silence"), openai.APITimeoutError(httpx.Request("POST", "http://x"))]
)
def test_an_endpoint_that_was_silent_twice_is_not_asked_again(error):
    meter = Meter()
    for _ in range(2):
        meter.on_llm_error(error, run_id=start(meter, "plan:t1"))
    with pytest.raises(ChatFailed, match=r"gave no reply in time 2 times\. Raise RAGKIT_TIMEOUT"):
        start(meter, "plan:t1")


def test_another_failure_is_not_silence():
    meter = Meter()
    for error in (ChatFailed("no"), httpx.ConnectError("no"), KeyboardInterrupt(), ValueError("no"), LookupError("no")):
        meter.on_llm_error(error, run_id=start(meter, "plan:t1"))
    assert start(meter, "plan:t1") and meter.silent == 0
