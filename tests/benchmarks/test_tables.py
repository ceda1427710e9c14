"""A table of the prose whose benchmark nobody has run says so, and claims nothing."""

import pytest

from benchmarks.bundle import bundle_block
from benchmarks.context_filter import filter_table
from benchmarks.defences import defences_table
from benchmarks.domains import domains_table
from benchmarks.elsewhere import elsewhere_table
from benchmarks.failures import failures_table
from benchmarks.gate_alone import gate_alone_table
from benchmarks.gates import gates_table
from benchmarks.judge_cost import judge_cost_table
from benchmarks.pays import pays_block
from benchmarks.reading import reading_table
from benchmarks.route_cache_tables import (
    forms_of_cache_table,
    gates_of_cache_table,
    hits_of_cache_table,
    kinds_of_cache_table,
)
from benchmarks.taught_again import again_table
from benchmarks.taught_tables import lessons_table, shapes_table, taught_table
from benchmarks.tiered_examples import examples_table
from benchmarks.tiered_tables import closed_book_table, premises_table, tiers_table

OF_A_RESULT = (
    bundle_block, filter_table, defences_table, domains_table, failures_table, gate_alone_table, gates_table,
    judge_cost_table, reading_table, again_table, lessons_table, shapes_table, taught_table, closed_book_table,
    forms_of_cache_table, gates_of_cache_table, hits_of_cache_table, kinds_of_cache_table,
)  # fmt: skip
OF_ROWS = (elsewhere_table, pays_block, examples_table, tiers_table)
SAID = {"Not run yet.\n", "Not measured yet.\n"}


@pytest.mark.parametrize("table", OF_A_RESULT, ids=lambda table: table.__name__)
def test_without_a_result_the_table_says_so(table):
    assert table({}) in SAID


@pytest.mark.parametrize("table", OF_ROWS, ids=lambda table: table.__name__)
def test_without_a_row_the_table_says_so(table):
    assert table([]) in SAID


def test_without_a_run_on_premises_the_table_says_so():
    assert premises_table([], []) in SAID
