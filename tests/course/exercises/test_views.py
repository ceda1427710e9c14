"""Hints, solutions and notes are escaped, and a solution is folded."""

import pytest
from samples import HOSTILE

from ragkit.course.exercises.views import STYLE, Hints, Note, Solution


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_html(text):
    for view in (Note((text,)), Hints(text, (text,), (text,)), Solution(text, text, (text,))):
        assert text not in view._repr_html_().removeprefix(STYLE)


def test_a_solution_is_a_click_away_in_a_notebook_and_plain_code_elsewhere():
    view = Solution("02-double", "def double(): ...", ())
    assert "<details><summary>02-double" in view._repr_html_() and "<details open" not in view._repr_html_()
    assert repr(view) == "# 02-double, one way to do it\ndef double(): ..."
