"""The papers' baseline: three nearest passages, one answer, no second look."""

import pytest
from fakes import small_kit
from langgraph.graph import StateGraph

from ragkit.graphs import naive
from ragkit.model.scripted import ScriptedLLM
from ragkit.state import REFUSAL
from ragkit.trace import run

QUESTION = "Which animals hunt mice?"


@pytest.fixture
def open_(tmp_path):
    kits = []

    def opened(reply="Owls [1] and cats [2].", **settings):
        kits.append(small_kit(tmp_path / "index", ScriptedLLM(replies={QUESTION: reply}), **settings))
        return kits[-1]

    yield opened
    for kit in kits:
        kit.close()


def test_the_route():
    assert isinstance(naive(), StateGraph)
    assert set(naive().nodes) == {"retrieve", "generate"}


def test_it_retrieves_then_generates(open_):
    trace = run(naive(), QUESTION, open_())
    assert trace.route == ["retrieve", "generate"]
    assert trace.answer == "Owls [1] and cats [2]." and trace.usage.calls == 1
    assert {p.id for p in trace.passages[:2]} == {"owl", "cat"}


@pytest.mark.parametrize("policy", ["simple", "complex"])
def test_it_takes_three_dense_passages_whatever_the_policy(open_, policy):
    trace = run(naive(), QUESTION, open_(depth=policy))
    assert len(trace.passages) == 3 and trace.notes == ()
    assert list(trace.steps[0].wrote["rankings"]) == ["dense"]
    assert trace.steps[0].wrote["rankings"]["dense"] == list(trace.passages)


def test_k_is_a_setting(open_):
    assert len(run(naive(), QUESTION, open_(k_naive=1)).passages) == 1


def test_the_model_reads_the_passages_in_order_and_the_question(open_):
    kit = open_()
    trace = run(naive(), QUESTION, kit)
    (prompt,) = kit.llm.prompts
    places = [prompt.index(f"[{n}] ({p.place})\n{p.text}") for n, p in enumerate(trace.passages, start=1)]
    assert places == sorted(places) and places[-1] < prompt.index(f"Question: {QUESTION}")


def test_it_can_refuse(open_):
    assert run(naive(), QUESTION, open_(reply=f"{REFUSAL} Sorry.")).refused


def test_a_notebook_may_add_to_it_before_it_runs(open_):
    graph = naive()
    graph.add_node("shout", lambda state: {"answer": state.answer.upper()})
    graph.add_edge("generate", "shout")
    trace = run(graph, QUESTION, open_())
    assert trace.route == ["retrieve", "generate", "shout"] and trace.answer == "OWLS [1] AND CATS [2]."
