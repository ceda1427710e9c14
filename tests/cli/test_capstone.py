"""`python -m ragkit capstone`: the questions of a class, a submission to each task, and the leaderboard."""

import json
from dataclasses import replace

import pytest
from experiments import QUESTIONS, content_kit, questions_in
from samples import lacks

from ragkit import kit as kit_module
from ragkit.__main__ import main
from ragkit.course.capstones import compared
from ragkit.evaluate.golden import load_questions
from ragkit.graphs import SYSTEMS

WORD = "a barn owl at dusk"
CODE = "from ragkit.graphs import naive\n\n\ndef mine():\n    return naive()\n"


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    """Nine questions, a scripted kit in the place of the one on a folder, and a working folder."""
    names = ("owls", "cats", "mars")
    rows = [{**one, "id": f"{name}{at}"} for at in range(3) for name, one in zip(names, QUESTIONS, strict=True)]
    questions_in(tmp_path, rows)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(compared, "SYSTEMS", dict(SYSTEMS))
    for room in ("experiments.experiment", "experiments.jobs"):
        monkeypatch.setattr(f"ragkit.evaluate.{room}.SYSTEMS", compared.SYSTEMS)
    monkeypatch.setattr(kit_module.Kit, "open", lambda *args, **settings: content_kit(tmp_path))
    return tmp_path


def call(*arguments, word=WORD, folder="."):
    return main(["capstone", *map(str, arguments), "--word", word, "--folder", str(folder)])


def test_learners_get_the_questions_that_are_not_hidden(corpus, capsys):
    assert call("questions") == 0
    given = load_questions("capstones/questions.jsonl")
    assert 0 < len(given) < 9 and f"{len(given)} questions for learners; {9 - len(given)} stay hidden" in out(capsys)
    assert replace(given[0]) in load_questions("questions.jsonl")


def test_a_submission_is_graded_and_is_one_try_on_the_leaderboard(corpus, capsys):
    (corpus / "ada.py").write_text(CODE)
    assert call("system", "ada.py") == 0
    said = out(capsys)
    assert lacks(said, "A system of your own", "| tokens |", "a new try on the leaderboard", "without a fence") == []
    assert call("system", "ada.py", "--learner", "ada") == 0
    assert "the same code again: no new try" in out(capsys)
    assert call("system", "ada.py", "--price", "2") == 1
    assert "another word, price or number of questions" in out(capsys)
    assert main(["capstone", "board"]) == 0
    assert lacks(out(capsys), "1 learner, 1 try", "ada", "not shown to be ahead", "leaderboard.html") == []
    (line,) = (corpus / "capstones/leaderboard.jsonl").read_text().splitlines()
    assert not any(name in line for name in ("owls", "cats", "mars"))


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("questions", "--word", "owl"), "got 3 letters; take 12 or more"),
        (("system",), "without a submission; name its file"),
        (("system", "gone.py"), "gone.py"),
        (("rewrite", "gone.py"), "asked to grade gone.py, got no such file"),
        (("documents", "gone"), "got no such file"),
        (("board",), "`python -m ragkit capstone system SUBMISSION` adds one"),
    ],
)
def test_what_is_missing_is_said(corpus, capsys, arguments, said):
    assert main(["capstone", *arguments, *(() if "--word" in arguments else ("--word", WORD)), "--folder", "."]) == 1
    assert said in out(capsys)


@pytest.mark.process
def test_a_node_is_graded_with_its_measurement(corpus, capsys):
    (corpus / "ada.py").write_text("def rewrite(state, runtime):\n    return {'queries': []}\n")
    (corpus / "ada").mkdir()
    rows = []
    for part in ("fit", "test"):
        rows += [{"question": "owls0", "part": part, "way": way, "recall": 1.0} for way in ("plain", "hyde")]
    (corpus / "ada/rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    claim = {"way": "hyde", "plain": 1, "rewritten": 1, "difference": 0, "low": 0, "high": 0, "n": 1}
    (corpus / "ada/claim.json").write_text(json.dumps(claim | {"conclusion": "not shown"}))
    assert call("rewrite", "ada.py") == 0
    said = out(capsys)
    assert "| one call | 0 of 10 |" in said and "| conclusion | 10 of 10 |" in said and "| rows | 0 of 10 |" in said


def out(capsys):
    return "".join(capsys.readouterr())
