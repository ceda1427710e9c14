"""The chat in a terminal and through a pipe: what it prints, what its commands do, how it stops and leaves."""

import io
import os
import signal
import sys
from threading import Timer

import pytest
from chats import QUESTION, chat_kit, chatting
from fakes import model, small_kit
from outside import is_harmless

from ragkit import kit as kit_module
from ragkit.__main__ import main
from ragkit.cli import chat as command
from ragkit.cli.chat import answered, chosen_reading, stopped_by_interrupt
from ragkit.conversation import FollowUp, Turn
from ragkit.graphs import systems
from ragkit.model.meter import Usage
from ragkit.runs.chat_turns import ChatTurn
from ragkit.runs.conversations import Conversations
from ragkit.runs.searched import searched
from ragkit.runs.session import Session
from ragkit.trace import Step, Trace


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """Chats through a pipe: `typed("question", "/tree")` returns the status, the output and the errors."""
    monkeypatch.setattr(kit_module.Kit, "open", lambda *_, **__: small_kit(tmp_path / "index", model()))
    monkeypatch.setitem(systems.SYSTEMS, "chatting", systems.System(chatting, "for tests alone" * 2, Usage()))

    def run(*lines, options=("--graph", "chatting")):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        status = main(["chat", "docs", "--file", str(tmp_path / "chats.db"), *options])
        return status, *capsys.readouterr()

    return run


def test_a_question_is_answered_with_what_was_searched_its_sources_and_its_cost(typed):
    status, out, err = typed("When do owls hunt?", "Do they hunt mice?")
    assert (status, err) == (0, "")
    shown = [line.strip() for line in out.splitlines()]
    assert "> When do owls hunt?" in shown
    assert "read as      follow-up (a pronoun), which needs what was said before" in shown
    assert "rewritten    Do they hunt mice? When do owls hunt? (used)" in shown
    assert "searched for Do they hunt mice? When do owls hunt?" in shown
    assert shown.index("Owls hunt mice at night [1].") > shown.index("searched for When do owls hunt?")
    assert any(line.startswith("[1] ") for line in shown)
    assert any(line.startswith("cost         ") for line in shown)
    assert shown[-1] == "kept as 'When do owls hunt?': /resume When do owls hunt?"


def test_a_thread_is_gone_on_with_after_a_restart_by_its_name(typed):
    typed("When do owls hunt?")
    status, out, _ = typed("Do they sleep?", options=("--graph", "chatting", "--thread", "When do owls hunt?"))
    assert status == 0
    assert "*  1 When do owls hunt?: answered" in out
    assert "searched for Do they sleep? When do owls hunt?" in out
    status, _, err = typed(options=("--graph", "chatting", "--thread", "cats"))
    assert (status, err) == (1, "asked for the thread 'cats'; there are: When do owls hunt?\n")


def test_a_turn_is_branched_with_one_thing_changed(typed):
    _, out, err = typed("When do owls hunt?", "/branch 1 k=1", "/branch 1 without 1", "/branch 1 Do cats?", "/tree")
    assert err == ""
    lines = out.splitlines()
    tree = [line for line in lines if line.endswith(": answered")]
    assert [line[:4] for line in tree] == ["   1", "   2", "   3", "*  4"]
    assert "[k = 1]" in tree[1] and "[without the passage " in tree[2]
    assert "Do cats? [another question]" in tree[3]


def test_the_commands_work_on_threads_and_turns(typed):
    _, out, err = typed(
        "When do owls hunt?", "/rename owls", "/threads", "/route", "/sources 1", "/new", "Do cats?", "/threads",
        "/resume owls", "/go 1", "/delete owls", "/threads", "/help",
    )  # fmt: skip
    assert err == ""
    assert "the thread is called 'owls' now" in out
    assert " 1  conversational_rewrite: " in out and " 4  keep_turn: " in out
    assert "Owls hunt mice at night" in out
    assert "the next question follows: When do owls hunt?" in out
    assert "deleted 'owls' with its turns" in out
    assert "/branch" in out
    after = out[out.index("deleted") :]
    assert "owls (" not in after and "Do cats? (" in after


