"""A session asks, stops, branches and resumes, and whatever happens is in the file."""

import time
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from chats import QUESTION, chat_kit, chatting, ended
from fakes import model

from ragkit.disk.room import NoRoom
from ragkit.graphs import hybrid
from ragkit.model.errors import ChatFailed
from ragkit.model.written import Begun, Piece
from ragkit.runs.chat_file import ChatFileError
from ragkit.runs.chat_question import NotAsked
from ragkit.runs.chat_turns import ChatTurn
from ragkit.runs.conversations import Conversations
from ragkit.runs.session import ALONE, Session, system_of
from ragkit.trace import Step

ROUTE = ["conversational_rewrite", "retrieve", "generate", "keep_turn"]


@pytest.fixture
def chats(tmp_path):
    return Conversations(tmp_path / "chats.db")


@pytest.fixture
def session(kit, chats):
    return Session(kit(model()), chatting, chats)


def again(session):
    """The same thread in a new session, as after a restart."""
    other = Session(session.kit, chatting, Conversations(session.chats.file))
    other.open(other.chats.threads()[0])
    return other


# Asking


def test_a_turn_is_told_as_it_goes_on_and_token_by_token(tmp_path, chats):
    with chat_kit(tmp_path / "index") as (kit, _):
        events = list(Session(kit, chatting, chats).ask(QUESTION))
    assert [event.state for event in events if isinstance(event, ChatTurn)] == ["asked", "finished"]
    assert [event.node for event in events if isinstance(event, Begun)] == ROUTE
    assert [event.node for event in events if isinstance(event, Step)] == ROUTE
    assert "".join(event.text for event in events if isinstance(event, Piece)) == "Owls hunt at night [1]."
    assert events[-1].answer == "Owls hunt at night [1]."


def test_a_follow_up_has_the_turns_before_it_as_its_history(session):
    first = ended(session.ask("When do owls hunt?"))
    second = ended(session.ask("Do they hunt mice?"))
    assert (first.parent, second.parent) == ("", first.id)
    assert second.trace.steps[0].wrote["follow_up"].queries == ("Do they hunt mice? When do owls hunt?",)
    history = second.trace.steps[-1].wrote["history"]
    assert [turn.typed for turn in history] == ["When do owls hunt?", "Do they hunt mice?"]
    assert again(session).turns == session.turns == (first, second)


def test_the_thread_is_named_after_its_first_question(session):
    ended(session.ask("When do owls hunt, and why do they hunt at night and not by day?"))
    assert session.conversation.thread.name == "When do owls hunt, and why do they hu..."


def test_a_graph_without_history_answers_each_turn_alone_and_says_so(session):
    alone = Session(session.kit, "hybrid", session.chats)
    assert (alone.note, session.note) == (ALONE, "")
    turns = [ended(alone.ask(question)) for question in ("When do owls hunt?", "Do cats?")]
    assert [turn.state for turn in turns] == ["finished"] * 2
    assert turns[1].trace.system == "hybrid"


def test_a_graph_is_named_built_or_given():
    assert system_of("hybrid")[1] == "hybrid"
    assert system_of(chatting)[1] == "chatting"
    assert system_of(hybrid())[1] == ""
    assert system_of()[1] in ("advanced", "hybrid")
    with pytest.raises(NotAsked, match="asked for the system 'owl'; there are extract, "):
        system_of("owl")


@pytest.mark.parametrize("typed", ["", " \n", "x" * 100_000])
def test_what_cannot_be_asked_begins_no_thread(session, typed):
    with pytest.raises(NotAsked):
        session.ask(typed)
    assert session.chats.threads() == []
    assert session.turns == ()


class Odd(type(model())):
    """A model that fails."""

    fault: Exception | None = None

    def _generate(self, *args, **kwargs):
        if self.fault:
            raise self.fault
        return super()._generate(*args, **kwargs)


@pytest.mark.parametrize(
    ("fault", "told"),
    [(ChatFailed("nobody is there"), "nobody is there"), (KeyError("odd"), "KeyError: 'odd'")],
)
def test_a_turn_that_fails_is_kept_is_not_history_and_can_be_resumed(kit, chats, fault, told):
    llm = Odd(replies=model().replies, turns={})
    session = Session(kit(llm), chatting, chats)
    llm.fault = fault
    failed = ended(session.ask(QUESTION))
    assert (failed.state, failed.answer) == ("failed", told)
    assert session.conversation.history_of(failed.id) == []
    llm.fault = None
    resumed = ended(session.resume(failed))
    assert (resumed.id, resumed.state) == (failed.id, "finished")
    assert resumed.trace.route == ROUTE
    assert len(session.turns) == 1


# Stopping


def test_a_turn_is_stopped_while_it_writes_and_the_next_one_works(tmp_path, chats):
    with chat_kit(tmp_path / "index") as (kit, server):
        session = Session(kit, chatting, chats)
        seen = []
        for event in session.ask(QUESTION):
            seen.append(event)
            if isinstance(event, Piece):
                session.stop()
        assert sum(isinstance(event, Piece) for event in seen) < 4
        assert (seen[-1].state, seen[-1].answer) == ("stopped", "stopped by the user")
        assert seen[-1].trace.route == ROUTE[:2]
        turn = ended(session.ask(QUESTION))
        assert turn.state == "finished"
        assert turn.trace.steps[0].wrote["follow_up"].sort == "first"
        assert len(server.asked) == 2


def test_only_one_turn_is_under_way(tmp_path, chats):
    with chat_kit(tmp_path / "index") as (kit, _):
        session = Session(kit, chatting, chats)
        thread = Thread(target=lambda: list(session.ask(QUESTION)), daemon=True)
        thread.start()
        while not session.running:
            time.sleep(0.01)
        with pytest.raises(NotAsked, match="another turn is under way; stop it"):
            session.ask("And cats?")
        thread.join()
        assert not session.running


