"""`benchmarks/steps.py` compares the systems of the ablation two by two."""

from dataclasses import replace

from samples import ROW

from benchmarks.steps import STEPS, step_prices, steps_table


def rows_of(system, rights, evaluated):
    """Ten questions, of which the first so many are right, and two that should be held back, of which one is."""
    own = [
        replace(ROW, system=system, question=f"q{n}", right=float(n < rights), held=None, evaluated=evaluated)
        for n in range(10)
    ]
    back = [
        replace(ROW, system=system, question=f"b{n}", kind="near-miss", right=None, held=not n, evaluated=evaluated)
        for n in range(2)
    ]
    return own + back


def test_a_step_is_shown_to_be_better_or_worse_by_the_interval_of_its_paired_difference():
    names = {name for step in STEPS for name in (step.before, step.after)}
    rows = [row for name in names for row in rows_of(name, 8 if name == "adaptive" else 2, 500)]
    rows = [replace(row, evaluated=900) if row.system == "hybrid" else row for row in rows]
    _, _, *lines = steps_table(rows).splitlines()
    cells = {line.split("|")[1].strip(): [cell.strip() for cell in line.split("|")[2:-1]] for line in lines}
    assert list(cells) == [step.added for step in STEPS]
    assert cells["a second hop"][0].startswith("**+0.60 [") and cells["a second hop"][3:] == ["correct", "nothing"]
    assert cells["readings"] == [
        "+0.00 [+0.00, +0.00]", "+0.00 [+0.00, +0.00]", "**+400 [+400, +400]**", "nothing", "tokens evaluated"
    ]  # fmt: skip


def test_a_step_that_gives_up_correct_answers_pays_from_the_price_at_which_it_avoids_as_much():
    """Adaptive abstains from what it gets wrong; without a second hop two more of ten are correct, and five wrong."""
    whole = [row for row in rows_of("adaptive", 5, 500) if row.kind == "factual"]
    adaptive = [replace(row, refused=not row.right) for row in whole]
    no_hop = [replace(row, system="no policy") for row in rows_of("adaptive", 7, 500) if row.kind == "factual"]
    head, _, *lines = step_prices([*adaptive, *no_hop]).splitlines()
    assert head == "| added | at a price of 0 | at a price of 0.5 | at a price of 1 | at a price of 2 | pays from |"
    (line,) = lines  # of the other steps one system or both did not run
    step, *worth, pays = [cell.strip() for cell in line.split("|")[1:-1]]
    assert step == "a second hop" and pays.startswith("0.67 [") and pays.endswith("(n=10)")  # 2 / 3
    means = [cell.strip("*").split(" ")[0] for cell in worth]
    assert means == ["-0.20", "-0.05", "+0.10", "+0.40"]  # (3 p - 2) / 10
