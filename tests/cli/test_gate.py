"""The gate from the command line: what fails it, what does not, and what it cannot compare."""

from importlib import import_module

import pytest
from experiments import QUESTIONS
from gates import Gate
from samples import lacks

from ragkit.__main__ import main
from ragkit.state import Passage

WRITER = import_module("ragkit.nodes.generate")


@pytest.fixture
def gate(tmp_path, endpoint, monkeypatch):
    """A gate whose baseline and replies were made; the endpoint counts what it is asked from then on."""
    made = Gate(tmp_path, endpoint, monkeypatch)
    assert main(["gate", str(made.file), "--record", "--accept"]) == 0
    made.server.asked.clear()
    return made


@pytest.fixture
def other_prompt(monkeypatch):
    """The writer is asked in other words, which spoil its answers."""
    monkeypatch.setattr(WRITER, "ANSWER", "Sing about: {question}")


def run(gate, *more):
    return main(["gate", str(gate.file), *more])


def test_the_first_run_leaves_a_baseline_and_replies_and_no_path_of_this_machine(gate, tmp_path):
    folder = tmp_path / "gate"
    names = ["manifest.json", "questions.jsonl", "replies.jsonl.gz", "rows.jsonl"]
    assert sorted(file.name for file in folder.iterdir()) == names
    graded = {row["question"]: (row["right"], row["refused"]) for row in gate.rows}
    assert graded == {"owls": (1.0, False), "cats": (1.0, False), "mars": (None, True)}
    texts = [(folder / name).read_text() for name in names if name != "replies.jsonl.gz"]
    assert not any(str(tmp_path / "gate") in text or "ragkit-" in text for text in texts)


def test_what_reaches_no_prompt_passes_and_no_model_is_asked(gate, monkeypatch, capsys):
    gate.settings(timeout=7.5, answerable_from=0.9)
    gate.file.write_text(f"# a comment\n{gate.file.read_text()}")
    monkeypatch.setattr(WRITER, "NOT_AGAIN", "Never: {drafts}")
    assert run(gate, "--to", str(gate.to)) == 0
    said = capsys.readouterr().out
    assert lacks(said, "# Gate: passed", "has changed by 0.000 [0.000, 0.000] (n=3)") == []
    assert "Questions that changed" not in said and gate.to.read_text() == said.removesuffix("\n")
    assert gate.server.asked == []


def test_a_broken_prompt_has_no_recorded_reply_and_the_command_that_records_is_said(gate, other_prompt, capsys):
    assert run(gate, "--to", str(gate.to)) == 4
    said = capsys.readouterr()
    command = f"python -m ragkit gate {gate.file} --record"
    assert lacks(said.err, "3 questions of 3 asked for replies that were not recorded", command) == []
    assert said.out == "" and gate.server.asked == []
    assert lacks(gate.to.read_text(), "# Gate: replies are missing", f"    next, where the model runs: {command}") == []


def test_a_broken_prompt_fails_once_its_replies_are_recorded_and_then_without_a_model_too(gate, other_prompt, capsys):
    assert run(gate, "--record", "--to", str(gate.to)) == 3
    assert len(gate.server.asked) == 3
    gate.server.asked.clear()
    # Correct to wrong loses 2, abstained to wrong loses 1, so the mean is -5/3.
    assert lacks(gate.to.read_text(), "# Gate: failed", "by -1.667 [-2.000, -1.000] (n=3)", "3 lost, 0 gained") == []
    capsys.readouterr()
    assert run(gate) == 3
    assert "--accept" in capsys.readouterr().err and gate.server.asked == []
    assert [row["answer"] for row in gate.rows].count("Hoo, hoo, hoo.") == 0


def test_a_worse_system_that_is_accepted_is_the_baseline_from_then_on(gate, other_prompt):
    assert run(gate, "--record") == 3
    assert run(gate, "--accept") == 0
    assert run(gate) == 0
    assert [row["answer"] for row in gate.rows] == ["Hoo, hoo, hoo."] * 3


def test_a_tolerance_of_more_than_the_loss_passes(gate, other_prompt):
    assert run(gate, "--record", "--tolerance", "0.9") == 3
    # The upper end of the interval is -1.
    assert run(gate, "--tolerance", "1") == 0


