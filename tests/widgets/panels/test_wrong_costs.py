"""The slider of what a wrong answer costs: moved, it ranks the systems anew, and says who is worth most."""

from samples import cells, rows_of

from ragkit.evaluate.measures.value import outcomes
from ragkit.widgets import WrongCosts
from ragkit.widgets.panels.picture import PLOTLY
from ragkit.widgets.panels.wrong_costs import HEAD, HIGHEST, ranking_table

ROWS = rows_of(bold="+++++/----", sure="++++000000", lost="??????????")
"""Worth at p: .55 - .45 p, and .4: bold is best up to a third."""


def order(panel):
    return [row[1] for row in cells(panel.table.value)]


def drawn(panel):
    (output,) = panel.picture.outputs
    return output["data"][PLOTLY]


def test_it_begins_at_a_price_of_1_with_the_ranking_there():
    panel = WrongCosts(ROWS)
    assert panel.price == 1.0 and order(panel) == ["sure", "bold"]
    assert "Where a wrong answer costs 1, sure is worth most: 0.400 [" in panel.line.value
    assert {line.get("name") for line in drawn(panel)["data"]} == {"bold", "sure", None}


def test_the_slider_that_is_moved_changes_the_ranking_the_text_and_the_picture():
    panel = WrongCosts(ROWS)
    before = drawn(panel)
    panel.slider.value = 0.0
    assert order(panel) == ["bold", "sure"] and panel.price == 0.0
    assert "Where a wrong answer costs 0, bold is worth most: 0.550 [" in panel.line.value
    assert "Where a wrong answer costs 0" in panel.table.value
    assert drawn(panel)["layout"]["shapes"] != before["layout"]["shapes"]
    panel.slider.value = 2.5
    assert order(panel) == ["sure", "bold"]


def test_the_field_beside_the_slider_bears_its_question_and_moves_it():
    panel = WrongCosts(ROWS, price=0.5)
    field, slider = panel.children[0].children
    assert field.description == "What does a wrong answer cost you?" and (slider.max, field.max) == (HIGHEST, HIGHEST)
    field.value = 0.25
    assert panel.price == 0.25 and order(panel) == ["bold", "sure"]


def test_the_table_says_how_each_system_ends_and_how_far_it_is_behind():
    """Of bold 5.5 are correct and 4.5 wrong; at a price of 1 it is worth .1, so .3 less than sure."""
    first, second = cells(ranking_table(outcomes(ROWS), 1).data)
    assert first[:2] == ["1", "sure"]
    assert first[2].startswith("0.400 [")
    assert first[3:6] == ["4.0", "0.0", "6.0"]
    assert first[6].startswith("1.000 [1.000, 1.000] (n=4)")
    assert first[7] == ""
    assert second[:2] == ["2", "bold"]
    assert second[3:6] == ["5.5", "4.5", "0.0"]
    assert second[6].startswith("0.550 [")
    assert second[7].startswith("-0.300 [")
    assert len(first) == len(second) == len(HEAD)


def test_a_system_without_a_graded_run_is_in_no_row_and_no_rows_are_said():
    assert "lost" not in WrongCosts(ROWS).table.value
    for rows in ([], rows_of(lost="??")):
        panel = WrongCosts(rows)
        assert "No run is graded." in panel.line.value and cells(panel.table.value) == []
        assert drawn(panel)["layout"]["title"]["text"] == "no graded run"


def test_a_price_beyond_the_slider_is_its_highest():
    assert WrongCosts(ROWS, price=99).price == HIGHEST and WrongCosts(ROWS, price=-1).price == 0


def test_who_cannot_see_is_told_what_changes():
    assert "aria-live='polite'" in WrongCosts(ROWS).line.value
