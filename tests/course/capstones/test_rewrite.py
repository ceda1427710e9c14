"""The node is wired in front of the search of `hybrid`, and the rubric of the task is whole."""

from ragkit.course.capstones.rewrite import REWRITE, before_hybrid, search_alone
from ragkit.nodes import retrieve


def cats(state, runtime):
    """reads question · writes queries"""
    return {"queries": [f"{state.question} cats by day"]}


def test_the_node_is_in_front_of_the_search_and_nowhere_else():
    graph = before_hybrid(cats)
    assert {edge for edge in graph.edges if "retrieve" in edge} == {("rewrite", "retrieve"), ("retrieve", "generate")}
    assert ("__start__", "rewrite") in graph.edges and graph.nodes["retrieve"].runnable.func is retrieve


def test_the_search_alone_ends_where_the_answer_would_begin():
    assert set(search_alone(None).nodes) == {"retrieve"}
    assert search_alone(cats).edges == {("__start__", "rewrite"), ("rewrite", "retrieve"), ("retrieve", "__end__")}


def test_the_points_are_a_hundred():
    assert REWRITE.whole == 100
