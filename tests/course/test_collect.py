"""What a class handed in: which file of a learner counts, what is late, and what is missing."""

import csv
import io
import json
import os
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import nbformat
import pytest

from ragkit.course.classroom import read_class
from ragkit.course.collect import collect
from ragkit.course.exercises.checks import learners_file
from ragkit.course.exercises.progress import Progress, Record, packed
from ragkit.course.hand_in import Label

NINE = datetime(2026, 12, 1, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
RRF = learners_file("02_hybrid_retrieval")
CLAIMS = learners_file("07_claims")


def zipped(folder, name, time, tries=1, **more):
    """A file of `hand-in`, with notebook 02 and a progress of so many tries."""
    file = folder / f"{Path(name).name} {time:%H}.zip"
    with zipfile.ZipFile(file, "w") as packing:
        packing.writestr("hand-in.json", Label(name=name, time=time).model_dump_json())
        packing.writestr("progress.json", packed(Progress().with_record("02-rrf", Record(tries=tries))))
        packing.writestr(RRF.name, RRF.read_bytes())
        for inside, content in more.items():
            packing.writestr(inside, content)
    return file


def tries(folder, name):
    return json.loads((folder / name / "progress.json").read_text())["tasks"]["02-rrf"]["tries"]


def test_the_last_file_before_the_due_date_counts_and_the_others_are_named(tmp_path):
    for hour in (0, 1, 3):
        zipped(tmp_path, "Ada", NINE + hour * HOUR, tries=hour + 1)
    zipped(tmp_path, "Bob", NINE + 3 * HOUR, tries=9)
    (ada, bob), troubles = collect(tmp_path, tmp_path / "out", due=NINE + 2 * HOUR)
    assert troubles == [] and tries(tmp_path / "out", "Ada") == 2 and tries(tmp_path / "out", "Bob") == 9
    assert str(ada) == f"Ada: {RRF.name}; repeated: Ada 09.zip, Ada 12.zip"
    assert str(bob) == f"Bob: {RRF.name}; late: {RRF.name}, progress.json"
    label = Label.model_validate_json((tmp_path / "out" / "Bob" / "hand-in.json").read_text())
    assert label.late == ("progress.json", RRF.name) and label.time == NINE + 3 * HOUR


def test_without_a_due_date_the_last_file_counts(tmp_path):
    zipped(tmp_path, "Ada", NINE + HOUR, tries=2)
    zipped(tmp_path, "ada", NINE, tries=1)
    (ada,), _ = collect(tmp_path, tmp_path / "out")
    assert ada.late == [] and tries(tmp_path / "out", ada.name) == 2


def test_who_of_the_class_and_which_notebook_is_missing_is_told(tmp_path):
    zipped(tmp_path, "Ada", NINE)
    found, _ = collect(tmp_path, tmp_path / "out", names=["Ada", "Cy"], notebooks=["02_hybrid_retrieval", "07_claims"])
    said = [str(one) for one in found]
    assert said[0] == f"Ada: {RRF.name}; missing: {CLAIMS.name}"
    assert said[1] == f"Cy: no notebook; missing: {RRF.name}, {CLAIMS.name}, progress.json"
    label = Label.model_validate_json((tmp_path / "out" / "Cy" / "hand-in.json").read_text())
    assert (label.name, label.time) == ("Cy", None), "so the gradebook has a row"


def test_the_folder_of_nbgrader_is_read_with_its_times(tmp_path):
    work = tmp_path / "submitted" / "ada" / "claims"
    work.mkdir(parents=True)
    (work / "my work.ipynb").write_bytes(CLAIMS.read_bytes())
    (work / "timestamp.txt").write_text("2026-12-01 09:00:00.125000 UTC\n")
    (tmp_path / "source" / "ada").mkdir(parents=True)
    (tmp_path / "source" / "ada" / "x.ipynb").write_text("{}")
    (ada,), troubles = collect(tmp_path, tmp_path / "out", due=NINE)
    assert troubles == [] and (ada.name, list(ada.counting), ada.late) == ("ada", [CLAIMS.name], [CLAIMS.name])
    assert (tmp_path / "out" / "ada" / CLAIMS.name).read_bytes() == CLAIMS.read_bytes()


def test_files_that_have_a_learners_name_are_read_with_their_own_times(tmp_path):
    (tmp_path / "eve.ipynb").write_bytes(RRF.read_bytes())
    (tmp_path / "eve.json").write_text(packed(Progress()))
    os.utime(tmp_path / "eve.ipynb", (0, NINE.timestamp()))
    (eve,), _ = collect(tmp_path, tmp_path / "collected")
    assert set(eve.counting) == {RRF.name, "progress.json"} and eve.counting[RRF.name].time == NINE
    again, _ = collect(tmp_path, tmp_path / "collected")
    assert len(again) == 1, "what was laid out is not collected again"


def test_a_damaged_file_is_told_and_no_name_leads_out_of_the_folder(tmp_path):
    (tmp_path / "bad.zip").write_text("owl")
    zipped(
        tmp_path, "../../Mal", NINE, **{"../../../ex09_owl.ipynb": "{}", "notes.txt": "owl", "__MACOSX/._a.ipynb": "x"}
    )
    (mal,), troubles = collect(tmp_path, tmp_path / "out")
    assert len(troubles) == 1 and "bad.zip is skipped" in troubles[0] and "`hand-in` wrote it" in troubles[0]
    assert set(mal.counting) == {RRF.name, "progress.json", "ex09_owl.ipynb"}
    written = {file for file in tmp_path.rglob("*") if file.name == "ex09_owl.ipynb"}
    assert written == {tmp_path / "out" / "_.._Mal" / "ex09_owl.ipynb"}


def test_a_zip_file_of_another_program_has_the_name_and_the_time_of_the_file(tmp_path):
    with zipfile.ZipFile(tmp_path / "eve.zip", "w") as packing:
        packing.writestr(f"work/{RRF.name}", RRF.read_bytes())
    os.utime(tmp_path / "eve.zip", (0, NINE.timestamp()))
    (eve,), _ = collect(tmp_path, tmp_path / "out")
    assert eve.name == "eve" and eve.counting[RRF.name].time == NINE


def test_a_piece_that_is_too_large_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("ragkit.course.handed_in.MOST", 100)
    (tmp_path / "eve").mkdir()
    (tmp_path / "eve" / "ex02.ipynb").write_bytes(b"x" * 101)
    (eve,), (trouble,) = collect(tmp_path, tmp_path / "out")
    assert eve.counting == {} and trouble.startswith("eve/ex02.ipynb: ex02.ipynb cannot be read")


def test_the_progress_of_what_was_laid_out_is_that_of_the_class(tmp_path):
    zipped(tmp_path, "Ada Lovelace", NINE)
    collect(tmp_path, tmp_path / "out")
    learners, troubles = read_class(tmp_path / "out")
    assert list(learners) == ["Ada Lovelace"] and troubles == []
    text = (tmp_path / "out" / "collected.csv").read_text(encoding="utf-8-sig")
    head, *body = csv.reader(io.StringIO(text))
    assert [row[:2] for row in body] == [["Ada Lovelace", "progress.json"], ["Ada Lovelace", RRF.name]]
    assert {len(row) for row in body} == {len(head)}


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="got no folder"):
        collect(tmp_path / "nowhere", tmp_path)


def test_a_notebook_that_is_none_keeps_its_name(tmp_path):
    (tmp_path / "eve").mkdir()
    nbformat.write(
        nbformat.v4.new_notebook(metadata={"ragkit": {"exercise": "../../02_owl"}}), tmp_path / "eve/a.ipynb"
    )
    (eve,), _ = collect(tmp_path, tmp_path / "out")
    assert list(eve.counting) == ["a.ipynb"]
