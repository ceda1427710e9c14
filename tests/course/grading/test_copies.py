"""A class is graded by its variants, and an answer to another variant is found with whose it is."""

import csv
import io

import nbformat
import pytest

from ragkit.course.derive import SOLUTIONS
from ragkit.course.exercises.checks.nb02_rrf import OWN
from ragkit.course.exercises.verdict import Verdict
from ragkit.course.grading.copies import Copy, copies
from ragkit.course.grading.grade import Graded, grade
from ragkit.course.grading.marks import Marks, marks
from ragkit.course.grading.table import write

NAME = "02_hybrid_retrieval.ipynb"
CLASS = ["Ada Lovelace", "Bob Hall", "Eve Stone"]


def times_of(name):
    return OWN.of(name, "02-rrf")["times"]


def hand_in(folder, who, times, named):
    """Hand in a notebook that solves one variant of 02-rrf, with a name in its first cell."""
    notebook = nbformat.read(SOLUTIONS / NAME, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.source = cell.source.replace('variant("02", "")', f'variant("02", "{named}")')
            cell.source = cell.source.replace("1 / (k + rank)", f"{times} / (k + rank)")
    (folder / who).mkdir(parents=True)
    nbformat.write(notebook, folder / who / NAME)


def rrf_of(graded):
    return {one.name.partition("/")[0]: verdict for one in graded for verdict in one.verdicts if "rrf" in verdict.task}


@pytest.fixture
def class_folder(tmp_path):
    """Ada solved hers, Bob handed in her whole notebook, and Eve only copied her answer."""
    folder = tmp_path / "class"
    hand_in(folder, "Ada Lovelace", times_of("Ada Lovelace"), "ada lovelace")
    hand_in(folder, "bob", times_of("Ada Lovelace"), "Ada Lovelace")
    hand_in(folder, "Stone, Eve", times_of("Ada Lovelace"), "Eve Stone")
    return folder


@pytest.mark.process
def test_a_class_is_graded_by_its_list_and_copied_answers_are_found_with_their_owner(class_folder, tmp_path):
    assert len({times_of(name) for name in CLASS}) == 3
    graded = list(grade(class_folder, seed=1, quiet=True, names=CLASS))
    found = rrf_of(graded)
    assert {who: one.solved for who, one in found.items()} == {"Ada Lovelace": True, "bob": False, "Stone, Eve": False}
    every = marks(graded, class_folder)
    of_rrf = [one for one in copies(every) if one.task == "02-rrf"]
    said = f"A name gets {times_of('Ada Lovelace')}/(k + rank) from each ranking that has it."
    expected = [Copy(who, "02-rrf", said, ("Ada Lovelace",)) for who in ("bob", "Stone, Eve")]
    assert of_rrf == expected
    notes = {one.learner: " ".join(one.notes()) for one in every}
    assert "its first cell says 'Ada Lovelace'; it was checked by the variants of 'Bob Hall'" in notes["bob"]
    assert "first cell" not in notes["Ada Lovelace"] and "first cell" not in notes["Stone, Eve"]
    _, answers, page, feedback = write(graded, tmp_path / "out", class_folder)
    assert "Right for another variant" in page.read_text() and "no proof of copying" in page.read_text()
    kind = (feedback / "bob.html").read_text()
    assert "right for another variant" in kind and "Ada" not in kind.partition("checked by")[2]
    rows = list(csv.DictReader(io.StringIO(answers.read_text(encoding="utf-8-sig"))))
    assert [row["right for"] for row in rows if row["task"] == "02-rrf"] == ["", said, said]


@pytest.mark.process
def test_without_a_list_the_first_cell_says_whose_variants_are_meant(class_folder):
    found = rrf_of(grade(class_folder, seed=1, quiet=True))
    assert {who: one.solved for who, one in found.items()} == {"Ada Lovelace": True, "bob": True, "Stone, Eve": False}


@pytest.mark.process
def test_who_is_not_on_the_list_is_told_and_graded_by_the_first_cell(class_folder):
    graded = list(grade(class_folder, seed=1, quiet=True, names=["Ada Lovelace", "Eve Stone"]))
    (bob,) = [one for one in graded if one.name.startswith("bob")]
    assert "bob is no name on the list of the class" in bob.notes[0] and rrf_of([bob])["bob"].solved


def test_a_variant_that_nobody_has_is_told_without_an_owner():
    lone = Verdict("02-rrf", "Fuse", False, 1, variant="From 3.", another="From 2.")
    assert list(copies([Marks("Ada", [Graded("ada", (lone,))])])) == [Copy("Ada", "02-rrf", "From 2.", ())]
