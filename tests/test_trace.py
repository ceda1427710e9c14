"""What a run leaves: route, steps, usage, and what goes wrong said where it went wrong."""

import time
from threading import Barrier, Event
from types import SimpleNamespace

import pytest
from langchain_core.messages import AIMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.graph import END, START, StateGraph

from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.model.meter import Usage, measured
from ragkit.model.replies import ReplyCache
from ragkit.model.scripted import ScriptedLLM
from ragkit.state import REFUSAL, Claim, Passage, Rule
from ragkit.trace import FIXED, Step, Trace, run, stream

OWL = Passage("owl", "Owls hunt.", source="owls.md", page=3, section="Owls > Food")

NO_KIT = SimpleNamespace(load=lambda: None, collector=None)
"""For graphs whose nodes need nothing of a kit."""


class Metered(ScriptedLLM):
    """A scripted model that counts tokens: as many in as the prompt has words, half of them reused, one out."""

    def _generate(self, messages, *args, **kwargs) -> ChatResult:
        message = super()._generate(messages, *args, **kwargs).generations[0].message
        words = len(str(messages[-1].content).split())
        message.usage_metadata = UsageMetadata(
            input_tokens=words, output_tokens=1, total_tokens=words + 1, input_token_details={"cache_read": words // 2}
        )
        return ChatResult(generations=[ChatGeneration(message=message)])


def metered(**more):
    return Metered(replies={"": "Yes."}, **more)


def graph_of(*nodes):
    """The nodes one after the other."""
    return StateGraph(AdaptiveState).add_sequence(nodes).add_edge(START, nodes[0].__name__)


def answering(text, name="generate"):
    def node(state):
        return {"answer": text}

    node.__name__ = name
    return node


# The record


def test_the_route_is_the_nodes_in_order_and_steps_hold_what_each_wrote():
    def retrieve(state):
        return {"passages": [OWL], "notes": ["fell back"]}

    trace = run(graph_of(retrieve, answering("At night [1].")), "When?", NO_KIT)
    assert trace.route == ["retrieve", "generate"]
    assert [list(step.wrote) for step in trace.steps] == [["passages", "notes"], ["answer"]]
    assert (trace.question, trace.answer, trace.passages) == ("When?", "At night [1].", (OWL,))
    assert trace.notes == ("fell back",) and trace.claims == ()


def test_a_loop_shows_each_visit_and_notes_are_said_once():
    def look(state):
        return {"draft": state.draft + "x", "notes": ["slow"]}

    graph = StateGraph(AdaptiveState).add_node(look)
    graph.add_edge(START, "look").add_conditional_edges("look", lambda state: END if len(state.draft) > 2 else "look")
    trace = run(graph, "?", NO_KIT)
    assert trace.route == ["look"] * 3 and trace.notes == ("slow",)
    assert [step.wrote["draft"] for step in trace.steps] == ["x", "xx", "xxx"]


def test_claims_are_kept():
    claim = Claim("Owls hunt.", 1.0, "owl")

    def verify(state):
        return {"claims": [claim]}

    assert run(graph_of(verify), "?", NO_KIT).claims == (claim,)


def test_a_node_that_writes_nothing_is_a_step_too():
    def wait(state):
        return None

    trace = run(graph_of(wait), "?", NO_KIT)
    assert trace.route == ["wait"] and trace.steps[0].wrote == {} and trace.answer == ""


def test_a_compiled_graph_runs_as_well():
    assert run(graph_of(answering("Yes.")).compile(), "?", NO_KIT).answer == "Yes."


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        (REFUSAL, True),
        (REFUSAL.rstrip("."), False),
        (f"{REFUSAL} ", False),
        (f"Well: {REFUSAL}", False),
        ("I do not know.", False),
        ("", False),
    ],
)
def test_only_the_exact_words_are_a_refusal(answer, refused):
    assert run(graph_of(answering(answer)), "?", NO_KIT).refused is refused


def test_a_trace_prints_question_answer_sources_route_cost_and_notes():
    step = Step("generate", 1.0, Usage(1, 0, 40, 60, 7, 0.9), {})
    printed = str(Trace("When?", (step, step), "They hunt at night [1].", (OWL,), 2.04, notes=("fell back",)))
    assert printed.splitlines() == [
        "question: When?",
        "answer:   They hunt at night [1].",
        "sources:",
        "  [1] owls.md, page 3, Owls > Food",
        '      "Owls hunt."',
        "route:    generate > generate",
        "cost:     2.0 s, 2 model calls (0 from disk), 80 tokens evaluated, 120 reused, 14 generated",
        "note: fell back",
    ]


