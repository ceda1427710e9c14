"""Two graphs, one of which copies sentences where no draft passed, on the questions that both were asked."""

from dataclasses import replace

from samples import ROW

from benchmarks.quoting import WITH, WITHOUT, both, quoting_table


def row(system, question, right, failed=""):
    return replace(
        ROW, key=f"{system} {question}", system=system, question=question, right=right, held=None, failed=failed
    )


BEFORE = [row(WITHOUT, "a", 0.0), row(WITHOUT, "b", 1.0), row("crag", "a", 1.0)]


def test_only_questions_that_both_were_asked_and_that_did_not_fail_count():
    after = [row(WITH, "a", 1.0), row(WITH, "b", None, failed="no model"), row(WITH, "c", 1.0)]
    assert [(one.system, one.question) for one in both(BEFORE, after)] == [(WITHOUT, "a"), (WITH, "a")]


def test_the_difference_is_that_of_the_same_questions():
    """Without, one of two is right; with copied sentences both are: +.5."""
    table = quoting_table(BEFORE, [row(WITH, "a", 1.0), row(WITH, "b", 1.0)])
    assert table.startswith("2 questions.") and "| +0.50" in table


def test_before_a_run_the_table_says_so():
    assert quoting_table(BEFORE, []) == "Not run yet.\n"
