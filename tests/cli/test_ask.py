"""`python -m ragkit ask`: one system or several, each run checked for all to see."""

import json

import pytest
from fakes import FakeEmbed, model

from ragkit.__main__ import main
from ragkit.model.chat import chat
from ragkit.runs.trace_file import load


@pytest.fixture
def folder(tmp_path, use, monkeypatch):
    """A document about owls, and a model that is content with everything."""
    folder = tmp_path / "owls"
    folder.mkdir()
    (folder / "owls.md").write_text("# Owls\n\nOwls hunt mice at night.\n\n# Cats\n\nCats sleep by day.\n")
    monkeypatch.setenv("RAGKIT_CACHE", str(use().cache))
    monkeypatch.setattr("ragkit.kit.SentenceEmbedder", lambda _: FakeEmbed())
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: model())
    return folder


ASKED = "What do owls hunt?"


@pytest.mark.process
def test_systems_are_compared_one_below_the_other(folder, capsys, tmp_path):
    runs = tmp_path / "runs"
    assert main(["ask", str(folder), ASKED, "--compare", "hybrid,adaptive", "--save", str(runs)]) == 0
    said = capsys.readouterr()
    heads = [line for line in said.out.splitlines() if line.startswith("===")]
    assert heads == ["=== hybrid", "=== adaptive (checked)", "=== what differs", "=== what it cost"]
    assert "supported: Owls hunt mice at night. [1]" in said.out
    assert "adaptive, compared with hybrid: the same answer" in said.out
    assert "asking hybrid, adaptive about" in said.err and "adaptive (2 of 2)" in said.err
    assert sorted(load(file).system for file in runs.iterdir()) == ["adaptive", "hybrid"]


@pytest.mark.process
def test_one_system_says_whether_it_checked_its_answer(folder, capsys):
    assert main(["ask", str(folder), ASKED, "--graph", "adaptive"]) == 0
    said = capsys.readouterr().out
    assert "checked:  yes" in said and "  supported: Owls hunt mice at night. [1]" in said
    assert main(["ask", str(folder), ASKED, "--graph", "naive"]) == 0
    assert "checked:  no, this system does not verify its answers" in capsys.readouterr().out


@pytest.mark.process
def test_compared_runs_as_json_are_a_list_and_nothing_else(folder, capsys):
    assert main(["ask", str(folder), ASKED, "--compare", "extract,naive", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["trace"]["system"] for one in found] == ["extract", "naive"]


@pytest.mark.parametrize("names", ["naive", "", "naive,naive", ","])
def test_fewer_than_two_systems_cannot_be_compared(names, folder, capsys):
    with pytest.raises(SystemExit) as left:
        main(["ask", str(folder), ASKED, "--compare", names])
    assert left.value.code == 2
    assert "name two systems or more" in capsys.readouterr().err


def test_an_unknown_system_among_the_compared_ones_is_named(folder, capsys):
    assert main(["ask", str(folder), ASKED, "--compare", "naive,magic"]) == 2
    assert "asked for the system 'magic'; there are extract" in capsys.readouterr().err


@pytest.mark.process
def test_a_system_without_a_model_starts_none(folder, monkeypatch, capsys):
    monkeypatch.setattr("ragkit.kit.chat", chat)
    monkeypatch.setattr("ragkit.model.chat.gguf", lambda *_: (folder / "owl.gguf", "0" * 64))
    monkeypatch.setattr("ragkit.model.chat.adapters_of", lambda *_: ())
    monkeypatch.setattr("ragkit.model.chat.serve", lambda *_: pytest.fail("a model was started"))
    assert main(["ask", str(folder), ASKED, "--graph", "extract"]) == 0
    assert "Owls hunt mice at night." in capsys.readouterr().out
