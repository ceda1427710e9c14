"""The commands with which a class hands in."""

from argparse import ArgumentTypeError
from datetime import UTC, datetime

import pytest

from ragkit.__main__ import main
from ragkit.cli.hands import moment
from ragkit.course.exercises.progress import Record
from ragkit.course.exercises.progress_file import progress_file


def test_what_a_learner_hands_in_is_collected(tmp_path, capsys):
    progress_file().update("02-rrf", Record.after_hint)
    assert main(["hand-in", "Ada Lovelace", "--to", str(tmp_path)]) == 0
    assert "  progress.json\n" in capsys.readouterr().out
    (tmp_path / "class.txt").write_text("Ada Lovelace\n\nBob\n")
    named = ["--names", str(tmp_path / "class.txt"), "--only", "ninety"]
    assert main(["collect", str(tmp_path), "--due", "2026-01-01T10:00", *named]) == 0
    out = capsys.readouterr().out
    assert "Ada Lovelace: no notebook; missing: ex02_hybrid_retrieval.ipynb; late: progress.json\n" in out
    assert "Bob: no notebook; missing: ex02_hybrid_retrieval.ipynb, progress.json\n" in out
    assert (tmp_path / "collected" / "Ada Lovelace" / "progress.json").is_file()


def test_an_empty_folder_and_a_wrong_plan_are_told(tmp_path, capsys):
    assert main(["collect", str(tmp_path)]) == 1
    assert "nothing was handed in" in capsys.readouterr().err
    assert main(["collect", str(tmp_path), "--only", "owl"]) == 1
    assert "name a plan" in capsys.readouterr().err


def test_a_time_has_the_zone_of_this_machine_or_its_own():
    assert moment("2026-12-01T18:00+01:00") == datetime(2026, 12, 1, 17, tzinfo=UTC)
    assert moment("2026-12-01").tzinfo is not None
    with pytest.raises(ArgumentTypeError, match="write it as 2026-12-01T18:00"):
        moment("tomorrow")
