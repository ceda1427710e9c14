"""A rubric counts points, and says for each criterion what was asked, what came and what to do next."""

import pytest

from ragkit.course.capstones.rubric import Criterion, Rubric
from ragkit.course.capstones.system import SYSTEM

RUBRIC = Rubric(
    "Owls", {"flies": Criterion(30, "it flies", "add wings"), "hunts": Criterion(70, "it hunts", "add eyes")}, ("why",)
)


def test_the_points_are_those_of_the_criteria_that_are_met():
    found = RUBRIC.graded({"flies": (True, "it flew"), "hunts": (False, "it slept")})
    assert (found.points, found.whole, RUBRIC.points) == (30, 100, 0)


def test_a_row_has_what_was_asked_what_came_and_where_it_is_not_met_what_to_do_next():
    text = str(RUBRIC.graded({"flies": (True, "it flew"), "hunts": (False, "it slept")}))
    assert "| flies | 30 of 30 | it flies | it flew |  |" in text
    assert "| hunts | 0 of 70 | it hunts | it slept | add eyes |" in text
    assert "30 of 100 points by code." in text and "- why" in text


def test_what_came_is_no_markup_in_a_notebook():
    text = RUBRIC.graded({"flies": (True, "<b>it"), "hunts": (False, "")})._repr_markdown_()
    assert "&lt;b&gt;it" in text and "<b>" not in text


def test_before_a_submission_it_shows_the_points_that_there_are():
    assert "| flies | 30 | it flies |  |  |" in RUBRIC._repr_markdown_()


@pytest.mark.parametrize("found", [{}, {"flies": (True, "")}, {"flies": (True, ""), "eats": (True, "")}])
def test_a_criterion_that_nobody_looked_at_is_an_error(found):
    with pytest.raises(ValueError, match="asked for what came of flies, hunts"):
        RUBRIC.graded(found)


@pytest.mark.parametrize("rubric", [SYSTEM], ids=lambda one: one.title)
def test_the_points_of_a_task_are_a_hundred(rubric):
    assert rubric.whole == 100 and len(rubric.by_person) >= 3
