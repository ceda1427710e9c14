"""`benchmarks/architecture_tables.py` sets gains beside what was promised for them."""

from samples import rows_of

from benchmarks.architecture_tables import beside_table, promised_table

ROWS = rows_of(basic="+---", intermediate="++--", advanced="++++", multi_agent="+++-")


def cells_by_name(table):
    _, _, *lines = table.splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    return {name: rest for name, *rest in rows}


def test_a_step_has_its_promise_the_figure_of_its_repository_and_ours():
    steps = cells_by_name(promised_table(ROWS))
    # F1 of .173 and then of .227 is 31 percent more; one of four more is right
    assert steps["basic to intermediate"][:3] == ["10 to 15", "31", "+0.25 [+0.00, +0.75]"]
    assert steps["basic to multi_agent"][:2] == ["50 to 90", "83"]


def test_a_step_that_was_not_run_has_no_figures_of_ours():
    steps = cells_by_name(promised_table(ROWS[:4]))
    assert [rest[2] for rest in steps.values()] == [""] * 4


def test_every_other_system_is_compared_with_one():
    found = cells_by_name(beside_table(ROWS, "advanced"))
    assert {name: rest[0] for name, rest in found.items()}["basic"].startswith("**-0.75 [")
    assert list(found) == ["basic", "intermediate", "multi_agent"]
