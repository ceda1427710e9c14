"""Every Markdown table of the kit is written by one function, whatever its cells hold."""

from ragkit.report.markdown import TIGHT, markdown_table


def test_a_table_has_a_head_a_rule_and_a_line_a_row_each_of_them_ended():
    assert markdown_table(["", "a"], [["x", "1"], ["y", "2"]]) == "|  | a |\n| --- | --- |\n| x | 1 |\n| y | 2 |\n"
    assert markdown_table(["b"], []) == "| b |\n| --- |\n"


def test_a_rule_may_stand_without_spaces_and_a_cell_without_anything():
    assert markdown_table(["a", "b"], [["", None]], TIGHT) == "| a | b |\n|---|---|\n|  | |\n"


def test_a_text_cannot_begin_a_cell_of_its_own():
    assert markdown_table(["a|b"], [["|"]]) == "| a/b |\n| --- |\n| / |\n"
