"""`python -m ragkit teach --writer`: examples of folders or of a file, before and after, and how to use the outcome."""

from dataclasses import replace
from pathlib import Path

import pytest
from examples import toy
from tiny_critic import byte_tokenizer, tiny_model

import ragkit
from ragkit.__main__ import main
from ragkit.cli import teach as command
from ragkit.teach.base_model import Base
from ragkit.teach.lora import LoraSettings
from ragkit.teach.recipe import Recipe
from ragkit.teach.writing.example import write

pytestmark = pytest.mark.slow

RECIPE = Recipe(LoraSettings(rank=4, alpha=8, from_depth=0), learning_rate=2e-2, epochs=6, pairs_at_a_time=2, checks=2)


@pytest.fixture
def loaded(monkeypatch):
    """A tiny base in the place of the embedded model; the tiers that were asked for."""
    tiers = []

    def load(settings):
        tiers.append(settings.tier)
        return Base("tiny", "ab" * 32, tiny_model(), byte_tokenizer())

    monkeypatch.setattr("ragkit.teach.writing.sources.hold", lambda found: None)  # of the toys, the question tells all
    monkeypatch.setattr(command, "_base", load)
    monkeypatch.setattr("ragkit.teach.recipe.Recipe", lambda seed=0: replace(RECIPE, seed=seed))
    return tiers


@pytest.fixture
def data(tmp_path):
    file = tmp_path / "examples.jsonl"
    write(toy(), file)
    return str(file)


def test_a_file_of_examples_teaches_shows_before_and_after_and_how_to_use_it(loaded, data, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["teach", "--writer", "--data", data, "--to", str(out), "--tier", "budget", "--minutes", "5"]) == 0
    said = capsys.readouterr()
    head, _, bird, cat, _, last = said.out.splitlines()
    assert head.split() == ["kind", "examples", "log-probability", "written", "exactly"]
    assert bird.split()[:2] == ["bird", "2"] and cat.split()[:2] == ["cat", "2"] and bird.count(" -> ") == 2
    assert last == "measured on 2 documents that it has not seen; 95 % intervals"
    assert "8 examples to learn from, 6 times" in said.err
    assert f"written: {out / 'writer.gguf'}, with its model card beside it" in said.err
    assert f"to use it: RAGKIT_TIER=budget RAGKIT_WRITER_ADAPTER={out / 'writer.gguf'}" in said.err
    assert "RAGKIT_JUDGE" not in said.err and loaded == ["budget"]


def test_examples_are_made_of_the_documents_with_the_seed(loaded, tmp_path, monkeypatch, capsys):
    asked = []

    def made(folders, seed):
        asked.append(([folder.name for folder in folders], seed))
        return toy()

    monkeypatch.setattr("ragkit.teach.writing.sources.made", made)
    out = tmp_path / "out"
    paths = [str(tmp_path / "owls"), str(tmp_path / "newts")]
    assert main(["teach", "--writer", *paths, "--to", str(out), "--licence", "CC0", "--seed", "3"]) == 0
    assert asked == [(["owls", "newts"], 3)]
    assert "| owls | CC0 |\n| newts | CC0 |" in (out / "README.md").read_text()


def test_without_a_folder_the_adapter_goes_into_the_cache_of_writers(loaded, data, use, monkeypatch, capsys):
    cache = use().cache
    monkeypatch.setenv("RAGKIT_CACHE", str(cache))
    assert main(["teach", "--writer", "--data", data]) == 0
    assert (cache / "writers" / "examples-balanced" / "writer.gguf").is_file()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name a folder of them, or --data FILE"),
        (["--data", "none.jsonl"], "none.jsonl"),
        (["owls", "--hold"], "leave --hold out, or teach a critic without --writer"),
        (["owls", "newts", "bats", "--licence", "CC0", "--licence", "MIT"], "3 sources, got 2 licences"),
    ],
)
def test_what_cannot_be_taught_is_said_before_the_model_is_loaded(loaded, arguments, said, capsys):
    assert main(["teach", "--writer", *arguments]) == 1
    assert said in capsys.readouterr().err and loaded == []


def test_a_lesson_is_taught_again_by_its_facts(loaded, data, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    assert main(["teach", "--writer", "--data", data, "--to", str(first), "--seed", "3"]) == 0
    again = ["--again", str(first / "facts.json"), "--minutes", "0"]
    assert main(["teach", "--writer", "--data", data, "--to", str(second), *again]) == 0
    assert (first / "writer.gguf").read_bytes() == (second / "writer.gguf").read_bytes()


def test_the_facts_of_a_critic_are_no_lesson_for_a_writer(loaded, tmp_path, capsys):
    shipped = next((Path(ragkit.__file__).parent / "judges" / "adapters").glob("*.json"))
    assert main(["teach", "--writer", str(tmp_path), "--again", str(shipped)]) == 1
    said = capsys.readouterr().err
    assert "got the facts of a lesson about" in said and "number swapped" in said
    assert "name those beside a writer.gguf, or leave --writer out" in said and loaded == []


def test_a_file_of_judgements_is_no_file_of_examples(loaded, tmp_path, capsys):
    file = tmp_path / "rows.jsonl"
    file.write_text('{"pair": "p"}\n')
    assert main(["teach", "--writer", "--data", str(file)]) == 1
    assert "got other lines" in capsys.readouterr().err and loaded == []
