"""One exercise is graded again, and all other marks stay."""

import pytest

from ragkit.course.exercises.verdict import Verdict
from ragkit.course.grading import regrade as module
from ragkit.course.grading.grade import Graded
from ragkit.course.grading.regrade import NotGraded, earlier, regrade
from ragkit.course.grading.table import write

ADA = Graded(
    "ada/ex02.ipynb",
    (Verdict("02-rrf", "Fuse", False, 5), Verdict("02-idf", "Rare", False, 5)),
    {"02-rrf": "wrong", "02-idf": "failed"},
    ("a note",),
)
BOB = Graded("bob/ex07.ipynb", (Verdict("07-risk", "Risk", True, 5),), {"07-risk": "solved"})


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """A class of three, and what the grader is asked for: it accepts everything that it is given."""
    calls = []
    for name in ("ada/ex02", "bob/ex07", "cy/ex02"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / f"{name}.ipynb").write_text("{}")

    def solved(file, folder, seed, seconds, megabytes, only=(), names=()):
        name = file.relative_to(folder).as_posix()
        calls.append((name, seed, list(only)))
        assert names == ["Ada"]
        return Graded(name, (Verdict("02-rrf", "Fuse", True, seed),), {"02-rrf": "solved"})

    monkeypatch.setattr(module, "grade_one", solved)
    return calls


def test_one_exercise_is_graded_again_with_the_same_questions_and_the_others_keep_their_marks(tmp_path, asked):
    ada, bob, cy = regrade(tmp_path, "02-rrf", [ADA, BOB], None, 9, 9, quiet=True, names=["Ada"])
    assert ada.states == {"02-rrf": "solved", "02-idf": "failed"} and ada.notes == ("a note",)
    assert [(verdict.task, verdict.solved) for verdict in ada.verdicts] == [("02-idf", False), ("02-rrf", True)]
    assert bob == BOB and cy.states == {"02-rrf": "solved"}
    assert asked == [("ada/ex02.ipynb", 5, ["02-rrf"]), ("cy/ex02.ipynb", 5, [])]


def test_a_seed_of_ones_own_draws_other_questions(tmp_path, asked):
    list(regrade(tmp_path, "02-rrf", [ADA, BOB], 0, 9, 9, quiet=True, names=["Ada"]))
    assert {seed for _, seed, _ in asked} == {0}


def test_without_an_earlier_grading_it_is_told_what_to_do(tmp_path):
    with pytest.raises(NotGraded, match="got no such file; grade all exercises once, without `--exercise`"):
        earlier(tmp_path)
    write([ADA], tmp_path, tmp_path)
    assert earlier(tmp_path) == [ADA]
    (tmp_path / "grades.json").write_text('[{"name": 3}]')
    with pytest.raises(NotGraded, match="name: .*; grade all"):
        earlier(tmp_path)
