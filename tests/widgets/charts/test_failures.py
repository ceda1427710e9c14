"""The heat map has a row for each benchmark: counts as text, their share of the row's runs as colour."""

from failing import MICE, WHO, case

from ragkit.evaluate.failures.tally import COLUMNS, labelled, tallies
from ragkit.widgets import failure_map

CASES = [case(WHO, "I don't know."), case(WHO, "Ada Hill.", right=1.0), case(MICE, "It eats 7 mice.")]


def test_a_cell_counts_wrong_answers_and_its_colour_is_their_share_of_the_runs():
    (heat,) = failure_map(tallies(labelled(CASES), "kind")).data
    assert list(heat.x) == list(COLUMNS)
    assert list(heat.y) == ["factual (1 wrong of 2)", "table (1 wrong of 1)"]
    vague, table = COLUMNS.index("vagueness"), COLUMNS.index("structured-data error")
    assert (heat.text[0][vague], heat.z[0][vague]) == ("1", 0.5)
    assert (heat.text[1][table], heat.z[1][table]) == ("1", 1.0)
    assert heat.text[0][table] == ""
    assert heat.z[0][table] == 0


def test_a_map_of_nothing_says_so():
    assert failure_map([]).layout.title.text == "no runs to show"