# Branches


def test_a_branch_is_beside_its_turn_and_has_one_thing_changed(session):
    first = ended(session.ask("When do owls hunt?"))
    second = ended(session.ask("Do they hunt mice?"))
    branch = ended(session.branch(second, question="Do they sleep?"))
    assert (branch.parent, branch.change.of, branch.change.words) == (first.id, second.id, "another question")
    history = branch.trace.steps[-1].wrote["history"]
    assert [turn.typed for turn in history] == ["When do owls hunt?", "Do they sleep?"]
    third = ended(session.ask("Why?"))
    assert third.parent == branch.id
    assert len(again(session).conversation.children(first.id)) == 2


def test_a_setting_is_changed_for_one_turn(session):
    first = ended(session.ask(QUESTION))
    branch = ended(session.branch(first, settings={"k": "1"}))
    assert (len(first.trace.passages), len(branch.trace.passages)) == (3, 1)
    assert branch.change.words == "k = 1"
    assert len(ended(session.ask(QUESTION)).trace.passages) == 3
    assert again(session).turns[1].change == branch.change


def test_a_passage_is_left_out_for_one_turn(session):
    first = ended(session.ask(QUESTION))
    best = first.trace.passages[0].id
    branch = ended(session.branch(first, without=best))
    found = {passage.id for step in branch.trace.steps for passage in step.wrote.get("passages", ())}
    assert found and best not in found
    rankings = branch.trace.steps[1].wrote["rankings"].values()
    assert all(passage.id != best for ranking in rankings for passage in ranking)
    assert best in {passage.id for passage in ended(session.ask(QUESTION)).trace.passages}


def test_a_branch_of_a_branch_keeps_its_change(session):
    first = ended(session.ask(QUESTION))
    branch = ended(session.branch(first, settings={"k": 2}))
    other = ended(session.branch(branch, without=first.trace.passages[0].id))
    assert other.change.words.startswith("k = 2, without the passage ")
    assert len(other.trace.passages) == 2


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "asked to change 0 things of a turn; change one"),
        ({"question": "Why?", "without": "x"}, "asked to change 2 things"),
        ({"settings": {"owls": 1}}, "asked to change owls; for a turn one can change provider, "),
        ({"settings": {"api_key": "x"}}, "asked to change api_key"),
        ({"settings": {"temperature": "warm"}}, "asked to set temperature = 'warm', got ValidationError"),
        ({"without": "nowhere"}, "asked to leave out the passage 'nowhere', which the documents do not have"),
    ],
)
def test_a_change_that_cannot_be_is_a_sentence_and_no_turn(session, changes, told):
    first = ended(session.ask(QUESTION))
    with pytest.raises(NotAsked) as caught:
        session.branch(first, **changes)
    assert str(caught.value).startswith(told)
    assert len(session.turns) == 1


# A restart


def test_a_turn_whose_process_was_killed_goes_on_where_it_was(session):
    ended(session.ask("When do owls hunt?"))
    events = session.ask("Do they hunt mice?")
    for event in events:
        if isinstance(event, Step) and event.node == "retrieve":
            break
    del events  # as a kill: what comes after the step never happens
    restarted = again(session)
    assert restarted.turns[1].state == "asked"
    assert restarted.turns[1].trace.route == ROUTE[:2]
    llm = session.kit.model
    asked = len(llm.prompts)
    turn = ended(restarted.resume(restarted.turns[1]))
    assert (turn.state, turn.trace.route) == ("finished", ROUTE)
    assert len(llm.prompts) == asked + 1
    assert [one.typed for one in turn.trace.steps[-1].wrote["history"]] == ["When do owls hunt?", "Do they hunt mice?"]
    assert restarted.at == turn.id


def test_what_cannot_be_resumed_says_why(session):
    first = ended(session.ask(QUESTION))
    with pytest.raises(NotAsked, match="a turn that has ended; branch from it"):
        session.resume(first)
    with pytest.raises(NotAsked, match="a turn that has ended"):
        session.resume(replace(first, state="failed", trouble="changed"))
    ended(session.ask("And cats?"))
    with pytest.raises(NotAsked, match="a turn that others follow"):
        session.resume(replace(first, state="failed"))
    other = Session(session.kit, "hybrid", session.chats)
    with pytest.raises(NotAsked, match="a turn of the system 'chatting' with 'hybrid'"):
        other.resume(replace(first, id="t9", state="failed"))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"folder": Path("/cats")}, r"it is about the documents in .*, and these are in .cats; its turns can"),
        ({}, "have changed since; its turns can be read"),
    ],
)
def test_a_thread_of_another_corpus_can_be_read_and_not_gone_on_with(session, changed, told):
    first = ended(session.ask(QUESTION))
    corpus = session.kit.corpus
    edited = replace(corpus, passages=corpus.passages[1:], **changed)
    other = Session(replace(session.kit, corpus=edited), chatting, session.chats)
    other.open(session.conversation.thread)
    with pytest.raises(ChatFileError, match=told):
        other.ask("And cats?")
    assert other.turns == (first,)
    other.close()
    assert ended(other.ask("And cats?")).state == "finished"


def test_an_answer_that_cannot_be_kept_is_told_all_the_same(session, monkeypatch):
    def full(*_):
        raise NoRoom(28, "asked to save, got a full disk")

    monkeypatch.setattr(session.chats, "keep", full)
    turn = ended(session.ask(QUESTION))
    assert turn.answer == "Owls hunt mice at night [1]."
    assert turn.trace.notes[-1] == "this turn was not kept: asked to save, got a full disk"
