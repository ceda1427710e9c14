"""A share of committed runs is drawn by a seed, and a run that ends differently is named with what it said."""

from answer_pairs import row

from benchmarks.again import different, drawn


def test_the_same_seed_draws_the_same_runs_in_their_order():
    runs = list(range(100))
    first = drawn(runs, 0.1, seed=1)
    assert len(first) == 10
    assert first == sorted(first)
    assert first == drawn(runs, 0.1, seed=1)
    assert first != drawn(runs, 0.1, seed=2)


def test_a_run_that_answers_or_reads_otherwise_is_named():
    before = row("near", "owl", answer="At night.", evaluated=10, reused=5)
    assert different(before, row("near", "owl", answer="At night.", evaluated=5, reused=10)) == ""
    assert "'By day.'" in different(before, row("near", "owl", answer="By day.", evaluated=10, reused=5))
    assert "read 15 tokens, and now 16" in different(
        before, row("near", "owl", answer="At night.", evaluated=11, reused=5)
    )
