"""The compact route map is low, has no overlaps, has the words of the large one, and lets no markup through."""

import re
from typing import TypedDict
from xml.etree import ElementTree

import pytest
from langgraph.graph import END, START, StateGraph

from ragkit.graphs import adaptive, crag, hybrid, naive, tiny
from ragkit.graphs.adaptive.policy import CONTEXT
from ragkit.model.meter import Usage
from ragkit.trace import Step, Trace
from ragkit.widgets import route_map
from ragkit.widgets.drawing.compact import COMPACT_STYLE
from ragkit.widgets.drawing.ink import STYLE
from ragkit.widgets.drawing.marks import SMALL, letters
from ragkit.widgets.drawing.paths import Box

SVG = "{http://www.w3.org/2000/svg}"
BACK = next(rule for rule in CONTEXT if rule.do == "plan")
LOOK = ["plan", "retrieve", "hop", "context_critic"]
ROUTE = [*LOOK, *LOOK, "generate", "verify", "answer_critic", "readings", "remember"]


class State(TypedDict):
    x: int


def many():
    """Twelve nodes side by side, with names of one to many words, and an edge back from each of them."""
    graph = StateGraph(State)
    names = ["a_rather_long_name_" * number + str(number) for number in range(12)]
    for name in ["hub", *names]:
        graph.add_node(name, lambda state: state)
    graph.add_edge(START, "hub")
    graph.add_conditional_edges("hub", lambda state: END, [*names, "hub", END])
    for name in names:
        graph.add_edge(name, "hub")
    return graph


GRAPHS = {
    "naive": naive, "hybrid": hybrid, "crag": crag, "tiny": tiny, "adaptive": adaptive, "many": many,
    "ablated": lambda: adaptive(without=["hybrid"]), "bare": lambda: adaptive(without=["critic", "verifier"]),
}  # fmt: skip


def trace_of(*names, rule=None):
    """A run in which only the first critic's step has a rule."""
    first = names.index("context_critic") if "context_critic" in names else 0
    steps = [Step(name, 1.0, Usage(), {}, rule if number == first else None) for number, name in enumerate(names)]
    return Trace("What?", tuple(steps), "So.", (), 1.0)


def run():
    return trace_of(*ROUTE, rule=BACK)


def svg_of(html):
    return ElementTree.fromstring(re.search(r"<svg.*</svg>", html.data, re.DOTALL)[0])


def size(html):
    return tuple(map(float, svg_of(html).get("viewBox").split()[2:]))


def nodes(html):
    """Each node's classes, title, box and texts, by the first word of its title."""
    found = {}
    for group in svg_of(html).iter(f"{SVG}g"):
        if "rk-node" in group.get("class", "").split():
            title, rect = group.findtext(f"{SVG}title"), group.find(f"{SVG}rect")
            box = Box(*(float(rect.get(name)) for name in ("x", "y", "width", "height")))
            found[title.partition(":")[0]] = (group.get("class").split(), title, box, list(group.iter(f"{SVG}text")))
    return found


def titles(html):
    return [title for _, title, _, _ in nodes(html).values()]


def words(html, name):
    return [text.text for text in nodes(html)[name][3]]


def edges(html):
    return [group for group in svg_of(html).iter(f"{SVG}g") if "rk-edge" in group.get("class", "").split()]


def overlap(a, b):
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


@pytest.mark.parametrize("trace", [None, run()], ids=["graph", "run"])
def test_the_largest_graph_fits_on_a_laptop_beside_its_answer(trace):
    width, height = size(route_map(adaptive(), trace, compact=True))
    assert width <= 960  # 60rem, the width of the figure
    assert height <= 200
    assert height < size(route_map(adaptive(), trace))[1] / 4


def test_letters_are_as_large_as_on_the_large_map():
    sizes = map(int, re.findall(r"font-size: (\d+)px", STYLE + COMPACT_STYLE))
    assert min(sizes) == SMALL == 11
    groups = svg_of(route_map(adaptive(), run(), compact=True)).iter(f"{SVG}g")
    (scaled,) = [group for group in groups if group.get("transform")]
    assert not list(scaled.iter(f"{SVG}text"))  # lines are scaled, letters are not


@pytest.mark.parametrize("name", GRAPHS)
def test_every_node_and_edge_is_drawn_once_and_no_node_overlaps_another(name):
    small, large = (route_map(GRAPHS[name](), compact=compact) for compact in (True, False))
    assert list(nodes(small)) == list(nodes(large))
    assert len(edges(small)) == len(edges(large))
    boxes = [box for _, _, box, _ in nodes(small).values()]
    assert [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if overlap(a, b)] == []
    width, height = size(small)
    assert all(box.x >= 0 and box.y >= 0 for box in boxes)
    assert all(box.right <= width and box.bottom <= height for box in boxes)


@pytest.mark.parametrize("name", GRAPHS)
def test_every_text_is_within_its_node(name):
    graph = GRAPHS[name]()
    ran = [node for node in graph.nodes if not node.startswith("__")]
    for _, _, box, texts in nodes(route_map(graph, trace_of(*ran * 40), compact=True)).values():
        for text in texts:
            half = letters(text.text, SMALL) / 2 / (1 if text.get("class") == "name" else 1.1)  # only names are bold
            x, baseline = float(text.get("x")), float(text.get("y"))
            assert x - half >= box.x
            assert x + half <= box.right
            assert baseline - SMALL + 2 >= box.y
            assert baseline + 2 <= box.bottom


def test_nodes_have_name_and_steps_only_and_edges_no_words():
    html = route_map(adaptive(), run(), compact=True)
    assert words(html, "plan") == ["plan", "1, 5"]
    assert words(html, "context_critic") == ["context_", "critic", "4, 8"]
    assert words(html, "apologise") == ["apologise"]
    assert not any(list(edge.iter(f"{SVG}text")) for edge in edges(html))
    reasons = [edge.findtext(f"{SVG}title") or "" for edge in edges(html)]
    assert any(f"{BACK.when}: {BACK.why}" in reason for reason in reasons)


def test_it_says_the_same_in_words_as_the_large_map():
    small, large = (route_map(adaptive(), run(), compact=compact) for compact in (True, False))
    assert svg_of(small).get("aria-label") == svg_of(large).get("aria-label")
    assert svg_of(small).findtext(f"{SVG}desc") == svg_of(large).findtext(f"{SVG}desc")
    steps = re.findall(r"<li>.*?</li>", small.data)
    assert steps == re.findall(r"<li>.*?</li>", large.data)
    assert len(steps) == len(ROUTE)
    assert titles(small) == titles(large)


def test_what_ran_is_on_and_what_did_not_is_off_as_on_the_large_map():
    small, large = (route_map(adaptive(), run(), compact=compact) for compact in (True, False))
    assert {name: kinds for name, (kinds, *_) in nodes(small).items()} == {
        name: kinds for name, (kinds, *_) in nodes(large).items()
    }
    assert [edge.get("class") for edge in edges(small)] == [edge.get("class") for edge in edges(large)]


def test_a_run_under_way_is_marked_not_by_colour_alone():
    html = route_map(adaptive(), run(), at=4, compact=True)
    assert "now" in nodes(html)["context_critic"][0]
    assert html.data.count("<rect class='inner'") == 1
    assert "Step 4 of 13, now at context_critic: " in html.data
    assert "off" in nodes(html)["generate"][0]
