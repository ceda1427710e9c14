"""Every node of the four architectures does what its line says: it reads these fields and writes those."""

from collections import defaultdict

from fakes import model

from ragkit.conversation import Turn
from ragkit.graphs import SYSTEMS, advanced
from ragkit.graphs.advanced import policy
from ragkit.graphs.multi_agent.worker import worker
from ragkit.trace import run

QUESTION = "Which animals hunt mice, and who hunts by day?"
HISTORY = [Turn("Do most owls hunt?", "Yes. [1]", ("Do most owls hunt?",), ("owl",))]
POOR = {"answerable": 0.1, "relevant": 0.1, "evidence_issue": {"B": 0.5, "G": 0.5}, "fits": [0.1, 0.9],
        "draft": ["Owls sing.", "Cats hunt. [1]"]}  # fmt: skip
FOLLOW = {"needs the conversation": 0.9, "understood without the conversation": "When do owls hunt?"}
SPLIT = {"Split this question": '{"queries": ["Which animals hunt mice?", "Who hunts by day?"]}'}
RUNS = [
    ({}, QUESTION, []),
    (POOR, QUESTION, []),
    (POOR | {"relevant": 0.9}, QUESTION, []),
    (POOR | {"fits": 0.1}, QUESTION, []),
    ({}, "And when do they?", HISTORY),
    ({}, "Hello!", HISTORY),
]
GRAPHS = [
    (SYSTEMS["intermediate"].build(), False),
    (advanced(), True),
    (advanced(without=["expansion", "follow_up", "rerank"]), True),
    (advanced(without=["expansion"]), True),
    (advanced(without=["gates", "rerank"]), True),
    (SYSTEMS["multi_agent"].build(), False),
]


def said(node):
    """What a node's docstring says that it reads and writes."""
    reads, writes = " ".join(node.__doc__.split()).split(" · ")
    return set(reads.removeprefix("reads ").split(", ")) - {"nothing"}, writes.removeprefix("writes ").split(", ")


def function_of(node):
    """The function that a node was added with, below its policy."""
    function = node.runnable.func
    return getattr(function, "__wrapped__", function)


def test_a_node_reads_and_writes_what_its_line_says(kit):
    read, wrote = defaultdict(set), defaultdict(set)
    for graph, holds_turns in GRAPHS:
        for replies, question, history in RUNS:
            opened = kit(model(**FOLLOW, **SPLIT, **replies), complex_above=0.5, rival_from=0.1)
            turns = {"history": history} if holds_turns else {}
            for step in run(graph, question, opened, **turns).steps:
                function = function_of(graph.nodes[step.node])
                read[function] |= set(step.read or ())
                wrote[function].add(tuple(field for field in step.wrote if field != "moves"))
    every = {function_of(node) for graph, _ in GRAPHS for node in graph.nodes.values()}
    assert set(read) == every
    for function in every:
        reads, writes = said(function)
        assert wrote[function] == {tuple(writes)}, function
        # A worker is given its task, which does not note what is read of it.
        assert read[function] == (set() if function is worker else reads), function


def test_no_policy_has_a_row_that_can_never_fire():
    for table in (policy.TURN, policy.RETRIEVAL, policy.REFINED, policy.READINGS, policy.ANSWER):
        assert len({rule.when for rule in table}) == len(table)
