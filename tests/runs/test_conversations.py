"""Chats are kept as a tree in one file; nothing that happens to the file or to its process loses a turn silently."""

import os
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import model

from ragkit.conversation import FollowUp, Turn
from ragkit.disk.room import NoRoom
from ragkit.documents.corpus import Corpus
from ragkit.graphs import naive
from ragkit.model.meter import Usage
from ragkit.runs import chat_file
from ragkit.runs.chat_file import ChatFileError
from ragkit.runs.chat_turns import Change, digest_of, said
from ragkit.runs.conversations import CHANGED, RESTS, Conversations
from ragkit.state import Passage
from ragkit.trace import Step, Trace, run

OWL = Passage("owl-1", "Owls hunt at night.", source="owls.md")
CORPUS = Corpus(Path("/owls"), (OWL,), {}, {})
NONE = Change()


def trace_of(question="When?", answer="At night. [1]", **more):
    step = Step("generate", 1.0, Usage(), {"answer": answer, "passages": [OWL]})
    return Trace(question, (step,), answer, (OWL,), 1.0, **more)


@pytest.fixture
def chats(tmp_path):
    return Conversations(tmp_path / "chats.db")


@pytest.fixture
def thread(chats):
    return chats.new("owls", CORPUS)


def ended(chats, thread, parent, question, answer="At night. [1]", state="finished"):
    turn = chats.begin(thread, parent, question, NONE)
    return chats.keep(turn, trace_of(question, answer), state)


def questions(turns):
    return [turn.question for turn in turns]


# A tree of turns


def test_what_is_kept_is_read_again(chats, thread):
    change = Change("t0", settings={"k": 5}, without="owl-1")
    turn = chats.keep(chats.begin(thread, "", "When?", change), trace_of(), "finished")
    assert Conversations(chats.file).read(thread).turns == (turn,)
    assert turn.change.words == "k = 5, without the passage owl-1"


def test_two_turns_with_one_parent_are_two_branches(chats, thread):
    first = ended(chats, thread, "", "When do owls hunt?")
    one = ended(chats, thread, first.id, "And mice?")
    other = ended(chats, thread, first.id, "And bats?")
    last = ended(chats, thread, one.id, "Why?")
    chat = chats.read(thread)
    assert chat.children(first.id) == [one, other]
    assert questions(chat.path(last.id)) == ["When do owls hunt?", "And mice?", "Why?"]
    assert [turn.typed for turn in chat.history_of(other.id)] == ["When do owls hunt?", "And bats?"]
    with pytest.raises(LookupError, match="which is not in 'owls'"):
        chat.turn("t9")


def test_the_history_has_only_the_turns_with_an_answer(chats, thread):
    first = ended(chats, thread, "", "When?")
    stopped = ended(chats, thread, first.id, "Why?", "", "stopped")
    last = ended(chats, thread, stopped.id, "Where?")
    assert [turn.typed for turn in chats.read(thread).history_of(last.id)] == ["When?", "Where?"]


def test_the_history_is_what_the_graph_kept_or_is_made_of_the_run():
    kept = Turn("When?", "At night. [1]", ("owls night",), ("owl-1",), ("barn owls",))
    follow_up = FollowUp("first", "nothing was said before")
    step = Step("keep_turn", 0.0, Usage(), {"follow_up": follow_up, "history": [Turn("Hi", "Hello."), kept]})
    assert said(replace(trace_of(), steps=(step,))) == kept
    assert said(trace_of()) == Turn("When?", "At night. [1]", (), ("owl-1",))


def test_nothing_follows_a_turn_that_has_not_ended_or_is_gone(chats, thread):
    asked = chats.begin(thread, "", "When?", NONE)
    with pytest.raises(ChatFileError, match="has not ended; wait for it, resume it"):
        chats.begin(thread, asked.id, "Why?", NONE)
    with pytest.raises(ChatFileError, match="was deleted"):
        chats.begin(thread, "t9", "Why?", NONE)


# Threads