def test_a_long_line_of_a_printed_trace_goes_on_at_a_word_below_its_text():
    answer = "Owls hunt at night, " * 12 + "x" * 120
    lines = str(Trace("When?", (), answer, (), 1.0)).splitlines()
    assert lines[1].startswith("answer:   Owls") and lines[2].startswith(" " * 10) and "x" * 120 in lines[4]
    assert " ".join(" ".join(lines[1:5]).split()) == f"answer: {answer}"


# Rules


def test_the_rule_that_a_step_fired_says_why_and_other_steps_have_one_way():
    rule = Rule("off_topic", "rewrite", "ask again in other words")

    def steer(state):
        return {"moves": [Rule("none", "generate", "good enough"), rule]}

    first, second = run(graph_of(steer, answering("Yes.")), "?", NO_KIT).steps
    assert first.rule is rule and first.why == "ask again in other words"
    assert second.rule is None and second.why == FIXED


# Time and tokens


def test_seconds_are_those_of_the_node_and_of_the_whole_run():
    def slow(state):
        time.sleep(0.2)

    trace = run(graph_of(slow, answering("Yes.")), "?", NO_KIT)
    assert 0.2 <= trace.steps[0].seconds < 2 and trace.steps[1].seconds > 0
    assert trace.seconds >= sum(step.seconds for step in trace.steps)


def test_usage_is_counted_by_node_and_summed():
    llm = metered()

    def plan(state):
        llm.invoke("one two three four")

    def generate(state):
        llm.invoke("one two")
        return {"answer": llm.invoke("one two three four five six").content}

    trace = run(graph_of(plan, generate, answering("Yes.", "last")), "?", NO_KIT)
    counted = [(s.usage.calls, s.usage.prompt, s.usage.reused, s.usage.generated) for s in trace.steps]
    assert counted == [(1, 4, 2, 1), (2, 8, 4, 2), (0, 0, 0, 0)]
    total = trace.usage
    assert (total.calls, total.prompt, total.reused, total.evaluated, total.generated) == (3, 12, 6, 6, 3)
    assert 0 < total.seconds <= trace.seconds


def test_nodes_side_by_side_are_both_in_the_route_and_keep_their_own_usage():
    llm, together = metered(), Barrier(2, timeout=10)

    def left(state):
        together.wait()
        llm.invoke("one two")
        return {"answer": "left"}

    def right(state):
        together.wait()
        llm.invoke("one two three four")
        llm.invoke("one two three four")
        return {"query": "right"}

    graph = StateGraph(AdaptiveState).add_node(left).add_node(right).add_node("join", answering("Yes."))
    for node in ("left", "right"):
        graph.add_edge(START, node).add_edge(node, "join")
    trace = run(graph, "?", NO_KIT)
    assert sorted(trace.route[:2]) == ["left", "right"] and trace.route[2] == "join"
    used = {step.node: (step.usage.calls, step.usage.prompt) for step in trace.steps}
    assert used == {"left": (1, 2), "right": (2, 8), "join": (0, 0)}


def test_calls_of_a_graph_within_a_node_count_for_that_node():
    llm = metered()

    def inner(state):
        return {"answer": llm.invoke("one two").content}

    def asks_a_graph(state):
        return {"query": graph_of(inner).compile().invoke({"question": "?"})["answer"]}

    graph = StateGraph(AdaptiveState).add_node(asks_a_graph).add_node("is_a_graph", graph_of(inner).compile())
    graph.add_edge(START, "asks_a_graph").add_edge("asks_a_graph", "is_a_graph")
    trace = run(graph, "?", NO_KIT)
    assert [(step.node, step.usage.calls) for step in trace.steps] == [("asks_a_graph", 1), ("is_a_graph", 1)]


def test_replies_from_disk_are_counted_as_such(tmp_path):
    llm = metered(cache=ReplyCache(tmp_path, "scripted"))

    def generate(state):
        return {"answer": llm.invoke("one two three four").content}

    first, second = (run(graph_of(generate), "?", NO_KIT).usage for _ in range(2))
    assert (first.calls, first.cached, first.prompt) == (1, 0, 4)
    assert (second.calls, second.cached, second.prompt) == (1, 1, 4)
    assert len(llm.prompts) == 1


