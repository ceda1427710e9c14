"""The chat panel asks, stops, branches and resumes by its controls, and says whatever happens."""

import sqlite3
import time
from dataclasses import replace

import pytest
from chats import QUESTION, chat_kit, chatting
from fakes import model

from ragkit.conversation import Turn
from ragkit.state import Passage
from ragkit.trace import Step
from ragkit.widgets import Chat
from ragkit.widgets.panels.chat_branch import PASSAGE, SETTING
from ragkit.widgets.panels.chat_threads import SURE

SOON = 30  # seconds, for a scripted run on a busy machine


@pytest.fixture
def chat(kit, tmp_path):
    return Chat(kit(model()), chatting, tmp_path / "chats.db")


def again(chat):
    """The same thread in a new panel, as after a restart of the kernel."""
    session = chat.session
    return Chat(session.kit, chatting, session.chats.file, thread=chat.conversation.thread.name)


def ask(chat, question):
    chat.question.value = question
    chat.question._handle_custom_msg({"event": "submit"}, [])
    chat.wait(SOON)


def shown(chat):
    return "".join(card.value for card in chat.past.children)


def test_enter_and_the_button_ask_and_the_turn_is_shown_with_all_that_it_was(chat):
    assert "Nothing asked yet." in chat.status.value
    ask(chat, "When do owls hunt?")
    chat.question.value = "Do they hunt mice?"
    chat.go.click()
    chat.wait(SOON)
    assert len(chat.past.children) == 2
    assert "1. When do owls hunt?" in shown(chat)
    assert "follow-up (a pronoun), which needs what was said before" in shown(chat)
    assert "Do they hunt mice? When do owls hunt? (used)" in shown(chat)
    assert "Route: conversational_rewrite, retrieve, generate, keep_turn." in shown(chat)
    assert "model call, " in shown(chat)
    assert "Answered. <span class='rk-heard'>Owls hunt mice at night" in chat.status.value
    assert (chat.question.value, chat.live.value) == ("", "")
    assert not chat.go.disabled and chat.halt.disabled


def test_what_cannot_be_asked_stays_in_the_box(chat):
    ask(chat, "x" * 100_000)
    assert "a turn takes 4,000" in chat.status.value
    assert len(chat.question.value) == 100_000
    ask(chat, " ")
    assert "asked an empty question" in chat.status.value
    assert chat.conversation is None


def test_it_is_drawn_node_by_node_then_token_by_token_and_stops_and_goes_on_at_a_button(tmp_path):
    with chat_kit(tmp_path / "index") as (kit, _):
        chat = Chat(kit, chatting, tmp_path / "chats.db")
        drawn = []
        chat.live.observe(lambda change: drawn.append(change["new"]), "value")
        chat.question.value = QUESTION
        chat.go.click()
        assert chat.go.disabled and not chat.halt.disabled
        while not any("rk-answer" in html for html in drawn):
            time.sleep(0.01)
        chat.halt.click()
        chat.wait(SOON)
        assert "Stopped. <span class='rk-heard'>stopped by the user" in chat.status.value
        assert chat.choices.children == (chat.resume,)
        stopped = list(drawn)
        chat.resume.click()
        chat.wait(SOON)
        assert "Answered." in chat.status.value and chat.choices.children == ()
        assert len(chat.conversation.turns) == 1
    nodes = [html.partition("</ol>")[0].count("<li") for html in stopped if html]
    assert nodes == sorted(nodes) and nodes[-1] == 3
    assert any("searched for" in html and "rk-answer" not in html for html in drawn)
    assert any("3 passages" in html for html in drawn)


def test_a_turn_is_asked_again_with_one_thing_changed_and_both_runs_are_beside_each_other(chat):
    ask(chat, "When do owls hunt?")
    chat.branches.kind.value = SETTING
    chat.branches.value.value = "1"
    chat.branches.ask_button.click()
    chat.wait(SOON)
    assert len(chat.conversation.turns) == 2
    assert "(changed: k = 1)" in shown(chat)
    assert "runs side by side" in shown(chat)
    chat.branches.turn.value = chat.conversation.turns[0].id
    chat.branches.kind.value = PASSAGE
    assert len(chat.branches.passage.options) == 3
    chat.branches.ask_button.click()
    chat.wait(SOON)
    assert "without the passage" in shown(chat), chat.status.value
    assert [turn.parent for turn in chat.conversation.turns] == ["", "", ""]


def test_one_goes_on_from_an_earlier_turn(chat):
    for question in ("When do owls hunt?", "Do they sleep?"):
        ask(chat, question)
    first = chat.conversation.turns[0]
    chat.branches.turn.value = first.id
    chat.branches.go_button.click()
    assert len(chat.past.children) == 1
    ask(chat, "Do they eat?")
    assert chat.conversation.turns[2].parent == first.id