def test_threads_are_listed_found_renamed_and_deleted(chats, thread):
    other = chats.new("owls", CORPUS)
    assert other.name == "owls (2)"
    ended(chats, thread, "", "When?")
    assert [one.name for one in chats.threads()] == ["owls", "owls (2)"]  # the one used last first
    assert chats.rename(other, " bats \n and\x1b mice ").name == "bats and mice"
    assert chats.thread("bats and mice").id == other.id
    chats.delete(thread)
    assert [one.name for one in chats.threads()] == ["bats and mice"]
    assert chats.read(thread).turns == ()


def test_a_name_that_is_taken_missing_empty_or_long_is_a_sentence(chats, thread):
    other = chats.new("bats", CORPUS)
    with pytest.raises(ChatFileError, match="'owls', which another one is called"):
        chats.rename(other, "owls")
    assert chats.rename(thread, "owls").name == "owls"
    for name in ("", " \x00 ", "x" * 81):
        with pytest.raises(ChatFileError, match="a name has 1 to 80 characters"):
            chats.rename(other, name)
    with pytest.raises(ChatFileError, match="asked for the thread 'cats'; there are: "):
        chats.thread("cats")


def test_a_deleted_thread_leaves_no_word_in_the_file(chats, thread):
    turn = ended(chats, thread, "", "Quillfeather?")
    steps = "INSERT INTO checkpoints (thread_id, checkpoint_id, checkpoint) VALUES (?, '1', 'Quillfeather')"
    with chats.saving() as saver:
        saver.setup()
        saver.conn.execute(steps, (turn.id,))
        saver.conn.commit()
    chats.delete(thread)
    with sqlite3.connect(chats.file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert all(b"Quillfeather" not in file.read_bytes() for file in chats.file.parent.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_the_file_is_for_its_user_alone(chats, thread):
    assert chats.file.stat().st_mode & 0o077 == 0


# Credentials


def test_secrets_are_removed(tmp_path):
    chats = Conversations(tmp_path / "chats.db", ["hunter2hunter2"])
    thread = chats.new("my hunter2hunter2", CORPUS)
    turn = chats.begin(thread, "", "Who?", NONE)
    chats.keep(turn, trace_of(answer="hunter2hunter2, or sk-0123456789abcdef0123"), "finished")
    assert thread.name == "my [removed]"
    (kept,) = Conversations(chats.file).read(thread).turns
    assert kept.answer == "[removed], or [removed]"


# The steps of a turn under way


def test_the_steps_of_a_finished_turn_are_deleted_and_those_of_another_are_kept(chats, thread, kit):
    opened = kit(model())
    turns = [chats.begin(thread, "", "When do owls hunt?", NONE) for _ in range(2)]
    with chats.saving() as saver:
        traces = [run(naive(), turn.question, opened, saver, turn.id) for turn in turns]
    chats.keep(turns[0], traces[0], "finished")
    chats.keep(turns[1], traces[1], "stopped")
    with sqlite3.connect(chats.file) as database:
        found = database.execute("SELECT DISTINCT thread_id FROM checkpoints").fetchall()
    assert found == [(turns[1].id,)]


# A file that was changed, or is none


def changed(chats, command, *values):
    with sqlite3.connect(chats.file) as database:
        database.execute(command, values)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("question", "Why?"), ("trace", '{"schema": 5}'), ("state", "failed"), ("state", "odd"), ("changed", "{"),
        ("changed", '{"odd": 1}'), ("parent", ""), ("parent", "t9"), ("digest", "0" * 64), ("digest", b"\xff"),
    ],
)  # fmt: skip
def test_a_turn_that_was_changed_is_told_and_those_before_it_stay(chats, thread, column, value):
    first = ended(chats, thread, "", "One?")
    second = ended(chats, thread, first.id, "Two?")
    third = ended(chats, thread, second.id, "Three?")
    beside = ended(chats, thread, first.id, "Four?")
    changed(chats, f"UPDATE turns SET {column} = ? WHERE id = ?", value, second.id)
    chat = Conversations(chats.file).read(thread)
    assert [turn.trouble for turn in chat.turns] == ["", CHANGED, RESTS, ""]
    if column != "parent":
        assert [turn.typed for turn in chat.history_of(third.id)] == ["One?"]
    assert [turn.typed for turn in chat.history_of(beside.id)] == ["One?", "Four?"]
    assert chat.turns[1].answer == CHANGED