def test_measured_takes_the_endpoints_count_and_nought_where_there_is_none():
    tokens = UsageMetadata(input_tokens=9, output_tokens=2, total_tokens=11)
    assert measured(AIMessage("Yes."), 0.5) == Usage(calls=1, seconds=0.5)
    assert measured(AIMessage("Yes.", usage_metadata=tokens), 0.5) == Usage(1, 0, 9, 0, 2, 0.5)
    cached = AIMessage("Yes.", response_metadata={"cached": True})
    assert measured(cached, 0.5) == Usage(calls=1, cached=1, seconds=0.5)


def test_usages_add_up_field_by_field():
    assert Usage(1, 0, 6, 4, 2, 0.5) + Usage(2, 1, 5, 0, 3, 0.25) == Usage(3, 1, 11, 4, 5, 0.75)


# Streaming


def test_a_step_is_there_before_the_next_node_begins_and_the_trace_comes_last():
    log = []

    def first(state):
        log.append("first runs")

    def second(state):
        log.append("second runs")

    for event in stream(graph_of(first, second), "?", NO_KIT):
        log.append(event.node if isinstance(event, Step) else "trace")
    assert log == ["first runs", "first", "second runs", "second", "trace"]


def test_of_nodes_side_by_side_the_faster_is_there_first():
    def slow(state):
        time.sleep(0.3)

    def fast(state):
        return None

    graph = StateGraph(AdaptiveState).add_node(slow).add_node(fast).add_edge(START, "slow").add_edge(START, "fast")
    trace = run(graph, "?", NO_KIT)
    assert trace.route == ["fast", "slow"]
    assert trace.steps[0].seconds < 0.3 <= trace.steps[1].seconds


# What goes wrong


@pytest.mark.parametrize("question", ["", "  \n\t"])
def test_an_empty_question_is_refused_before_anything_runs(question):
    with pytest.raises(ValueError, match="asked an empty question; write what you want to know"):
        run(graph_of(lambda state: pytest.fail("a node ran")), question, NO_KIT)


def test_an_error_in_a_node_is_raised_as_it_is_and_names_the_node():
    def verify(state):
        raise LookupError("no such passage")

    with pytest.raises(LookupError, match="no such passage") as error:
        run(graph_of(answering("Yes."), verify), "?", NO_KIT)
    assert any("'verify'" in note for note in error.value.__notes__)


def test_steps_before_an_error_are_streamed():
    def verify(state):
        raise LookupError("no such passage")

    seen = []
    with pytest.raises(LookupError):
        for step in stream(graph_of(answering("Yes."), verify), "?", NO_KIT):
            seen.append(step.node)
    assert seen == ["generate"]


def test_a_failed_model_call_raises_and_a_second_run_counts_from_nought():
    llm = Metered(replies={"good": "Yes."})

    def generate(state):
        return {"answer": llm.invoke(state.question).content}

    with pytest.raises(LookupError, match="no scripted reply"):
        run(graph_of(generate), "bad", NO_KIT)
    assert run(graph_of(generate), "good", NO_KIT).usage.calls == 1


# Stopping


def test_a_run_that_is_told_to_stop_ends_after_the_step_and_says_so():
    stop, begun = Event(), []

    def first(state):
        stop.set()
        return {"draft": "half"}

    def second(state):
        begun.append("second")

    *steps, trace = stream(graph_of(first, second), "?", NO_KIT, stop=stop)
    assert [step.node for step in steps] == ["first"] and begun == []
    assert trace.failed == "stopped by the user" and trace.answer == "" and not trace.refused


def test_a_node_that_is_told_to_stop_makes_no_further_model_call():
    stop, llm = Event(), metered()

    def asks(state):
        llm.invoke("one")
        stop.set()
        llm.invoke("two")

    (trace,) = stream(graph_of(asks), "?", NO_KIT, stop=stop)
    assert llm.prompts == ["one"] and trace.failed == "stopped by the user" and trace.steps == ()


def test_a_run_that_is_told_to_stop_in_its_last_step_keeps_its_answer():
    stop = Event()

    def last(state):
        stop.set()
        return {"answer": "So."}

    *_, trace = stream(graph_of(last), "?", NO_KIT, stop=stop)
    assert trace.answer == "So." and not trace.failed
