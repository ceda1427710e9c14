"""`python -m ragkit study`: what it asks, what it keeps, where it stops, and where the next call goes on."""

import io
import json
import sys

import pytest
from fakes import FakeEmbed
from samples import lacks

from ragkit.__main__ import main
from ragkit.cli.study import Bar
from ragkit.evaluate.golden.questions import load_questions
from ragkit.evaluate.study import Progress, Standing, planned, price_of
from ragkit.model.scripted import ScriptedLLM
from ragkit.recommended import NAME
from ragkit.score import Score

OWLS = [
    {"question": f"How many mice does owl {name} eat?", "answer": f"It eats {number} mice.",
     "support": [{"document": f"{name}.md", "quote": f"Owl {name} eats {number} mice."}]}
    for number, name in enumerate(("Ada", "Bob", "Cid", "Dan"), start=31)
]  # fmt: skip


class Terminal(io.StringIO):
    """A terminal at which somebody types these lines."""

    def isatty(self):
        return True


@pytest.fixture
def folder(tmp_path, use, monkeypatch):
    """Four documents with a question about each beside them, a model that says 31 of all, and a working folder."""
    documents = tmp_path / "owls"
    documents.mkdir()
    for one in OWLS:
        (quoted,) = one["support"]
        (documents / quoted["document"]).write_text(f"# Owl\n\n{quoted['quote']}\n")
    (documents / "questions.jsonl").write_text("".join(json.dumps(one) + "\n" for one in OWLS))
    monkeypatch.setenv("RAGKIT_CACHE", str(use().cache))
    monkeypatch.setattr("ragkit.kit.SentenceEmbedder", lambda _: FakeEmbed())
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: ScriptedLLM(replies={"": "It eats 31 mice [1]."}))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    return documents


def run(folder, *more):
    return main(["study", str(folder), "--systems", "extract,naive", "--count", "4", *more])


@pytest.fixture
def typed(monkeypatch):
    """`typed("3", "y")` is what somebody types at the terminal."""
    return lambda *lines: monkeypatch.setattr(sys, "stdin", Terminal("".join(f"{line}\n" for line in lines)))


def test_help_names_every_argument(capsys):
    with pytest.raises(SystemExit) as left:
        main(["study", "--help"])
    names = ("--to", "--systems", "--wrong-costs", "--minutes", "--dollars", "--count", "--unanswered", "--review")
    assert left.value.code == 0 and lacks(capsys.readouterr().out, *names, "--yes") == []


@pytest.mark.process
def test_the_first_call_writes_the_questions_and_the_review_and_the_second_goes_on(folder, tmp_path, capsys):
    assert run(folder) == 0
    said = capsys.readouterr()
    to = tmp_path / "owls-study"
    assert lacks(said.out, "to review:", "review.html", "Then run the same command again.") == []
    assert "a wrong answer is taken to cost 1" in said.err and "of them are asked" in said.err
    assert len([one for one in load_questions(to / "questions.jsonl") if one.answer]) == 4
    assert (to / "review.html").is_file() and not (to / "choose").exists() and not (to / "study.md").exists()
    assert run(folder) == 0
    said = capsys.readouterr()
    assert "Nothing is decided yet" in said.out and "choosing: question" in said.err
    assert (to / "study.html").is_file() and not (folder / NAME).exists()
    rows = (to / "choose" / "rows.jsonl").read_text()
    assert run(folder) == 0 and (to / "choose" / "rows.jsonl").read_text() == rows


@pytest.mark.process
def test_with_yes_it_goes_on_at_once(folder, tmp_path, capsys):
    assert run(folder, "--yes", "--to", "here") == 0
    assert (tmp_path / "here" / "study.md").is_file() and "to review:" not in capsys.readouterr().out


