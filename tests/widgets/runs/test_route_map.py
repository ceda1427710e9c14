"""The route map draws any graph without overlaps, paints what ran and nothing else, and lets no markup through."""

import random
import re
from typing import TypedDict
from xml.etree import ElementTree

import pytest
from langgraph.graph import END, START, StateGraph

from ragkit.graphs import adaptive, crag, hybrid, naive, tiny
from ragkit.graphs.adaptive.policy import ANSWER, CONTEXT
from ragkit.graphs.crag.policy import CRAG
from ragkit.model.meter import Usage
from ragkit.policy import destinations
from ragkit.state import Rule
from ragkit.trace import Step, Trace
from ragkit.widgets import route_map
from ragkit.widgets.drawing.ink import STYLE, label_size, node_size
from ragkit.widgets.drawing.layout import layout
from ragkit.widgets.drawing.route import network, taken
from ragkit.widgets.drawing.wires import Box

SVG = "{http://www.w3.org/2000/svg}"


class State(TypedDict):
    x: int


def graph_of(nodes, edges, choices=()):
    """A graph of a user's own; `choices` are (source, destinations)."""
    graph = StateGraph(State)
    for node in nodes:
        graph.add_node(node, lambda state: state)
    for source, target in edges:
        graph.add_edge(source, target)
    for source, targets in choices:
        graph.add_conditional_edges(source, lambda state: END, targets)
    return graph


def forest():
    rng, nodes = random.Random(7), [f"node {i}" for i in range(40)]
    tree = [(nodes[rng.randrange(max(0, i - 5), i)], nodes[i]) for i in range(1, 40)]
    loops = [(nodes[i], [nodes[i], nodes[rng.randrange(40)], nodes[rng.randrange(40)]]) for i in range(0, 40, 4)]
    return graph_of(nodes, [(START, nodes[0]), *tree, (nodes[-1], END)], loops)


