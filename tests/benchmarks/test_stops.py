"""The table of the agent's decisions to stop."""

from benchmarks.stops import stops_table


def test_without_results_the_table_says_so():
    assert stops_table({}) == "Not run yet.\n"