def test_a_turn_whose_digest_was_made_anew_makes_nothing_that_is_no_run(chats, thread):
    turn = chats.begin(thread, "", "One?", NONE)
    text = '{"schema": 5, "ragkit": "", "trace": {"@type": "Popen"}}'
    digest = digest_of(turn, text, "")
    changed(chats, "UPDATE turns SET trace = ?, digest = ? WHERE id = ?", text, digest, turn.id)
    (found,) = chats.read(thread).turns
    assert found.trouble.startswith("this turn cannot be read: ")
    assert "Popen" in found.trouble


def test_a_circle_of_parents_ends(chats, thread):
    turn = ended(chats, thread, "", "One?")
    chat = chats.read(thread)
    looped = replace(chat, turns=(replace(turn, parent=turn.id),))
    assert len(looped.path(turn.id)) == 1


def recipes(file):
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda file: file.write_text("no database at all, but a text " * 99), "damaged, or no database.*move it away"),
        (lambda file: file.write_bytes(b"\x00" * 5000), "damaged, or no database.*move it away"),
        (recipes, "a database of another program; name another file"),
    ],
)
def test_a_file_that_has_no_chats_is_a_sentence_and_stays_as_it_was(tmp_path, make, told):
    file = tmp_path / "chats.db"
    make(file)
    before = file.read_bytes()
    with pytest.raises(ChatFileError, match=rf"chats\.db, got .*{told}"):
        Conversations(file).threads()
    assert file.read_bytes() == before


def test_chats_of_a_later_kit_are_not_touched(chats, thread):
    changed(chats, "PRAGMA user_version = 2")
    with pytest.raises(ChatFileError, match="chats of version 2, where this kit reads 1; update ragkit"):
        chats.threads()


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(ChatFileError, match="name another file"):
        Conversations(tmp_path).threads()


# Two kernels, and a full disk


def test_turns_of_two_kernels_on_one_file_are_both_kept(chats, thread):
    def ask(number):
        ended(Conversations(chats.file), thread, "", f"{number}?")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(ask, range(20)))
    turns = chats.read(thread).turns
    assert sorted(questions(turns)) == sorted(f"{number}?" for number in range(20))
    assert all(turn.state == "finished" and not turn.trouble for turn in turns)


def test_a_file_that_is_being_written_all_the_time_is_a_sentence(chats, thread, monkeypatch):
    monkeypatch.setattr(chat_file, "PATIENCE", 0.1)
    with sqlite3.connect(chats.file, isolation_level=None) as database:
        database.execute("BEGIN EXCLUSIVE")
        with pytest.raises(ChatFileError, match=r"another program has been writing for 0\.1 s; ask again"):
            chats.begin(thread, "", "When?", NONE)
        database.execute("ROLLBACK")
    assert chats.begin(thread, "", "When?", NONE).question == "When?"


def test_a_full_disk_is_told_and_loses_nothing(small_disk):
    chats = Conversations(small_disk.folder / "chats.db")
    thread = chats.new("owls", CORPUS)
    first = ended(chats, thread, "", "One?")
    second = chats.begin(thread, first.id, "Two?", NONE)
    small_disk.fill()
    with pytest.raises(NoRoom, match="asked to save a turn of a chat, got a full disk"):
        chats.keep(second, trace_of(answer="x" * 3_000_000), "finished")
    small_disk.make_room()
    assert [turn.state for turn in chats.read(thread).turns] == ["finished", "asked"]
    assert chats.keep(second, trace_of(), "finished").state == "finished"


def test_a_run_that_no_file_can_have_is_a_sentence(chats, thread):
    step = Step("odd", 1.0, Usage(), {"odd": sys})
    turn = chats.begin(thread, "", "One?", NONE)
    with pytest.raises(ChatFileError, match="asked to keep a turn, got module at trace"):
        chats.keep(turn, replace(trace_of(), steps=(step,)), "finished")
