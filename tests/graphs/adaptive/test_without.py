"""A part that is left out is not there, and the rest works as before."""

from itertools import product

import pytest
from fakes import model

from ragkit.graphs import adaptive
from ragkit.trace import run

QUESTION = "Which animals hunt mice?"
HEAD, CRITIC, TAIL = ["plan", "retrieve", "hop"], ["context_critic"], ["verify", "answer_critic"]
DONE = ["readings", "remember"]


def edges(graph):
    return {(edge.source, edge.target, edge.conditional) for edge in graph.compile().get_graph().edges}


def test_without_nothing_it_is_the_whole_graph():
    assert edges(adaptive(without=[])) == edges(adaptive())


@pytest.mark.parametrize(
    ("without", "route"),
    [
        (["critic"], [*HEAD, "generate", *TAIL, *DONE]),
        (["verifier"], [*HEAD, *CRITIC, "generate", *DONE]),
        (["critic", "verifier"], [*HEAD, "generate", *DONE]),
        (["hybrid"], [*HEAD, *CRITIC, "generate", *TAIL, *DONE]),
    ],
)
def test_the_route_goes_past_what_is_left_out(kit, without, route):
    trace = run(adaptive(without=without), QUESTION, kit(model()))
    assert trace.route == route and trace.answer == "Owls hunt mice at night [1]."


def test_without_hybrid_retrieval_only_the_dense_ranking_is_there(kit):
    trace = run(adaptive(without=["hybrid"]), QUESTION, kit(model()))
    assert list(trace.steps[1].wrote["rankings"]) == ["dense"]


def test_without_the_critic_a_rejected_draft_looks_for_its_own_evidence(kit):
    llm = model(draft=["Owls hunt mice at night [1].", "Cats hunt mice by day [2]."], stated=[0.1, 0.9])
    trace = run(adaptive(without=["critic"]), QUESTION, kit(llm))
    assert trace.route == [*HEAD, "generate", *TAIL, *HEAD, "generate", *TAIL, *DONE]
    assert trace.steps[6].wrote["queries"] == ["Owls hunt mice at night."]


def test_without_the_verifier_a_draft_goes_out_as_it_is_and_nothing_is_remembered(kit):
    opened = kit(model(stated=0.0), memory=True)
    trace = run(adaptive(without=["verifier"]), QUESTION, opened)
    assert trace.answer and trace.claims == () and opened.memory.entries() == []


@pytest.mark.parametrize("parts", list(product(("hybrid", ""), ("critic", ""), ("verifier", ""))))
def test_every_combination_compiles_and_ends(kit, parts):
    trace = run(adaptive(without=list(filter(None, parts))), QUESTION, kit(model(answerable=0.1, stated=0.1)))
    assert trace.answer and not trace.failed
