"""`ragkit draft` and `draft-conversations`: drafts go beside the documents, and over no file of the user's."""

import json
import shutil

import pytest
from fakes import FakeEmbed

from ragkit.__main__ import main
from ragkit.course.checkout import ROOT
from ragkit.evaluate.golden.conversations import load_conversations
from ragkit.evaluate.golden.questions import load_questions
from ragkit.model.replies import ReplyCache
from ragkit.model.scripted import ScriptedLLM

REST = "The board looks after everything here, day by day and year after year, in all weathers. " * 3
HIGH = {"question": "How high is Marren Dam?", "answer": "87 m"}
LONG = {"question": "How long is the crest of Marren Dam?", "answer": "412 m"}


@pytest.fixture
def folder(tmp_path, use, monkeypatch):
    """A document with two sections, and a model that drafts a question from each."""
    folder = tmp_path / "rivers"
    folder.mkdir()
    wall = f"## Wall\n\nThe wall of Marren Dam is 87 m high. {REST}"
    crest = f"## Crest\n\nThe crest of Marren Dam is 412 m long. {REST}"
    text = f"# Dam\n\n{wall}\n\n{crest}\n"
    (folder / "dam.md").write_text(text)
    monkeypatch.setenv("RAGKIT_CACHE", str(use().cache))
    monkeypatch.setattr("ragkit.kit.SentenceEmbedder", lambda _: FakeEmbed())
    drafts = ScriptedLLM(replies={"87 m": json.dumps(HIGH), "412 m": json.dumps(LONG)})
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: drafts)
    return folder


@pytest.mark.process
def test_drafts_are_written_beside_the_documents_and_the_next_step_is_told(folder, capsys):
    assert main(["draft-conversations", str(folder), "--count", "1"]) == 0
    said = capsys.readouterr()
    file = folder / "conversations.jsonl"
    assert said.out == f"1 conversation: {file}\n"
    assert "0 drafts dropped by rule" in said.err and "next: read every turn" in said.err
    (found,) = load_conversations(file)
    assert [turn.user for turn in found.turns] == [HIGH["question"], "And how long is the crest?"]


def test_a_file_that_is_there_is_not_written_over_and_no_model_is_asked(folder, capsys):
    file = folder / "conversations.jsonl"
    file.write_text("mine")
    assert main(["draft-conversations", str(folder)]) == 1
    assert "which is there already; rename it" in capsys.readouterr().err
    assert file.read_text() == "mine"


@pytest.mark.process
def test_nothing_is_written_when_every_draft_is_dropped_and_the_reasons_are_told(folder, capsys, monkeypatch):
    monkeypatch.setattr(
        "ragkit.kit.chat", lambda *_: ScriptedLLM(replies={"": json.dumps({"question": "Is it tall?"})})
    )
    assert main(["draft-conversations", str(folder)]) == 1
    said = capsys.readouterr().err
    assert "dam.md, Dam > Wall: the question does not say what it is about" in said
    assert "2 drafts dropped by rule" in said and "no conversation is left" in said
    assert not (folder / "conversations.jsonl").exists()


@pytest.mark.process
def test_in_a_corpus_of_the_kit_the_file_is_beside_its_questions(folder):
    corpus = folder.parent
    folder.rename(corpus / "docs")
    (corpus / "questions.jsonl").touch()
    assert main(["draft-conversations", str(corpus), "--count", "1"]) == 0
    assert (corpus / "conversations.jsonl").is_file()


# Questions


@pytest.mark.process
def test_questions_are_written_as_an_experiment_reads_them(folder, capsys):
    assert main(["draft", str(folder), "--count", "2"]) == 0
    said = capsys.readouterr()
    file = folder / "questions.jsonl"
    assert said.out == f"2 questions: {file}\n"
    assert "0 drafts dropped by rule" in said.err and "next: read every question" in said.err
    by_id = {question.id: question for question in load_questions(file)}
    assert set(by_id) == {"how-high-is-marren-dam", "how-long-is-the-crest-of-marren-dam"}
    high = by_id["how-high-is-marren-dam"]
    assert high.keys == (("87",),) and high.support[0].document == "dam.md"
    assert high.support[0].quote == "The wall of Marren Dam is 87 m high."


