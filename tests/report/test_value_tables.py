"""Systems beside each other at each price, worked by hand."""

from samples import rows_of

from ragkit.evaluate.measures.measure import PRICES
from ragkit.report.value_tables import by_price, price_head

ROWS = rows_of(bold="++++------", shy="+++0000000", lost="??????????")


def test_each_price_has_a_column_and_the_last_one_is_the_price_from_which_it_pays():
    assert price_head("system") == [
        "system", "at a price of 0", "at a price of 0.5", "at a price of 1", "at a price of 2", "pays from"
    ]  # fmt: skip


def test_a_comparison_has_its_paired_differences_bold_where_the_interval_excludes_0_and_its_break_even_price():
    """Shy gives up one correct answer of ten and avoids six wrong ones: (6 p - 1) / 10, and 1 / 6."""
    (row,) = by_price(ROWS, [("a critic", "shy", "bold")])
    name, *cells, pays = row
    assert name == "a critic" and len(cells) == len(PRICES)
    means = [cell.strip("*").split(" ")[0] for cell in cells]
    assert means == ["-0.10", "+0.20", "+0.50", "+1.10"]
    assert [cell.startswith("**") for cell in cells] == [False, False, True, True]
    assert pays.startswith("0.17 [") and pays.endswith("(n=10)")


def test_comparisons_of_a_system_that_did_not_run_or_was_never_graded_are_left_out():
    pairs = [("a", "shy", "nobody"), ("b", "nobody", "shy"), ("c", "lost", "shy"), ("d", "shy", "bold")]
    assert [row[0] for row in by_price(ROWS, pairs)] == ["d"]
    assert by_price([], pairs) == by_price(ROWS, []) == []
