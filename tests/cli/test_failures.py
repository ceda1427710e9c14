"""`ragkit failures` labels folders of results, by rule unless a judge is asked for."""

import json

import pytest
from failing import folder_in

from ragkit.__main__ import main
from ragkit.judges import Verdicts


def test_one_folder_is_shown_by_kind_and_several_by_folder(tmp_path, capsys):
    one, two = folder_in(tmp_path / "one"), folder_in(tmp_path / "two")
    assert main(["failures", str(one), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["by"], set(said["modes"])) == ("kind", {"factual", "table"})
    assert said["pages"] == [str(one / "failures.md"), str(one / "failures.html")]
    assert main(["failures", str(one), str(two), "--json", "--to", str(tmp_path / "out")]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["by"], set(said["modes"])) == ("folder", {"one", "two"})
    assert (tmp_path / "out" / "failures.md").is_file()
    assert not (two / "failures.md").exists()


def test_it_says_how_many_are_unlabelled(tmp_path, capsys):
    assert main(["failures", str(folder_in(tmp_path / "one")), "--by", "system"]) == 0
    assert "2 labelled by rule, 0 by a judge, 2 unlabelled." in capsys.readouterr().out


@pytest.mark.parametrize(("kind", "judge"), [("odds", "OddsJudge"), ("structured", "StructuredJudge")])
def test_a_judge_is_asked_only_when_asked_for_and_is_that_of_the_settings(tmp_path, capsys, monkeypatch, kind, judge):
    class Sure:
        name = "sure"

        def __init__(self, llm):
            assert llm == "the model that judges"

        def verdicts(self, question, passages, asked):
            return Verdicts([0.9] * len(asked))

    monkeypatch.setenv("RAGKIT_JUDGE", kind)
    monkeypatch.setattr(f"ragkit.judges.{judge}", Sure)
    monkeypatch.setattr("ragkit.model.chat.chat", lambda settings, task: f"the model that {task}s")
    assert main(["failures", str(folder_in(tmp_path / "one")), "--judge"]) == 0
    assert "2 labelled by rule, 2 by a judge, 0 unlabelled." in capsys.readouterr().out