def parallel():
    edges = [(START, "a"), ("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("d", END)]
    return graph_of("abcd", edges)


def branches():
    edges = [(START, "a"), (START, "x"), ("a", "b"), ("x", END), ("y", END)]
    return graph_of("abxy", edges, [("b", {"again": "a", "same": "b", "aside": "y"})])


def reordered():
    """The adaptive graph, as if its critics and its verifier had been added last."""
    graph = adaptive()
    for last in ("context_critic", "verify", "answer_critic"):
        graph.nodes[last] = graph.nodes.pop(last)
    return graph


GRAPHS = {
    "naive": naive, "hybrid": hybrid, "crag": crag, "tiny": tiny, "adaptive": adaptive, "forest": forest,
    "parallel": parallel, "branches": branches, "ablated": lambda: adaptive(without=["hybrid"]), "reordered": reordered,
    "single": lambda: graph_of("a", [(START, "a"), ("a", END)]),
    "fan": lambda: graph_of(map(str, range(20)), [(START, str(i)) for i in range(20)]),
}  # fmt: skip


def drawn(name):
    nodes, ways = network(GRAPHS[name]())
    return layout({node: node_size(node) for node in nodes}, {edge: label_size(way) for edge, way in ways.items()})


def overlap(a, b):
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


def points(line):
    """Points on an SVG path of M, L, Q and C, near enough to each other to meet whatever the path runs through."""
    found, pen = [], (0.0, 0.0)
    for command, numbers in re.findall(r"([MLQC])([^MLQC]*)", line):
        values = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
        ends = list(zip(values[::2], values[1::2], strict=True))
        if command != "M":
            found += [bezier([pen, *ends], t / 20) for t in range(21)]
        pen = ends[-1]
    return found


def bezier(controls, t):
    while len(controls) > 1:
        controls = [
            tuple(a + (b - a) * t for a, b in zip(p, q, strict=True)) for p, q in zip(controls, controls[1:])
        ]  # fmt: skip
    return controls[0]


def inside(box, point, slack=0.5):
    x, y = point
    return box.x + slack < x < box.right - slack and box.y + slack < y < box.bottom - slack


def rule(table, when, do):
    return next(row for row in table if (row.when, row.do) == (when, do))


def step(node, seconds=1.0, usage=None, fired=None):
    return Step(node, seconds, usage or Usage(), {}, fired)


def trace_of(*steps, failed=""):
    steps = [step(s) if isinstance(s, str) else s for s in steps]
    return Trace("What?", tuple(steps), "" if failed else "So.", (), 1.0, failed=failed)


def three_passes():
    """Sent back once by each critic, then verified."""
    first = [step("plan"), step("retrieve"), step("hop")]
    again = step("context_critic", 2.0, Usage(1, 0, 100, 500, 7), rule(CONTEXT, "insufficient", "plan"))
    approved = step("context_critic", 1.0, Usage(1, 0, 10, 40, 3), rule(CONTEXT, "approved", "generate"))
    web = step("context_critic", 1.0, Usage(), rule(CONTEXT, "exhausted", "search_web"))
    draft = [step("generate"), step("verify")]
    bad = step("answer_critic", fired=rule(ANSWER, "unsupported", "plan"))
    good = step("answer_critic", fired=rule(ANSWER, "grounded", "readings"))
    passes = [*first, again, *first, approved, *draft, bad, *first, web, step("search_web"), *draft, good]
    return trace_of(*passes, "readings", "remember")


def svg_of(html):
    return ElementTree.fromstring(re.search(r"<svg.*</svg>", html.data, re.DOTALL)[0])


def groups(html, kind):
    """Each node's or edge's group: its classes, its title, and its texts."""
    found = [g for g in svg_of(html).iter(f"{SVG}g") if f"rk-{kind}" in g.get("class").split()]
    return [(set(g.get("class").split()), g.findtext(f"{SVG}title") or "", texts(g)) for g in found]


def texts(group):
    return ["".join(text.itertext()) for text in group.iter(f"{SVG}text")]


def node(html, name):
    return next(found for found in groups(html, "node") if found[1].partition(":")[0] == name)


@pytest.mark.parametrize("name", GRAPHS)
def test_every_node_and_every_edge_is_drawn_once_and_on_the_drawing(name):
    nodes, ways = network(GRAPHS[name]())
    html, drawing = route_map(GRAPHS[name]()), drawn(name)
    assert len(groups(html, "node")) == len(nodes)
    assert len(groups(html, "edge")) == len(ways)
    assert set(drawing.boxes) == set(nodes)
    assert set(drawing.wires) == set(ways)
    page, boxes = Box(0, 0, *drawing.size), [*drawing.boxes.values(), *(w.label for w in drawing.wires.values())]
    assert all(inside(page, point) for wire in drawing.wires.values() for point in points(wire.line))
    assert all(inside(page, (b.x, b.y)) and inside(page, (b.right, b.bottom)) for b in boxes)


@pytest.mark.parametrize("name", GRAPHS)
def test_nodes_and_labels_do_not_overlap(name):
    drawing = drawn(name)
    labels = [wire.label for wire in drawing.wires.values() if wire.label.height]
    boxes = [*drawing.boxes.values(), *labels]
    assert [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if overlap(a, b)] == []


@pytest.mark.parametrize("name", GRAPHS)
def test_no_edge_runs_through_a_node_or_a_label(name):
    drawing = drawn(name)
    labels = {edge: wire.label for edge, wire in drawing.wires.items() if wire.label.height}
    boxes = drawing.boxes | labels
    struck = {(edge, box) for edge, wire in drawing.wires.items() for point in points(wire.line)
              for box in boxes if inside(boxes[box], point)}  # fmt: skip
    assert struck == set()


@pytest.mark.parametrize("name", ["naive", "hybrid", "crag", "tiny", "adaptive", "ablated", "reordered"])
def test_the_kits_own_graphs_fit_on_a_page_of_700(name):
    assert drawn(name).size[0] <= 700


@pytest.mark.parametrize("name", ["adaptive", "ablated", "reordered"])  # the same edges
def test_the_adaptive_graph_lies_in_layers_from_start_to_end_and_its_retries_go_back(name):
    heights = {node: round(box.middle[1], 6) for node, box in drawn(name).boxes.items()}
    rows = sorted(set(heights.values()))
    depth = {node: rows.index(height) for node, height in heights.items()}
    spine = [START, "plan", "retrieve", "hop", "context_critic", "search_web", "generate", "verify", "answer_critic"]
    assert [depth[name] for name in [*spine, "apologise", "remember", END]] == list(range(12))
    assert depth["readings"] == depth["apologise"]
    back = {edge for edge in drawn(name).wires if depth[edge[0]] >= depth[edge[1]]}
    assert back == {("context_critic", "plan"), ("answer_critic", "plan"), ("answer_critic", "search_web")}


def test_the_same_graph_gives_the_same_drawing_and_a_run_does_not_move_it():
    assert route_map(adaptive()).data == route_map(adaptive().compile()).data
    lines = [re.findall(r"<path class='line' d='(.*?)'", route_map(adaptive(), t).data) for t in (None, three_passes())]
    assert sorted(lines[0]) == sorted(lines[1])


def test_a_choice_is_labelled_with_the_issues_that_lead_there_and_titled_with_their_why():
    shown = groups(route_map(adaptive()), "edge")
    titles = [title for kinds, title, _ in shown if "choice" in kinds]
    assert len(titles) == len(destinations(CONTEXT)) + len(destinations(ANSWER))
    (web,) = [words for _, title, words in shown if title.startswith("unsure: ")]
    assert " ".join(words.strip() for words in web) == "unsure, remembered, stalled, exhausted"
    assert all(any(f"{row.when}: {row.why}" in title for title in titles) for row in (*CONTEXT, *ANSWER))


def test_the_critic_of_crag_is_labelled_by_the_table_of_crag():
    why = "\n".join(title for _, title, _ in groups(route_map(crag()), "edge"))
    assert all(row.why in why for row in CRAG)
    assert CONTEXT[1].why not in why


def table_of_mine():
    return tuple(Rule("mine", row.do, "my own why") for row in CONTEXT)


@pytest.mark.parametrize("graph", [adaptive(table_of_mine()), adaptive(table_of_mine()).compile()])
def test_a_graph_that_was_built_with_another_table_is_labelled_by_it_with_a_run_and_without(graph):
    trace = trace_of("plan", "retrieve", step("context_critic", fired=table_of_mine()[0]), "generate")
    for shown in (route_map(graph).data, route_map(graph, trace).data):
        assert "my own why" in shown
        assert CONTEXT[0].why not in shown
        assert ANSWER[0].why in shown


def test_tables_that_are_given_label_their_nodes_and_replace_those_that_the_graph_carries():
    shown = route_map(adaptive(), policies={"context_critic": table_of_mine()}).data
    assert "my own why" in shown
    assert CONTEXT[0].why not in shown
    assert ANSWER[0].why not in shown
    assert CONTEXT[0].why not in route_map(adaptive(), policies={}).data


def test_a_graph_that_carries_no_table_is_labelled_by_none_though_a_node_has_a_name_of_the_kits():
    plain = graph_of(["context_critic", "a"], [(START, "context_critic")], [("context_critic", ["a"])])
    trace = trace_of(step("context_critic", fired=Rule("mine", "a", "my own why")), "a")
    assert [words for _, _, words in groups(route_map(plain, trace), "edge")] == [[]] * 3


def test_a_graphs_own_words_stand_on_its_choices():
    words = [word for _, _, texts in groups(route_map(branches()), "edge") for word in texts]
    assert sorted(words) == ["again", "aside", "same"]


def test_nodes_that_ran_are_numbered_by_step_and_sum_their_costs():
    html = route_map(adaptive(), three_passes())
    kinds, title, words = node(html, "context_critic")
    assert "on" in kinds and words == ["4, 8, 15", "context_critic", "4.0 s · 110/540/10 tokens"]
    assert "step 4, 8, 15" in title
    assert node(html, "search_web")[2] == ["16", "search_web", "1.0 s"]
    assert "off" in node(html, "apologise")[0] and node(html, "apologise")[2] == ["apologise"]
    assert "on" in node(html, "start")[0] and "on" in node(html, "end")[0]


def test_edges_that_were_taken_say_how_often_when_more_than_once():
    trace, edges = three_passes(), set(network(adaptive())[1])
    led = taken(trace.steps, edges, ended=True)
    assert led["plan", "retrieve"] == led["retrieve", "hop"] == led["hop", "context_critic"] == 3
    assert led["context_critic", "plan"] == led["answer_critic", "plan"] == led["context_critic", "search_web"] == 1
    assert led["generate", "verify"] == 2
    assert led[START, "plan"] == led["remember", END] == 1
    assert set(led) <= edges
    assert led.total() == len(trace.steps) + 1
    shown = groups(route_map(adaptive(), trace), "edge")
    assert sum("on" in kinds for kinds, _, _ in shown) == len(led)
    assert sorted(t for _, _, words in shown for t in words if "×" in t) == ["2×", "2×", "3×", "3×", "3×"]


def test_an_issue_that_was_there_is_underlined():
    fired = re.findall(r"<tspan class='fired'>(.*?)</tspan>", route_map(adaptive(), three_passes()).data)
    assert sorted(fired) == ["approved", "exhausted", "grounded", "insufficient", "unsupported"]


@pytest.mark.parametrize("order", ["abcd", "acbd"])
def test_steps_that_ran_side_by_side_are_led_to_and_on_by_their_own_edges_only(order):
    edges = set(network(parallel())[1])
    assert taken([step(n) for n in order], edges, ended=True) == dict.fromkeys(edges, 1)


def test_a_loop_on_itself_is_counted_and_a_branch_that_ends_early_reaches_the_end():
    edges = set(network(branches())[1])
    led = taken([step(n) for n in "axbbaby"], edges, ended=True)
    assert led["b", "b"] == led["b", "a"] == led["x", END] == led["y", END] == 1
    assert led["a", "b"] == 2
    assert set(led) <= edges


def test_a_replay_shows_the_run_up_to_its_step_and_says_where_it_is():
    html = route_map(adaptive(), three_passes(), at=8)
    now = [(title, words) for kinds, title, words in groups(html, "node") if "now" in kinds]
    assert [words for _, words in now] == [["4, 8", "context_critic", "3.0 s · 110/540/10 tokens", "now"]]
    assert "off" in node(html, "generate")[0] and "off" in node(html, "end")[0]
    assert (
        "Step 8 of 21, now at context_critic: approved, so on to generate, because" in html.data
        and html.data.count("<li>") == 8
    )
    assert len(re.findall(r"<rect class='inner'", html.data)) == 1


def test_a_step_that_the_run_does_not_have_is_refused():
    for at in (0, 22, -1):
        with pytest.raises(ValueError, match=f"step {at} "):
            route_map(adaptive(), three_passes(), at=at)


def test_a_failed_run_says_so_and_does_not_reach_the_end():
    html = route_map(naive(), trace_of("retrieve", failed="the <server> did not answer"))
    assert "The run failed after step 1: the &lt;server&gt; did not answer" in html.data
    assert "off" in node(html, "end")[0] and "on" in node(html, "retrieve")[0]


def test_a_run_without_steps_is_a_map_on_which_nothing_ran():
    for html in (route_map(naive(), trace_of()), route_map(naive(), trace_of(failed="no model"), at=1)):
        assert "No step of the run has finished." in html.data
        assert all("off" in kinds for kinds, _, _ in groups(html, "node") + groups(html, "edge"))
    assert "The run failed: no model" in html.data


def test_nodes_of_another_graph_are_named_and_no_edge_is_drawn_past_them():
    html = route_map(naive(), trace_of("retrieve", "plan", "generate", "<b>"))
    assert "The run visited nodes that this graph does not have: plan, &lt;b&gt;." in html.data
    on = [edge for edge in groups(html, "edge") if "on" in edge[0]]
    assert len(on) == 1 and "(not on this map)" in html.data  # from the start to retrieve


def test_the_drawing_is_told_in_words():
    html = route_map(naive(), trace_of("retrieve", "generate"))
    svg = svg_of(html)
    assert svg.get("role") == "img" and "Route: retrieve, generate." in svg.get("aria-label")
    assert svg.findtext(f"{SVG}title") and "4 nodes and 3 edges" in svg.findtext(f"{SVG}desc")
    assert re.findall(r"<li>(.*?)</li>", html.data) == ["retrieve: 1.0 s", "generate: 1.0 s"]


def test_a_long_run_draws_no_more_than_its_graph():
    trace = trace_of(*["plan", "retrieve", "context_critic"] * 66, "generate", "verify")
    html, short = route_map(adaptive(), trace), route_map(adaptive())
    assert len(groups(html, "node")) == len(groups(short, "node"))
    assert len(groups(html, "edge")) == len(groups(short, "edge"))
    assert node(html, "plan")[2][0] == "1, … 196"
    assert html.data.count("<li>") == 200
    assert "plan 66 times" in svg_of(html).get("aria-label")
    assert len(re.search(r"<svg.*</svg>", html.data, re.DOTALL)[0]) < 40_000


def test_what_did_not_run_and_what_is_numbered_can_be_read_on_white_and_on_black():
    pale = float(re.search(r"\.off text { fill-opacity: ([\d.]+)", STYLE)[1])
    for text, page in ((33, 255), (238, 17)):  # JupyterLab's text on its page, light and dark
        mixed = round(page + (text - page) * pale)
        assert contrast((mixed,) * 3, (page,) * 3) >= 4.5
    for colour in re.findall(r"rect\.badge { fill: #(\w{6})", STYLE):
        assert contrast(tuple(bytes.fromhex(colour)), (255, 255, 255)) >= 4.5


def contrast(a, b):
    """Contrast of two colours by WCAG."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
