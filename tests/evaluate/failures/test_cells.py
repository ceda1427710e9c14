"""Another cell of the row or column is seen; the column only where a trace has the table."""

from dataclasses import replace

from failing import MICE, TABLE, WHO, case

from ragkit.evaluate.failures.cells import another_cell


def test_another_cell_of_the_row_is_seen_without_a_trace():
    assert another_cell(case(MICE, "The barn owl eats 7 mice.")) is True


def test_another_cell_of_the_column_is_seen_in_the_trace_alone():
    answer = "It eats 31 mice."
    assert another_cell(case(MICE, answer)) is None
    assert another_cell(case(MICE, answer, TABLE)) is True
    assert another_cell(case(MICE, "It eats 4 mice.", TABLE)) is False  # neither its row nor its column


def test_a_forbidden_cell_is_one_and_one_that_the_question_names_is_not():
    assert another_cell(case(replace(MICE, forbidden=("31",)), "It eats 31 mice.")) is True
    named = replace(MICE, question="How many mice does the barn owl with 7 eggs eat?")
    assert another_cell(case(named, "The one with 7 eggs eats many.", TABLE)) is False


def test_a_formula_with_bars_is_no_table():
    quote = replace(WHO.support[0], quote="It takes |V| - 1 passes over |E| edges.")
    assert another_cell(case(replace(WHO, support=(quote,)), "It takes 1 pass.")) is False
