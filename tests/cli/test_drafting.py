"""`python -m ragkit draft-conversations`: drafts are written beside the documents, and over no file of the user's."""

import json

import pytest
from fakes import FakeEmbed

from ragkit.__main__ import main
from ragkit.evaluate.golden.conversations import load_conversations
from ragkit.model.scripted import ScriptedLLM

REST = "The Power Board looks after everything here, day by day and year after year, in all weathers. " * 3
HIGH = {"question": "How high is Marren Dam?", "answer": "It is 87 m high."}
LONG = {"question": "How long is the crest of Marren Dam?", "answer": "The crest is 412 m long."}


@pytest.fixture
def folder(tmp_path, use, monkeypatch):
    """A document with two sections, and a model that drafts a question from each."""
    folder = tmp_path / "rivers"
    folder.mkdir()
    text = f"# Dam\n\n## Wall\n\nThe wall is 87 m high. {REST}\n\n## Crest\n\nThe crest is 412 m long. {REST}\n"
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
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: ScriptedLLM(replies={"": json.dumps(HIGH | {"answer": "Tall."})}))
    assert main(["draft-conversations", str(folder)]) == 1
    said = capsys.readouterr().err
    assert "dam.md, Dam > Wall: no sentence of the passage says what the answer says" in said
    assert "2 drafts dropped by rule" in said and "no conversation is left" in said
    assert not (folder / "conversations.jsonl").exists()


@pytest.mark.process
def test_in_a_corpus_of_the_kit_the_file_is_beside_its_questions(folder):
    corpus = folder.parent
    folder.rename(corpus / "docs")
    (corpus / "questions.jsonl").touch()
    assert main(["draft-conversations", str(corpus), "--count", "1"]) == 0
    assert (corpus / "conversations.jsonl").is_file()
