"""The second hop: what is searched for, what it adds, and when there is none."""

import pytest
from fakes import FISH

from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.nodes import hop
from ragkit.nodes.hop import leads
from ragkit.settings import DEPTHS
from ragkit.state import Passage

GUIDE = Passage("guide", "Metronome keeps its timers in a pairing heap. It was written in Oslo.", source="guide.md")
QUESTION = "In which year was the structure introduced that holds the timers of Metronome?"


def alike(word):
    return 1.0


def test_a_lead_is_what_the_best_line_says_beyond_the_question():
    assert leads(QUESTION, [GUIDE], alike, most=1) == ["keeps its pairing heap"]


def test_a_line_that_says_nothing_new_is_no_lead():
    echo = Passage("e", "The timers of Metronome.", source="echo.md")
    assert leads(QUESTION, [echo], alike, most=2) == []
    assert leads(QUESTION, [], alike, most=2) == [] and leads(QUESTION, [GUIDE], alike, most=0) == []


def test_what_a_hop_finds_comes_behind_the_evidence_and_is_named(runtime):
    swims = Passage("swims", "Owls eat what swims in the river.", source="owls.md")
    state = AdaptiveState(question="What do Owls eat?", depth="complex", passages=[swims], rankings={"fused": [swims]})
    wrote = hop(state, runtime())
    assert wrote["passages"][0] == swims and wrote["passages"][1].id == FISH.id
    assert wrote["hopped"] == [FISH.id] and list(wrote["rankings"]) == ["fused", "hop: swims river"]


def test_a_depth_without_hops_changes_nothing(runtime):
    assert DEPTHS["simple"].hops == 0
    state = AdaptiveState(question=QUESTION, depth="simple", passages=[GUIDE], rankings={"dense": [GUIDE]})
    nothing = {"passages": [GUIDE], "hopped": [], "rankings": {"dense": [GUIDE]}, "set_aside": [], "notes": []}
    assert hop(state, runtime()) == nothing


def test_passages_of_an_earlier_hop_stay_known_as_such(runtime):
    state = AdaptiveState(question=QUESTION, depth="simple", passages=[GUIDE], hopped=["guide"])
    assert hop(state, runtime())["hopped"] == ["guide"]


@pytest.mark.parametrize(("first", "second"), [("fused", True), ("dense", False)])
def test_a_hop_searches_by_words_only_if_the_first_search_did(runtime, monkeypatch, first, second):
    there, asked = runtime(), []
    sparse = there.context.retriever.sparse
    monkeypatch.setattr(type(sparse), "search", lambda self, query, k: asked.append(query) or [])
    swims = Passage("swims", "Owls eat what swims in the river.", source="owls.md")
    hop(
        AdaptiveState(question="What do Owls eat?", depth="complex", passages=[swims], rankings={first: [swims]}), there
    )
    assert (asked == ["swims river"]) is second
