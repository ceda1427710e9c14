"""`benchmarks/aims.py` puts what was reached beside what was aimed at."""

from dataclasses import replace

from samples import ROW

from benchmarks.aims import AIMS, aims_table, tokens_over_naive


def row(system, kind, **ended):
    return replace(ROW, **{"system": system, "kind": kind, "right": 0.0, "held": None} | ended)


ROWS = [
    row("hybrid", "factual", right=1.0), row("hybrid", "table"), row("naive", "factual", evaluated=500),
    row("adaptive", "factual", right=1.0, evaluated=900), row("adaptive", "table", right=1.0, evaluated=1100),
    row("adaptive", "multi-hop", right=0.5, evaluated=1000), row("adaptive", "conflicting", evaluated=1000),
    row("adaptive", "near-miss", right=None, held=True, refused=True, evaluated=1000),
    row("adaptive", "false-premise", held=False, evaluated=1000),
    row("adaptive", "out-of-domain", right=None, held=True, refused=True, evaluated=1000),
]  # fmt: skip


def test_each_aim_is_of_its_own_system_and_questions():
    _, _, *lines = aims_table(ROWS).splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    assert len(cells) == len(AIMS) + 1
    reached = [(what, system, mean[:4], verdict) for what, system, mean, _, verdict in cells]
    assert reached == [
        ("correct of the answerable", "hybrid", "0.50", "no"), ("correct of the answerable", "adaptive", "0.62", "no"),
        ("correct, multi-hop", "adaptive", "0.50", "no"), ("correct, conflicting", "adaptive", "0.00", "no"),
        ("correct, table", "adaptive", "1.00", "yes"),
        ("near miss and false premise withheld", "adaptive", "0.50", "no"),
        ("out-of-domain abstained from", "adaptive", "1.00", "yes"),
        ("tokens evaluated, over naive", "adaptive", "2.00", "yes"),
    ]  # fmt: skip


def test_a_run_that_failed_is_ungraded_and_its_tokens_do_not_count():
    failed = row("adaptive", "table", failed="gone", right=None, evaluated=99_000)
    assert "1 ungraded" in aims_table([*ROWS, failed]) and tokens_over_naive([*ROWS, failed]) == 2.0
