"""Two judges in the same graph, compared on the questions that both were asked."""

from dataclasses import replace

from samples import ROW

from benchmarks.taught_graph import (
    TAUGHT,
    ZERO_SHOT,
    side_by_side,
    taught_difference_table,
    taught_graph_table,
    taught_shares_table,
)


def row(system, question, right, failed=""):
    return replace(
        ROW, key=f"{system} {question}", system=system, question=question, right=right, held=None, failed=failed
    )


ABLATION = [row("adaptive", "a", 0.0), row("adaptive", "b", 1.0), row("naive", "a", 1.0), row("no policy", "a", 1.0)]


def test_each_judge_is_a_system_and_only_questions_that_both_were_asked_count():
    taught = [row("adaptive", "a", 1.0), row("adaptive", "c", 1.0)]
    found = {(one.system, one.question) for one in side_by_side(taught, ABLATION)}
    assert found == {(ZERO_SHOT, "a"), (TAUGHT, "a"), ("naive", "a")}


def test_a_run_that_failed_makes_its_question_count_for_neither():
    taught = [row("adaptive", "a", None, failed="no model"), row("adaptive", "b", 1.0)]
    found = {(one.system, one.question) for one in side_by_side(taught, ABLATION)}
    assert found == {(ZERO_SHOT, "b"), (TAUGHT, "b")}


def test_the_table_says_how_many_of_the_questions_were_asked():
    table = taught_graph_table([row("adaptive", "a", 1.0)], ABLATION)
    assert table.startswith("1 of 2 questions.\n")
    assert "| adaptive, zero-shot judge | 0.00" in table and "| adaptive, taught judge | 1.00" in table


def test_the_difference_is_that_of_the_same_questions():
    """The taught judge is right on both, the zero-shot one on one of two: +.5."""
    taught = [row("adaptive", "a", 1.0), row("adaptive", "b", 1.0)]
    assert "+0.50" in taught_difference_table(taught, ABLATION)


def test_the_judges_are_side_by_side_for_each_group_of_questions():
    table = taught_shares_table([row("adaptive", "a", 1.0)], ABLATION)
    assert table.startswith(f"| questions | share | {ZERO_SHOT} | {TAUGHT} |")
    assert "| answerable | right by reference | 0.00 [0.00, 0.00] (n=1) | 1.00 [1.00, 1.00] (n=1) |" in table


def test_before_a_run_all_tables_say_so():
    tables = (taught_graph_table, taught_difference_table, taught_shares_table)
    assert {table([], ABLATION) for table in tables} == {"Not run yet.\n"}
