from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Annotated

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph

from ragkit.conversation import Turn
from ragkit.start import fresh
from ragkit.state import RunState
from ragkit.trace import run
from ragkit.watched import KEPT

NO_KIT = SimpleNamespace(load=lambda: None, collector=None)
HOOT = Turn("Do owls hoot?", "Yes. [1]")


@dataclass(kw_only=True)
class Talk(RunState):
    history: Annotated[list[Turn], KEPT] = field(default_factory=list)


def answer(state):
    heard = [turn.typed for turn in state.history]
    said = f"heard {heard}"
    return {"answer": said, "history": [*state.history, Turn(state.question, said)]}


TALK = StateGraph(Talk).add_node(answer).add_edge(START, "answer")


def test_the_history_of_a_thread_stays_when_a_new_question_begins():
    saver = InMemorySaver()
    first = run(TALK, "Do owls hoot?", NO_KIT, saver, "owls")
    second = run(TALK, "When?", NO_KIT, saver, "owls")
    other = run(TALK, "Who?", NO_KIT, saver, "cats")
    assert first.answer == "heard []"
    assert second.answer == "heard ['Do owls hoot?']"
    assert other.answer == "heard []"


def test_a_history_that_is_given_takes_the_place_of_the_threads_own():
    saver = InMemorySaver()
    run(TALK, "Who sleeps?", NO_KIT, saver, "owls")
    trace = run(TALK, "When?", NO_KIT, saver, "owls", history=[HOOT])
    assert trace.answer == "heard ['Do owls hoot?']"
    assert run(TALK, "When?", NO_KIT, history=[HOOT]).answer == "heard ['Do owls hoot?']"
    assert run(TALK, "When?", NO_KIT, saver, "owls", history=[]).answer == "heard []"


def test_a_history_for_a_graph_that_holds_no_conversation_is_refused():
    with pytest.raises(ValueError, match="this graph holds no conversation"):
        fresh("When?", RunState, [HOOT])


def test_nothing_but_the_history_is_kept():
    assert set(fresh("When?", Talk)) == set(fresh("When?", RunState))
    assert fresh("When?", Talk, [HOOT])["history"] == [HOOT]