@pytest.mark.process
def test_every_format_that_the_kit_reads_is_drafted_from(folder, monkeypatch):
    (folder / "dam.md").write_text(f"# Dam\n\nThe wall of Marren Dam is 87 m high. {REST}")
    (folder / "crest.txt").write_text(f"The crest of Marren Dam is 412 m long. {REST}")
    (folder / "gate.html").write_text(f"<h1>Gate</h1><p>The gate of Marren Dam weighs 31 tonnes. {REST}</p>")
    shutil.copy(ROOT / "corpora" / "algorithms" / "docs" / "string-matching-benchmarks.pdf", folder)
    gate = {"question": "What weight has the gate of Marren Dam?", "answer": "31 tonnes"}
    asked = {"(dam.md": HIGH, "(crest.txt": LONG, "(gate.html": gate}
    replies = {where: json.dumps(form) for where, form in asked.items()}
    replies["(string-matching-benchmarks.pdf"] = json.dumps({"question": "How long did Magpie Dam take, 4711 s?"})
    llm = ScriptedLLM(replies=replies)
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: llm)
    assert main(["draft", str(folder), "--count", "4"]) == 0
    found = {question.support[0].document for question in load_questions(folder / "questions.jsonl")}
    assert found == {"dam.md", "crest.txt", "gate.html"}
    # The draft from the PDF has a name that is not in it.
    assert any("(string-matching-benchmarks.pdf" in prompt for prompt in llm.prompts)


@pytest.mark.process
def test_a_draft_that_breaks_a_rule_is_named_with_the_rule_and_counted(folder, capsys, monkeypatch):
    bad = json.dumps({"question": "How long is the crest of Orle Dam?"})
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: ScriptedLLM(replies={"87 m": json.dumps(HIGH), "412 m": bad}))
    assert main(["draft", str(folder)]) == 0
    said = capsys.readouterr()
    assert "dam.md, Dam > Crest: the question has a name or a number that is not in the passage" in said.err
    assert "1 draft dropped by rule" in said.err and said.out.startswith("1 question: ")


@pytest.mark.process
def test_what_was_asked_before_a_stop_is_not_asked_again(folder, capsys, monkeypatch, tmp_path):
    replies = {"87 m": json.dumps(HIGH), "412 m": json.dumps(LONG)}
    cache = ReplyCache(tmp_path / "replies", "scripted")
    asked = []

    class Stopped(ScriptedLLM):
        def _generate(self, messages, *more, **named):
            asked.append(str(messages[0].content))
            if len(asked) == 2:
                raise KeyboardInterrupt
            return super()._generate(messages, *more, **named)

    monkeypatch.setattr("ragkit.kit.chat", lambda *_: Stopped(replies=replies, cache=cache))
    assert main(["draft", str(folder)]) == 130
    assert "run the same command to continue" in capsys.readouterr().err
    assert not (folder / "questions.jsonl").exists()
    assert main(["draft", str(folder)]) == 0
    assert len(load_questions(folder / "questions.jsonl")) == 2
    assert [prompt for prompt in set(asked) if asked.count(prompt) > 1] == [asked[1]]


@pytest.mark.parametrize("more", [[], ["--to", "mine.jsonl"]])
def test_no_file_of_questions_is_written_over_and_no_model_is_asked(folder, capsys, monkeypatch, more):
    monkeypatch.chdir(folder)
    file = folder / (more[1] if more else "questions.jsonl")
    file.write_text("mine")
    assert main(["draft", str(folder), *more]) == 1
    assert "which is there already; rename it" in capsys.readouterr().err
    assert file.read_text() == "mine"


@pytest.mark.process
def test_a_folder_of_short_texts_is_told_that_nothing_can_be_drafted(folder, capsys):
    (folder / "dam.md").write_text("The wall of Marren Dam is 87 m high.")
    assert main(["draft", str(folder)]) == 1
    said = capsys.readouterr().err
    assert "no passage has 200 characters" in said and "no question is left" in said


def test_a_file_that_would_change_which_documents_are_read_is_not_written(folder, capsys):
    (folder / "docs").mkdir()
    assert main(["draft", str(folder)]) == 1
    said = capsys.readouterr().err
    assert f"only the documents in docs/ would be read. Draft about {folder / 'docs'} with --to" in said
