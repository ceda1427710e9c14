"""A part that is left out is not there, and the rest works as before."""

from itertools import combinations

import pytest
from fakes import BAT, FakeWeb, model

from ragkit.graphs import PARTS, ablated, adaptive, kit_without
from ragkit.state import REFUSAL
from ragkit.trace import run

QUESTION = "Which animals hunt mice?"
HEAD, CRITIC, TAIL = ["plan", "retrieve"], ["context_critic"], ["verify", "answer_critic"]


def edges(graph):
    return {(edge.source, edge.target, edge.conditional) for edge in graph.compile().get_graph().edges}


def test_without_nothing_it_is_the_whole_graph():
    assert edges(ablated(())) == edges(adaptive())


@pytest.mark.parametrize(
    ("without", "route"),
    [
        (["critic"], [*HEAD, "generate", *TAIL, "remember"]),
        (["verifier"], [*HEAD, *CRITIC, "generate", "remember"]),
        (["critic", "verifier"], [*HEAD, "generate", "remember"]),
        (["hybrid"], [*HEAD, *CRITIC, "generate", *TAIL, "remember"]),
    ],
)
def test_the_route_goes_past_what_is_left_out(kit, without, route):
    trace = run(ablated(without), QUESTION, kit(model()))
    assert trace.route == route and trace.answer == "Owls hunt mice at night [1]."


def test_without_hybrid_retrieval_only_the_dense_ranking_is_there(kit):
    trace = run(ablated(["hybrid"]), QUESTION, kit(model()))
    assert list(trace.steps[1].wrote["rankings"]) == ["dense"]


def test_without_the_critic_a_rejected_draft_is_tried_again_with_the_answer_critics_words(kit):
    llm = model(stated=[0.1, 0.9], keywords="river")
    trace = run(ablated(["critic"]), QUESTION, kit(llm))
    assert trace.route == [*HEAD, "generate", *TAIL, *HEAD, "generate", *TAIL, "remember"]
    assert trace.steps[5].wrote["queries"] == ["Which animals hunt mice? river"]


def test_without_the_verifier_a_draft_goes_out_as_it_is_and_nothing_is_remembered(kit):
    opened = kit(model(stated=0.0), memory=True)
    trace = run(ablated(["verifier"]), QUESTION, opened)
    assert trace.answer and trace.claims == () and opened.memory.entries() == []


def test_the_kit_goes_without_memory_and_web_and_is_the_same_kit_otherwise(kit):
    opened = kit(model(answerable=0.1), memory=True, web=FakeWeb(BAT))
    bare = kit_without(opened, ["memory", "web"])
    assert bare.memory is None and bare.web is None and opened.memory is not None
    assert kit_without(opened, ["critic"]) is opened
    assert run(ablated(["web"]), QUESTION, bare).answer == REFUSAL


@pytest.mark.parametrize("without", [c for n in range(4) for c in combinations(PARTS[:3], n)])
def test_every_combination_compiles_and_ends(kit, without):
    trace = run(ablated(without), QUESTION, kit(model(answerable=0.1, stated=0.1)))
    assert trace.answer and not trace.failed


@pytest.mark.parametrize("call", [ablated, lambda parts: kit_without(None, parts)])
def test_a_part_that_there_is_not_is_an_error_that_names_those_there_are(call):
    with pytest.raises(ValueError, match=r"no such part: crtic; there are hybrid, critic, verifier, memory, web"):
        call(["crtic"])
