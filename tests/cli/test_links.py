"""On a terminal, and nowhere else, a citation is a link to its document."""

import sys
from dataclasses import replace

import pytest
from fakes import BAT, CAT, OWL, model, small_kit
from outside import is_harmless

from ragkit import kit as kit_module
from ragkit.__main__ import main
from ragkit.cli.chat import say_end
from ragkit.cli.links import END, HEAD, NUMBER, START, addresses, linked, run_linked
from ragkit.runs.chat_turns import ChatTurn
from ragkit.trace import Trace


@pytest.fixture
def folder(tmp_path):
    for name in ("owls.md", "cats.md"):
        (tmp_path / name).write_text("Most owls hunt mice at night.")
    return tmp_path


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")


def link(target, number):
    return f"\x1b]8;;{target}\x1b\\[{number}]\x1b]8;;\x1b\\"


RUN = Trace("Who [1]?", (), "Owls hunt mice at night. [1] Cats [2] [9]", (OWL, CAT), 1.0)


def test_the_answer_and_the_list_of_sources_lead_to_the_documents(folder, terminal):
    lines = run_linked(RUN, folder).splitlines()
    owls, cats = f"{folder.as_uri()}/owls.md", f"{folder.as_uri()}/cats.md"
    assert lines[0] == "question: Who [1]?"
    assert lines[1] == f"answer:   Owls hunt mice at night. {link(owls, 1)} Cats {link(cats, 2)} [9]"
    assert lines[3] == f"  {link(owls, 1)} owls.md, Owls"
    assert lines[5] == f"  {link(cats, 2)} cats.md, Cats"


def test_without_the_links_it_is_what_is_printed_elsewhere(folder, terminal):
    text = run_linked(RUN, folder)
    for name in ("owls.md", "cats.md"):
        text = text.replace(f"{START}{folder.as_uri()}/{name}{END}", "")
    assert text.replace(f"{START}{END}", "") == str(RUN)


def test_a_number_in_a_quoted_sentence_is_no_citation(folder, terminal):
    quoting = replace(OWL, text="Owls hunt at night, as in [1].")
    lines = run_linked(replace(RUN, answer="Owls hunt at night. [1]", passages=(quoting,)), folder).splitlines()
    assert lines[4] == '      "Owls hunt at night, as in [1]."'


def test_a_pipe_and_a_plain_terminal_get_no_link(folder, terminal, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    assert run_linked(RUN, folder) == str(RUN)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    assert run_linked(RUN, folder) == str(RUN)


def test_a_page_of_the_web_is_opened_there_and_what_has_no_address_stays_text(folder, terminal):
    assert addresses(replace(RUN, passages=(BAT, replace(CAT, source="gone.md"))), folder) == {
        1: "https://bats.example"
    }
    assert linked("  [1] a\n      [1]\nb [1]", HEAD, {1: "x"}) == f"  {link('x', 1)} a\n      [1]\nb [1]"
    assert linked("[1234567] [0]", NUMBER, {1: "x"}) == "[1234567] [0]"


def test_a_run_that_failed_has_no_links(folder, terminal):
    failed = replace(RUN, answer="", failed="the server is gone [1]", passages=())
    assert run_linked(failed, folder) == str(failed)


def test_a_hostile_run_brings_no_escape_of_its_own(folder, terminal):
    escapes = "\x1b[2J\x1b]8;;http://evil.example\x07\x9b31m"
    passage = replace(OWL, text=f"{escapes} Owls hunt.", section=escapes)
    web = replace(OWL, source=f"https://x.example/{escapes}")
    text = run_linked(Trace(escapes, (), f"{escapes} Owls hunt. [1] [2]", (passage, web), 1.0), folder)
    for target in addresses(replace(RUN, passages=(passage, web)), folder).values():
        text = text.replace(f"{START}{target}{END}", "")
    assert is_harmless(text.replace(f"{START}{END}", ""))


def test_a_turn_of_a_chat_ends_with_links_in_its_answer_and_its_sources(folder, terminal, capsys):
    sys.stdout.isatty = lambda: True
    trace = replace(RUN, answer="Owls hunt mice. [1]")
    say_end(ChatTurn("t", "x", "", "Who?", state="finished", trace=trace), "Owls hunt mice.", folder)
    lines = capsys.readouterr().out.splitlines()
    owls = f"{folder.as_uri()}/owls.md"
    assert lines[0] == f" {link(owls, 1)}"
    assert lines[1] == f"  {link(owls, 1)} owls.md, Owls"


def test_ask_prints_no_link_into_a_pipe(folder, monkeypatch, capsys):
    said = model(draft="Most owls hunt mice at night [1].")
    monkeypatch.setattr(kit_module.Kit, "open", lambda *_, **__: small_kit(folder, said))
    assert main(["ask", str(folder), "Who hunts?", "--graph", "naive"]) == 0
    out = capsys.readouterr().out
    assert "Most owls hunt mice at night [1]." in out and "\x1b" not in out