def test_a_change_that_cannot_be_is_said(chat):
    chat.branches.ask_button.click()
    assert "nothing was asked yet" in chat.status.value
    ask(chat, "When do owls hunt?")
    chat.branches.kind.value = SETTING
    chat.branches.value.value = "many"
    chat.branches.ask_button.click()
    assert "asked to set k = &#x27;many&#x27;" in chat.status.value


def test_only_the_fields_of_the_chosen_change_are_shown(chat):
    form = chat.branches
    fields = [form.question, form.setting, form.value, form.passage]
    assert [field.layout.display for field in fields] == ["", "none", "none", "none"]
    form.kind.value = SETTING
    assert [field.layout.display for field in fields] == ["none", "", "", "none"]


def test_threads_are_opened_renamed_and_deleted(chat):
    ask(chat, "When do owls hunt?")
    threads = chat.threads
    threads.name.value = "owls"
    threads.rename_button.click()
    assert "is called &#x27;owls&#x27; now" in chat.status.value
    threads.new_button.click()
    assert chat.past.children == ()
    ask(chat, "Do cats?")
    assert [name for name, _ in threads.chosen.options] == ["Do cats?", "owls"]
    threads.chosen.value = dict(threads.chosen.options)["owls"]
    threads.open_button.click()
    assert "When do owls hunt?" in shown(chat)
    threads.delete_button.click()
    assert threads.delete_button.description == SURE
    assert len(threads.chosen.options) == 2
    threads.delete_button.click()
    assert [name for name, _ in threads.chosen.options] == ["Do cats?"]
    assert chat.past.children == ()
    threads.name.value = ""
    threads.rename_button.click()
    assert "a name has 1 to 80 characters" in chat.status.value


def test_a_turn_whose_kernel_was_killed_is_found_again_and_resumed(chat):
    ask(chat, "When do owls hunt?")
    for event in chat.session.ask("Do they hunt mice?"):
        if isinstance(event, Step) and event.node == "retrieve":
            break
    del event  # what would come after the step never happens, as after a kill
    found = again(chat)
    assert len(found.past.children) == 2
    assert "Turn 2, has not ended" in shown(found)
    found.resume.click()
    found.wait(SOON)
    assert [turn.state for turn in found.conversation.turns] == ["finished", "finished"]


def test_a_question_asked_back_has_a_button_for_each_reading(chat):
    ask(chat, "When do owls hunt?")
    turn = chat.conversation.turns[0]
    back = Turn(turn.question, "Which owls?", readings=("Barn owls?", "Snowy owls?"))
    trace = replace(turn.trace, steps=(*turn.trace.steps, Step("ask_back", 0, turn.trace.usage, {"history": [back]})))
    chat.session._known(replace(turn, trace=trace))
    chat._refresh()
    assert [button.description for button in chat.choices.children] == ["Barn owls?", "Snowy owls?"]
    chat.choices.children[1].click()
    chat.wait(SOON)
    assert chat.conversation.turns[1].question == "Snowy owls?"


def test_a_thread_of_another_corpus_is_shown_and_says_that_nothing_can_be_asked(chat):
    ask(chat, "When do owls hunt?")
    kit = chat.session.kit
    chat.session.kit = replace(kit, corpus=replace(kit.corpus, passages=(Passage("x", "Dogs bark."),)))
    other = again(chat)
    assert "have changed since; its turns can be read" in other.status.value
    assert "When do owls hunt?" in shown(other)
    ask(other, "And cats?")
    assert "have changed since" in other.status.value
    assert other.question.value == "And cats?"


def test_a_turn_that_was_damaged_is_shown_as_such_and_those_before_it_stay(chat):
    for question in ("When do owls hunt?", "Do they sleep?"):
        ask(chat, question)
    with sqlite3.connect(chat.session.chats.file) as database:
        database.execute("UPDATE turns SET question = 'odd' WHERE parent != ''")
    found = again(chat)
    assert "1. When do owls hunt?" in shown(found)
    ask(found, "Do they eat?")
    assert found.conversation.turns[2].parent == found.conversation.turns[0].id


def test_a_graph_that_holds_no_conversation_says_so(kit, tmp_path):
    assert "each question is answered alone" in Chat(kit(), "hybrid", tmp_path / "chats.db").status.value


def test_a_page_without_a_kernel_has_the_whole_tree(chat):
    assert "text/html" not in chat._repr_mimebundle_()
    ask(chat, "When do owls hunt?")
    assert "Chat: When do owls hunt?" in chat._repr_mimebundle_()["text/html"]