def test_a_price_decides_how_much_is_lost(gate, other_prompt, capsys):
    run(gate, "--record", "--wrong-costs", "2")
    # -3, -3 and -2
    assert "costs 2, has changed by -2.667 [-3.000, -2.000]" in capsys.readouterr().out
    gate.settings(wrong_costs=0.5)
    run(gate)
    # -1.5, -1.5 and -0.5
    assert "costs 0.5, has changed by -1.167 [-1.500, -0.500]" in capsys.readouterr().out


def test_too_few_questions_for_the_loss_that_is_named_are_said_to_be_too_few(gate, capsys):
    assert run(gate, "--loss", "0.5") == 0
    # A quarter of the questions loses 2: (2.8016 * 2 * 0.4330 / 0.5)^2 = 23.5
    assert "3 questions are too few to see a loss of 0.5" in capsys.readouterr().out
    assert run(gate, "--loss", "2.5") == 1
    assert "at most 2" in capsys.readouterr().err


def test_live_the_endpoint_is_asked_and_nothing_is_recorded(gate, other_prompt, tmp_path):
    before = (tmp_path / "gate/replies.jsonl.gz").read_bytes()
    assert run(gate, "--live") == 3
    assert len(gate.server.asked) == 3
    assert (tmp_path / "gate/replies.jsonl.gz").read_bytes() == before


def test_without_recorded_replies_the_endpoint_is_asked(gate, tmp_path):
    (tmp_path / "gate/replies.jsonl.gz").unlink()
    assert run(gate) == 0
    assert len(gate.server.asked) == 3


def test_a_baseline_elsewhere_is_named_in_the_command_that_records(gate, other_prompt, tmp_path, capsys):
    there = (tmp_path / "gate").rename(tmp_path / "elsewhere")
    assert run(gate, "--baseline", str(there)) == 4
    assert f"gate {gate.file} --baseline {there} --record" in capsys.readouterr().err


def test_an_endpoint_that_fails_is_no_verdict_and_leaves_the_baseline_as_it_was(gate, tmp_path, capsys):
    before = {file: file.read_bytes() for file in (tmp_path / "gate").iterdir()}
    gate.server.answer = lambda _: (400, {})
    assert run(gate, "--record", "--accept") == 1
    assert "3 of 3 runs failed, so nothing was compared" in capsys.readouterr().err
    assert {file: file.read_bytes() for file in (tmp_path / "gate").iterdir()} == before


def test_without_a_baseline_it_says_how_one_is_made(gate, tmp_path, capsys):
    assert run(gate, "--baseline", str(tmp_path / "none")) == 1
    assert lacks(capsys.readouterr().err, "none, got no manifest.json", "gate EXPERIMENT --record --accept") == []


def test_a_baseline_of_other_questions_is_refused_and_the_questions_are_named(gate, capsys):
    owls, cats, mars = QUESTIONS
    gate.ask([owls | {"keys": [["dusk"]]}, cats, mars | {"id": "venus"}])
    assert run(gate) == 1
    said = capsys.readouterr().err
    assert lacks(said, "of other questions: 1 added (venus), 1 removed (mars), 1 changed (owls)", "--accept") == []
    assert gate.server.asked == []


def test_a_baseline_of_other_documents_is_refused_where_they_are_cut_alike(gate, monkeypatch, capsys):
    monkeypatch.setattr("fakes.MOSS", Passage("lichen", "Lichen grows on bark.", source="moss.md"))
    gate.documents = 1
    assert run(gate) == 1
    assert "are not those of the baseline" in capsys.readouterr().err
    gate.settings(chunk_overlap=12)
    assert run(gate, "--live") == 0


def test_empty_questions_and_two_systems_are_refused_before_anything_is_opened(gate, monkeypatch, capsys):
    monkeypatch.setattr("ragkit.evaluate.experiments.bench.opened", lambda *_: pytest.fail("a kit was opened"))
    gate.questions.write_text("")
    assert run(gate) == 1
    assert "no question" in capsys.readouterr().err
    gate.ask()
    gate.file.write_text("corpus: .\nsystems: {one: {graph: naive}, two: {graph: hybrid}}\n")
    assert run(gate) == 1
    assert "got 2 systems (one, two)" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--tolerance", "-1"], ["--loss", "nan"], ["--wrong-costs", "0"]])
def test_numbers_that_mean_nothing_are_wrong_calls(gate, wrong):
    with pytest.raises(SystemExit) as left:
        run(gate, *wrong)
    assert left.value.code == 2