@pytest.mark.process
def test_the_price_is_asked_once_and_kept(folder, tmp_path, capsys, typed):
    typed("much", "3", "n")
    assert run(folder) == 0
    said = capsys.readouterr()
    assert "What does a wrong answer cost you?" in said.out and "'much' is no number from 0" in said.err
    assert price_of(planned(tmp_path / "owls-study")) == 3
    assert not (tmp_path / "owls-study" / "choose").exists()
    typed()
    assert run(folder, "--dollars", "2") == 0
    assert "What does a wrong answer" not in capsys.readouterr().out
    kept = planned(tmp_path / "owls-study")
    assert (price_of(kept), kept.caps.cost, kept.caps.minutes, list(kept.systems)) == (3, 2, 60, ["extract", "naive"])


@pytest.mark.process
def test_a_budget_and_systems_of_an_earlier_call_stay(folder, tmp_path, typed):
    assert run(folder, "--minutes", "7", "--dollars", "2") == 0
    assert main(["study", str(folder), "--review"]) == 0
    kept = planned(tmp_path / "owls-study")
    assert (kept.caps.minutes, kept.caps.cost, list(kept.systems)) == (7, 2, ["extract", "naive"])


@pytest.fixture(autouse=True)
def opened(monkeypatch):
    """The pages that a browser would have been opened on."""
    pages = []
    monkeypatch.setattr("webbrowser.open", pages.append)
    return pages


@pytest.mark.process
def test_a_review_opens_the_page_and_asks_no_system(folder, tmp_path, opened):
    assert run(folder, "--yes", "--review") == 0
    assert opened == [(tmp_path / "owls-study" / "review.html").as_uri()]
    assert not (tmp_path / "owls-study" / "choose").exists()


@pytest.mark.process
@pytest.mark.parametrize(("answer", "goes_on"), [("y", True), ("n", False), ("", False)])
def test_at_a_terminal_it_asks_whether_to_go_on_without_a_review(folder, tmp_path, typed, answer, goes_on):
    typed(answer)
    assert run(folder, "--wrong-costs", "1") == 0
    assert (tmp_path / "owls-study" / "study.md").exists() is goes_on


@pytest.mark.parametrize("to", [".", "owls", "owls/deep/study"])
def test_a_study_among_the_documents_is_refused_before_anything_is_asked(folder, tmp_path, capsys, monkeypatch, to):
    given = ["study", str(folder), "--to", to] if to != "." else ["study", "."]
    if to == ".":
        monkeypatch.chdir(folder)
    assert main(given) == 1
    assert "which is among the documents; name another folder" in capsys.readouterr().err
    assert not list(tmp_path.rglob("study.yml"))


def test_a_folder_that_is_not_there_is_named(folder, capsys):
    assert main(["study", "cats"]) == 1
    assert "cats, which does not exist" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    [
        ("--unanswered", "1"),
        ("--unanswered", "-0.1"),
        ("--count", "0"),
        ("--wrong-costs", "-1"),
        ("--systems", "naive"),
    ],
)
def test_a_number_of_no_use_is_refused_at_once(folder, wrong):
    with pytest.raises(SystemExit) as left:
        main(["study", str(folder), *wrong])
    assert left.value.code == 2


def test_an_unknown_system_is_named_and_leaves_nothing_behind(folder, capsys, tmp_path):
    assert main(["study", str(folder), "--systems", "naive,magic"]) == 1
    assert "the graph 'magic' was asked for; there are extract" in capsys.readouterr().err
    assert not (tmp_path / "owls-study").exists()


def test_the_bar_names_the_leader_and_each_system_that_is_left_behind_once(capsys):
    ahead = Standing("naive", Score(1, 1, 1, 12), Score(0, 0, 0, 12), 12)
    behind = Standing("crag\x1b[2J", Score(0, 0, 0, 12), Score(-1, -1, -1, 12), 12)
    bar = Bar()
    bar(Progress("choosing", [ahead, behind], 20, 3.4))
    first = capsys.readouterr().err
    assert "choosing: question 12 of 20, 3 min; naive leads with 1.000" in first
    assert "crag\\x1b[2J is left behind: -1.000" in first
    bar(Progress("choosing", [ahead, behind], 20, 3.4))
    assert "left behind" not in capsys.readouterr().err
