"""`python -m ragkit teach`: judgements of folders or of a file, before and after, and how to use the outcome."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from tiny_critic import byte_tokenizer, judgement, tiny_model, toy

from ragkit.__main__ import main
from ragkit.cli import teach as command
from ragkit.teach import lesson
from ragkit.teach.base_model import Base
from ragkit.teach.entailment import entailment
from ragkit.teach.gates import Leak, hold
from ragkit.teach.judgement import write
from ragkit.teach.lora import LoraSettings
from ragkit.teach.recipe import Recipe

pytestmark = pytest.mark.slow

RECIPE = Recipe(LoraSettings(rank=4, alpha=8, from_depth=0), learning_rate=2e-2, epochs=6, pairs_at_a_time=2, checks=4)


@pytest.fixture
def loaded(monkeypatch):
    """A tiny base in the place of the embedded model; the tiers that were asked for."""
    tiers = []

    def load(settings):
        tiers.append(settings.tier)
        return Base("tiny", "ab" * 32, tiny_model(), byte_tokenizer())

    monkeypatch.setattr("ragkit.teach.gates.hold", lambda found: [])  # of the toy pairs, what is asked tells all
    monkeypatch.setattr(command, "_base", load)
    monkeypatch.setattr("ragkit.teach.recipe.Recipe", lambda seed: replace(RECIPE, seed=seed))
    return tiers


@pytest.fixture
def data(tmp_path):
    file = tmp_path / "judgements.jsonl"
    write(toy(kinds=("bird", "cat")), file)
    return file


def test_a_file_of_judgements_teaches_shows_before_and_after_and_how_to_use_it(loaded, data, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["teach", "--data", str(data), "--to", str(out), "--tier", "budget", "--minutes", "5"]) == 0
    said = capsys.readouterr()
    head, bird, cat, _, last = said.out.splitlines()
    assert head.split() == ["kind", "pairs", "AUC", "zero-shot", "AUC", "taught", "pairs", "ranked", "correctly"]
    assert bird.startswith("bird") and "1.000 [1.000, 1.000]" in bird and cat.startswith("cat")
    assert last == "measured on 2 documents that it has not seen; 95 % intervals"
    assert "8 pairs to learn from, 6 times" in said.err
    assert f"written: {out / 'critic.gguf'}, with its model card beside it" in said.err
    assert f"RAGKIT_TIER=budget RAGKIT_JUDGE=taught RAGKIT_ADAPTER={out / 'critic.gguf'}" in said.err
    assert loaded == ["budget"]
    assert "| judgements.jsonl | not stated |" in (out / "README.md").read_text()


@pytest.fixture
def builder(monkeypatch):
    """A stand-in for what makes judgements of documents; what it is given."""
    given = SimpleNamespace(asked=[], leak="")

    def made(paths, seed):
        names = [path.name for path in paths]
        given.asked.append((names, seed))
        if given.leak:
            raise Leak(given.leak)
        return toy()

    monkeypatch.setattr("ragkit.teach.sources.made", made)
    return given


def test_judgements_are_made_of_the_documents_and_the_card_names_them(loaded, builder, tmp_path, capsys):
    out = tmp_path / "out"
    paths = [str(tmp_path / "owls"), str(tmp_path / "newts")]
    assert main(["teach", *paths, "--to", str(out), "--licence", "CC0", "--seed", "3"]) == 0
    assert builder.asked == [(["owls", "newts"], 3)]
    assert "| owls | CC0 |\n| newts | CC0 |" in (out / "README.md").read_text() and loaded == ["balanced"]


def test_pairs_that_leak_are_said_before_the_model_is_loaded(loaded, builder, tmp_path, capsys):
    builder.leak = "number swapped: 'overlap' ranks yes above no"
    assert main(["teach", str(tmp_path / "owls")]) == 1
    assert builder.asked == [(["owls"], 0)] and builder.leak in capsys.readouterr().err and loaded == []


def test_pairs_of_a_file_must_not_leak_either(loaded, data, monkeypatch, capsys):
    monkeypatch.setattr("ragkit.teach.gates.hold", hold)
    assert main(["teach", "--data", str(data)]) == 1
    assert "bird: 'asked in evidence' ranks yes above no with AUC 0.000 in 8 pairs" in capsys.readouterr().err
    assert loaded == []


def test_without_a_folder_the_adapter_goes_into_the_cache(loaded, data, use, monkeypatch, capsys):
    cache = use().cache
    monkeypatch.setenv("RAGKIT_CACHE", str(cache))
    assert main(["teach", "--data", str(data)]) == 0
    assert (cache / "critics" / "judgements-balanced" / "critic.gguf").is_file()


def test_a_set_that_must_not_fall_stops_it_with_the_reason(loaded, data, tmp_path, capsys):
    hold = tmp_path / "rte.jsonl"
    rows = [judgement(yes, "q", asked="Owls?" if yes else "Cats?") for yes in (True, False)]
    write(rows, hold)  # the other way round
    assert main(["teach", "--data", str(data), "--to", str(tmp_path / "out"), "--hold", str(hold)]) == 1
    said = capsys.readouterr().err
    assert "a gate closed: on rte.jsonl (1 pairs) the AUC fell from 1.000 zero-shot to 0.000" in said


def test_hold_without_a_file_holds_it_to_the_kits_own_entailment_set(loaded, data, tmp_path, monkeypatch):
    held = []
    monkeypatch.setattr(
        "ragkit.teach.conditions.must_not_fall", lambda *given: held.append(given) or (lambda critic: 0)
    )
    assert main(["teach", "--data", str(data), "--to", str(tmp_path / "out"), "--hold"]) == 0
    assert held == [(entailment("gate"), "entailment", 0.05)]
    assert "| entailment | 40 |" in (tmp_path / "out" / "README.md").read_text()  # the half that is no gate


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name a folder of them, or --data FILE"),
        (["--data", "none.jsonl"], "none.jsonl"),
        (["owls", "--again", "no-facts.json"], "no-facts.json"),
        (["owls", "newts", "bats", "--licence", "CC0", "--licence", "MIT"], "3 sources, got 2 licences"),
    ],
)
def test_what_cannot_be_taught_is_said_before_the_model_is_loaded(loaded, arguments, said, capsys):
    assert main(["teach", *arguments]) == 1
    assert said in capsys.readouterr().err and loaded == []


def test_a_file_that_is_no_judgements_says_so(loaded, tmp_path, capsys):
    file = tmp_path / "rows.jsonl"
    file.write_text('{"newt": 1}\n')
    assert main(["teach", "--data", str(file)]) == 1
    assert f"{file}" in capsys.readouterr().err and loaded == []


def test_ctrl_c_says_that_it_goes_on(loaded, data, tmp_path, monkeypatch, capsys):
    def interrupted(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(lesson.Lesson, "teach", interrupted)
    assert main(["teach", "--data", str(data), "--to", str(tmp_path / "out")]) == 130
    assert "the same command to continue" in capsys.readouterr().err


def test_a_lesson_is_taught_again_by_its_facts_with_its_settings_and_its_seed(loaded, builder, tmp_path, capsys):
    first, second = tmp_path / "first", tmp_path / "second"
    owls = str(tmp_path / "owls")
    assert main(["teach", owls, "--to", str(first), "--seed", "3", "--minutes", "5"]) == 0
    facts = first / "facts.json"
    assert main(["teach", owls, "--to", str(second), "--minutes", "0", "--again", str(facts)]) == 0
    assert [seed for _, seed in builder.asked] == [3, 3]
    assert (first / "critic.gguf").read_bytes() == (second / "critic.gguf").read_bytes()
