"""Every Markdown table of the kit is written by one function, whatever its cells hold."""

from ragkit.evaluate.measures.summary import Difference
from ragkit.report.cells import cell, difference
from ragkit.score import Score
from ragkit.text.markdown_table import TIGHT, markdown_table


def test_a_table_has_a_head_a_rule_and_a_line_a_row_each_of_them_ended():
    assert markdown_table(["", "a"], [["x", "1"], ["y", "2"]]) == "|  | a |\n| --- | --- |\n| x | 1 |\n| y | 2 |\n"
    assert markdown_table(["b"], []) == "| b |\n| --- |\n"


def test_a_rule_may_stand_without_spaces_and_a_cell_without_anything():
    assert markdown_table(["a", "b"], [["", None]], TIGHT) == "| a | b |\n|---|---|\n|  | |\n"


def test_a_text_cannot_begin_a_cell_of_its_own():
    assert markdown_table(["a|b"], [["|"]]) == "| a/b |\n| --- |\n| / |\n"


def test_a_cell_is_a_score_with_its_interval_n_and_what_was_not_graded_and_tokens_are_whole():
    share = Score(0.5, 0.25, 0.75, 4, 1)
    assert cell(share) == "0.50 [0.25, 0.75] (n=4, 1 ungraded)"
    assert cell(Score(1234.5, 1000, 1500, 4), "tokens evaluated") == "1,234 [1,000, 1,500] (n=4)"


def test_a_difference_has_its_sign_and_is_bold_where_it_is_shown():
    shown, not_shown = Score(-0.5, -0.75, -0.25, 4), Score(0.5, -0.25, 0.75, 4)
    assert difference(Difference(shown, needed=None)) == "**-0.50 [-0.75, -0.25]**"
    assert difference(Difference(not_shown, needed=9)) == "+0.50 [-0.25, +0.75]"
