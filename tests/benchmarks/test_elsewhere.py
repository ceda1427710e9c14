"""`benchmarks/elsewhere.py` puts what was reached on a dataset beside what was aimed at."""

from dataclasses import replace

from samples import ROW

from benchmarks.elsewhere import elsewhere_table, seconds_by_ending, seconds_over_naive


def row(system, question, seconds, f1=0.0, **more):
    return replace(ROW, system=system, question=question, kind="span", seconds=seconds, f1=f1, **more)


ROWS = [
    row("naive", "a", 10.0, 0.2), row("naive", "b", 10.0, 0.2),
    row("adaptive", "a", 10.0, 0.5), row("adaptive", "b", 20.0, refused=True),
]  # fmt: skip


def cells(rows):
    _, _, *lines = elsewhere_table(rows).splitlines()
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def test_f1_is_a_paired_difference_and_seconds_are_ratios():
    gain, ratio, answered, refused, slower = cells(ROWS)
    assert gain[1].startswith("+0.05") and gain[2:] == ["at least +0.08", "no"]  # (.5 - .2 + 0 - .2) / 2
    assert ratio[1].startswith("1.50") and ratio[2:] == ["at most 2.00", "yes"]  # 30 / 20
    assert answered[1].startswith("10.0") and refused[1].startswith("20.0")
    assert slower[1:] == ["2.00", "at most 2.00", "yes"]


def test_a_question_on_which_one_of_the_two_failed_is_left_out():
    failed = row("naive", "c", 1.0, failed="gone")
    assert seconds_over_naive([*ROWS, failed, row("adaptive", "c", 99.0)]).mean == 1.5
    assert seconds_over_naive([*ROWS, row("adaptive", "c", 99.0, failed="gone")]).mean == 1.5


def test_a_run_that_failed_neither_answered_nor_refused():
    found = seconds_by_ending([*ROWS, row("adaptive", "c", 99.0, failed="gone")])
    assert (found["answers"].n, found["abstains"].n) == (1, 1)


def test_without_a_refusal_nothing_is_said_of_refusals():
    answered = [one for one in ROWS if not one.refused]
    lines = cells(answered)
    assert len(lines) == 3 and "nan" not in str(lines)
