"""The marks of a learner: over several notebooks, over the same one twice, and with the time of handing in."""

from datetime import UTC, datetime

from ragkit.course.exercises.catalogue import words
from ragkit.course.grading.grade import Graded
from ragkit.course.grading.marks import marks, tasks_of
from ragkit.course.hand_in import Label

FIRST = Graded("Zoe/ex02.ipynb", states={"02-rrf": "solved", "02-hybrid": "wrong"})
AGAIN = Graded("Zoe/old/ex02.ipynb", states={"02-rrf": "untouched", "02-hybrid": "solved"}, fault="it crashed")
OTHER = Graded("submitted/ada/claims/ex07.ipynb", states={"07-risk": "failed"})


def test_learners_have_their_names_and_the_best_of_what_they_handed_in(tmp_path):
    ada, zoe = marks([FIRST, OTHER, AGAIN], tmp_path)
    assert (ada.learner, zoe.learner) == ("ada", "Zoe")
    tasks = tasks_of([ada, zoe])
    assert [task.id for task in tasks] == ["02-rrf", "02-hybrid", "07-risk"]
    assert [zoe.state(task.id) for task in tasks] == ["solved", "solved", None]
    # a point for each level: 02-rrf has level 1, 02-hybrid level 2
    assert zoe.sum(tasks) == words("02-rrf").level + words("02-hybrid").level == 3 and ada.sum(tasks) == 0
    assert zoe.notes() == ["ex02.ipynb: it crashed"]


def test_what_came_late_is_known_from_the_label(tmp_path):
    label = Label(name="Zoe: A. / B.", time=datetime(2026, 12, 1, tzinfo=UTC), late=("ex02.ipynb", "progress.json"))
    (tmp_path / "Zoe").mkdir()
    (tmp_path / "Zoe" / "hand-in.json").write_text(label.model_dump_json())
    (tmp_path / "Cy").mkdir()
    (tmp_path / "Cy" / "hand-in.json").write_text(Label(name="Cy").model_dump_json())
    cy, zoe = marks([FIRST], tmp_path)
    assert (cy.learner, cy.submissions, cy.handed_in) == ("Cy", [], "")
    assert zoe.handed_in == "2026-12-01T00:00:00+00:00"
    assert zoe.learner == "Zoe: A. / B." and zoe.label == label and zoe.late == "ex02.ipynb"
    (tmp_path / "Zoe" / "hand-in.json").write_text("{")
    assert [(one.learner, one.late) for one in marks([FIRST], tmp_path)] == [("Cy", ""), ("Zoe", "")]
