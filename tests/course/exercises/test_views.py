"""A solution is folded."""

from ragkit.course.exercises.views import Solution


def test_a_solution_is_a_click_away_in_a_notebook_and_plain_code_elsewhere():
    view = Solution("02-double", "def double(): ...", ())
    assert "<details><summary>02-double" in view._repr_html_() and "<details open" not in view._repr_html_()
    assert repr(view) == "# 02-double, one way to do it\ndef double(): ..."
