"""One file with a learner's name, his progress, and the notebooks in which he answered something."""

import json
from zipfile import ZipFile

import nbformat
import pytest

from ragkit.course.exercises.checks import EXERCISES, learners_file
from ragkit.course.exercises.progress import Progress, Record, packed
from ragkit.course.hand_in import Label, NotHandedIn, as_file_name, changed_notebooks, good_name, hand_in

RRF = learners_file("02_hybrid_retrieval")
OTHER = learners_file("07_claims")


@pytest.fixture
def exercises(tmp_path):
    """Two notebooks, of which the first has an answer."""
    folder = tmp_path / "exercises"
    folder.mkdir()
    (folder / OTHER.name).write_bytes(OTHER.read_bytes())
    notebook = nbformat.read(RRF, as_version=4)
    for cell in notebook.cells:
        cell.source = cell.source.replace("raise NotImplementedError()", "return []")
    nbformat.write(notebook, folder / RRF.name)
    return folder


def test_the_file_has_the_name_the_progress_and_the_notebooks_with_an_answer(exercises, tmp_path):
    progress = tmp_path / "mine.json"
    progress.write_text(packed(Progress().with_record("02-rrf", Record(tries=1))))
    file, *inside = hand_in(" Ada  Lovelace", progress, tmp_path / "stick", exercises)
    assert file.parent == tmp_path / "stick" and file.name.startswith("Ada Lovelace 20") and len(inside) == 2
    with ZipFile(file) as opened:
        assert set(opened.namelist()) == {"hand-in.json", "progress.json", RRF.name}
        label = Label.model_validate_json(opened.read("hand-in.json"))
        assert (
            label.name == "Ada Lovelace" and json.loads(opened.read("progress.json"))["tasks"]["02-rrf"]["tries"] == 1
        )


def test_notebooks_as_they_are_given_are_not_handed_in(tmp_path):
    assert list(changed_notebooks(EXERCISES)) == []
    with pytest.raises(NotHandedIn, match="got none with a changed answer"):
        hand_in("Ada", tmp_path / "nowhere.json", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_read_is_handed_in_too(tmp_path):
    (tmp_path / "ex02_x.ipynb").write_text("{")
    (tmp_path / "progress.json").write_text("{")
    _, *inside = hand_in("Ada", tmp_path / "progress.json", tmp_path / "out", tmp_path)
    assert [one.name for one in inside] == ["ex02_x.ipynb", "progress.json"]


@pytest.mark.parametrize("name", ["", " . ", "../ada", "ada\x1b[2J", "a" * 81])
def test_what_is_no_name_is_told(name):
    with pytest.raises(NotHandedIn, match="write it as in `hand-in 'Ada Lovelace'`"):
        good_name(name)


def test_a_name_is_that_of_a_file_everywhere():
    assert as_file_name("Jörg Ødegård") == "Jörg Ødegård" and as_file_name('a<b>:"|?*\\c') == "a_b_______c"
