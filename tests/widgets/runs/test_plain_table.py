"""The small table: values in the words that a reader expects and rows that fit."""

import re

import pytest

from ragkit.score import Score
from ragkit.widgets import table


def cells(html):
    """The class and the text of every cell, row by row."""
    rows = re.findall(r"<tr>(.*?)</tr>", html.partition("<tbody>")[2], re.DOTALL)
    return [re.findall(r"<td(?: class='([^']*)')?>(.*?)</td>", row, re.DOTALL) for row in rows]


def test_numbers_stand_to_the_right_with_so_many_decimals_and_the_rest_in_words():
    html = table(["a", "b", "c", "d", "e"], [["owl", 3, 0.625, None, True], ["cat", 10, 2.0, False, ""]]).data
    first, second = cells(html)
    assert first == [("", "owl"), ("rk-number", "3"), ("rk-number", "0.62"), ("", "none"), ("", "yes")]
    assert second == [("", "cat"), ("rk-number", "10"), ("rk-number", "2.00"), ("", "no"), ("", "")]
    assert cells(table(["a"], [[0.625]], digits=3).data) == [[("rk-number", "0.625")]]


def test_a_score_is_shown_with_its_interval():
    assert cells(table(["right"], [[Score(0.5, 0.25, 0.75, 8)]]).data) == [[("", "0.500 [0.250, 0.750] (n=8)")]]


def test_titles_are_column_heads_and_the_caption_is_shown():
    html = table(["system", "calls"], [], "What it cost").data
    assert re.findall(r"<th scope='col'>(.*?)</th>", html) == ["system", "calls"]
    assert "<caption>What it cost</caption>" in html and cells(html) == []


@pytest.mark.parametrize("row", [["owl"], ["owl", 1, 2]])
def test_a_row_of_another_length_is_an_error_that_shows_it(row):
    with pytest.raises(ValueError, match=f"a row has {len(row)} cells for 2 columns: .'owl'"):
        table(["who", "calls"], [["cat", 1], row])
