"""A table row becomes a sentence with the name of each column; what is no table stays as it is."""

import pytest

from ragkit.text.tables import Row, blocks, spelled_out

TABLE = """| sort | Random | Sorted |
|---|:---:|--:|
| Library sort | 71 | 19 |
| Heapsort | 148 | |"""


def test_a_row_names_its_columns_and_leaves_out_empty_cells():
    assert spelled_out(TABLE) == "Library sort; Random: 71; Sorted: 19\nHeapsort; Random: 148"


@pytest.mark.parametrize(
    "text",
    ["", "No table.", "| a | b |", "| a | b |\n| 1 | 2 |", "|a| + |b|", "x | y\n--- | ---", "| 5 | 6 |\n\nEnd."],
)
def test_what_has_no_head_with_a_rule_is_no_table(text):
    assert spelled_out(text) == text


def test_two_tables_keep_their_own_heads():
    other = "| n | steps |\n|---|---|\n| 40 | 64 us |"
    assert spelled_out(f"{TABLE}\n\n{other}").splitlines()[-1] == "n: 40; steps: 64 us"


def test_a_row_with_more_cells_than_columns_keeps_them_without_a_name():
    assert Row(("sort", "Random"), ("Heapsort", "148", "fast")).sentence() == "Heapsort; Random: 148; fast"
    assert Row(("sort", "Random", "Sorted"), ("Heapsort", "148")).sentence() == "Heapsort; Random: 148"


def test_a_bar_after_a_backslash_belongs_to_its_cell():
    assert spelled_out("| name | size |\n|---|---|\n| graph | \\|V\\| + 1 |") == "graph; size: |V| + 1"


def test_the_first_cell_names_its_column_only_when_it_is_no_name():
    assert Row(("n", "steps"), ("40", "64 us")).sentence() == "n: 40; steps: 64 us"
    assert Row(("week", "class"), ("", "PSPACE")).sentence() == "class: PSPACE"


def test_no_number_of_a_table_is_lost(corpus_kit):
    tables = 0
    for passage in corpus_kit.corpus.passages:
        rows = [block for block in blocks(passage.text) if isinstance(block, Row)]
        tables += bool(rows)
        shown = spelled_out(passage.text)
        assert all(cell in shown for row in rows for cell in row.cells)
    assert tables > 40
