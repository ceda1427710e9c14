"""Who is charged for a model call; `tests/test_trace.py` has the sums of a whole run."""

from types import SimpleNamespace
from uuid import uuid4

import pytest
from langchain_core.messages import AIMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, LLMResult
from langgraph.graph import START, StateGraph

from ragkit.meter import Meter, Usage
from ragkit.scripted import ScriptedLLM
from ragkit.state import RAGState
from ragkit.trace import run


def ended(tokens):
    usage = UsageMetadata(input_tokens=tokens, output_tokens=1, total_tokens=tokens + 1)
    return LLMResult(generations=[[ChatGeneration(message=AIMessage("Yes.", usage_metadata=usage))]])


def start(meter, namespace):
    call = uuid4()
    meter.on_chat_model_start(run_id=call, metadata={"langgraph_checkpoint_ns": namespace} if namespace else None)
    return call


@pytest.mark.parametrize(
    ("namespace", "task"), [("plan:t1", "t1"), ("plan:t1|inner:t2|deeper:t3", "t1"), ("", ""), ("is:odd:t1", "t1")]
)
def test_a_call_belongs_to_the_outermost_task(namespace, task):
    meter = Meter()
    meter.on_llm_end(ended(5), run_id=start(meter, namespace))
    assert list(meter.usage) == [task] and meter.usage[task].tokens_in == 5


def test_calls_that_overlap_are_told_apart():
    meter = Meter()
    one, two = start(meter, "plan:t1"), start(meter, "verify:t2")
    meter.on_llm_end(ended(7), run_id=two)
    meter.on_llm_end(ended(3), run_id=one)
    assert {task: used.tokens_in for task, used in meter.usage.items()} == {"t1": 3, "t2": 7}
    assert meter.usage["t1"].seconds >= meter.usage["t2"].seconds > 0


def test_a_call_that_failed_is_not_charged():
    llm = ScriptedLLM(replies={"good": "Yes."})

    def tries(state):
        try:
            llm.invoke("bad")
        except LookupError:
            llm.invoke("good")

    graph = StateGraph(RAGState).add_node(tries).add_edge(START, "tries")
    assert run(graph, "?", SimpleNamespace(load=lambda: None)).steps[0].usage.calls == 1


def test_evaluated_is_what_was_not_reused():
    assert Usage(tokens_in=10, reused=4).evaluated == 6
