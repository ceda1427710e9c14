"""What the writer writes is told as it comes: without reasoning, once, and nobody else's text."""

import time

import pytest
from fakes import model as scripted
from fakes import small_kit
from trickle import TOKENS, trickling

from ragkit.graphs import crag, naive
from ragkit.model.written import Begun, Piece, Written
from ragkit.trace import Step, Trace, stream

QUESTION = "When do owls hunt mice?"


def test_a_text_that_no_longer_begins_as_it_did_is_told_anew():
    reply = Written()
    assert [reply.add(token) for token in ("Owls <", "/answer>")] == ["Owls <", "/answer>"]
    assert [Written().add(token) for token in ("", [], None)] == ["", "", ""]
    reply = Written()
    assert reply.add("<thi") == "<thi"
    assert reply.add("nk>So?</think>Owls") == "Owls"
    assert reply.text == "Owls"


@pytest.fixture
def kit(tmp_path):
    with trickling() as server:
        settings = {"provider": "openai", "base_url": server.url, "reuse_replies": False, "stream": True}
        opened = small_kit(tmp_path / "index", judges=1, **settings)
        yield opened
        opened.close()


def test_nodes_begin_and_the_answer_comes_token_by_token(kit):
    events, times = [], []
    for event in stream(naive(), QUESTION, kit, pieces=True):
        events.append(event)
        times.append(time.monotonic())
    pieces = [event for event in events if isinstance(event, Piece)]
    assert [piece.text for piece in pieces] == list(TOKENS)
    assert [piece.begins for piece in pieces] == [True, False, False, False]
    kinds = [type(event) for event in events if not isinstance(event, Piece)]
    assert kinds == [Begun, Step, Begun, Step, Trace]
    first, last = (times[events.index(piece)] for piece in (pieces[0], pieces[-1]))
    assert last - first > 0.2  # each is told when it comes, and not at the end
    assert events[-1].answer == "Owls hunt at night [1]."


def test_judgements_are_not_told(kit):
    events = list(stream(crag(), QUESTION, kit, pieces=True))
    assert "".join(event.text for event in events if isinstance(event, Piece)) == "".join(TOKENS)
    begun = [event.node for event in events if isinstance(event, Begun)]
    assert begun == events[-1].route


def test_who_does_not_ask_is_told_no_more_than_before(kit):
    assert {type(event) for event in stream(naive(), QUESTION, kit)} == {Step, Trace}


def test_a_model_that_cannot_stream_is_told_node_by_node(tmp_path):
    kit = small_kit(tmp_path / "index", scripted(), stream=True)
    assert {type(event) for event in stream(naive(), QUESTION, kit, pieces=True)} == {Begun, Step, Trace}
    kit.close()