def test_what_cannot_be_done_is_a_sentence_and_the_chat_goes_on(typed):
    status, out, err = typed(
        "/dance", "/route", "/resume", "/rename x", "/tree", "x" * 100_000, "When?", "/branch 9 k=1", "/branch 1 k=x",
        "/branch 1 without 9", "/resume", "/go x", "/resume nobody", "/delete nobody", "When do owls\x00\x1b[2J hunt?",
    )  # fmt: skip
    assert status == 0
    said = err.splitlines()
    assert said[0].startswith("asked for the command /dance; there are /help, ")
    assert said[1] == "asked about a turn, and nothing was asked yet"
    assert "asked a question of 100,000 characters, and a turn takes 4,000" in err
    assert "asked for turn 9; /tree shows those from 1 to 1" in err
    assert "asked to set k = 'x'" in err
    assert "asked for passage 9 of a turn that has 3" in err
    assert len(said) == 12
    assert "note         2 control characters were asked as a space" in out
    assert is_harmless(out + err)


def test_a_graph_that_holds_no_conversation_says_so_and_one_that_is_none_is_an_error(typed):
    _, out, _ = typed(options=("--graph", "hybrid"))
    assert "note: this graph holds no conversation: each question is answered alone" in out
    status, _, err = typed(options=("--graph", "owl"))
    assert status == 1
    assert err.startswith("asked for the system 'owl'; there are extract, ")


def test_ctrl_c_at_the_prompt_leaves(typed, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert typed()[0] == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal to one process")
def test_ctrl_c_stops_the_turn_and_not_the_program(tmp_path, capsys):
    # A shell that starts the tests in the background lets them ignore the signal.
    before = signal.getsignal(signal.SIGINT)
    with chat_kit(tmp_path / "index") as (kit, _):
        session = Session(kit, chatting, Conversations(tmp_path / "chats.db"))
        timer = Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        answered(session, QUESTION)
        timer.join()
        assert session.turns[-1].state == "stopped"
        assert "stopped by the user" in capsys.readouterr().out
        answered(session, QUESTION)
        assert session.turns[-1].state == "finished"
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal to one process")
def test_a_second_ctrl_c_ends_the_program(tmp_path):
    session = Session(small_kit(tmp_path / "index", model()), chatting, Conversations(tmp_path / "chats.db"))
    with pytest.raises(KeyboardInterrupt), stopped_by_interrupt(session):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)


def test_the_answer_is_printed_once_as_it_comes(tmp_path, capsys):
    with chat_kit(tmp_path / "index") as (kit, _):
        answered(Session(kit, chatting, Conversations(tmp_path / "chats.db")), QUESTION)
    out = capsys.readouterr().out
    assert out.count("Owls hunt at night [1].") == 1
    assert out.index("searched for") < out.index("Owls hunt at night [1].") < out.index("  [1] ")


def test_a_number_chooses_a_reading_where_the_last_turn_asked_back(tmp_path):
    session = Session(small_kit(tmp_path / "index", model()), chatting, Conversations(tmp_path / "chats.db"))
    assert chosen_reading(session, "2") == "2"
    asked = Turn("Owls?", "Which?", readings=("barn owls", "snowy owls"))
    trace = Trace("Owls?", (Step("keep_turn", 0, Usage(), {"history": [asked]}),), "Which?", (), 0)
    session.conversation = Conversations(tmp_path / "chats.db").read(session.chats.new("owls", session.kit.corpus))
    session._known(ChatTurn("t1", "x", "", "Owls?", state="finished", trace=trace))
    assert chosen_reading(session, " 2 ") == "snowy owls"
    assert chosen_reading(session, "3") == "3"
    assert chosen_reading(session, "two") == "two"


def test_a_refused_rewrite_says_why_and_without_one_there_are_only_queries():
    refused = FollowUp("follow-up", "a pronoun", True, "Sure!", "it is a lead-in", ("When?",))
    step = Step("rewrite", 0, Usage(), {"follow_up": refused})
    assert ("rewritten", "Sure! (not used: it is a lead-in)") in searched("When?", [step])
    assert searched("When?", [Step("plan", 0, Usage(), {})]) == []
    found = Step("retrieve", 0, Usage(), {"rankings": {}})
    assert searched("When?", [found]) == [("searched for", "When?")]
    asked = Step("plan", 0, Usage(), {"queries": ["owls", "mice"]})
    assert searched("When?", [asked, found]) == [("searched for", "owls | mice")]


def test_a_console_that_lacks_signs_gets_numbers(monkeypatch, tmp_path):
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="backslashreplace")
    monkeypatch.setattr(sys, "stdout", out)
    command.say("owls → mice \x1b[2J")
    assert out.buffer.getvalue() == b"owls \\u2192 mice \\x1b[2J\n"
