"""A table gives one question, about a row whose name no other table has."""

from collections import Counter

from studies import FOLDER

from ragkit.evaluate.golden.questions import unfair
from ragkit.evaluate.study.documents import Documents
from ragkit.evaluate.study.table_cells import ANOTHER_ROW, NO_CELL, table_cells
from ragkit.state import Passage

INTRO = "The counts of the steps were taken by hand, one after the other, on a summer day. " * 3


def table(id, *rows, head="| sort | steps |"):
    lines = [head, "|---|---|", *[f"| {name} | {value} |" for name, value in rows]]
    return Passage(id, INTRO + "\n\n" + "\n".join(lines), source=f"{id}.md")


def made(*tables, seed=0):
    dropped = Counter()
    return table_cells(Documents([*FOLDER, *tables]), seed, dropped), dropped


def test_a_cell_is_asked_for_by_row_and_column():
    (found,), dropped = made(table("t", ("Quicksort", "19")))
    assert "Quicksort" in found.question and "steps" in found.question
    assert (found.kind, found.answer, found.keys) == ("table", "19", (("Quicksort",), ("19",)))
    assert found.support[0].document == "t.md" and not dropped and not list(unfair(found))


def test_each_table_gives_one_question_and_a_row_of_two_tables_none():
    first, second = table("a", ("Quicksort", "19"), ("Heapsort", "24")), table("b", ("Quicksort", "20"))
    found, dropped = made(first, second)
    assert [one.keys[0] for one in found] == [("Heapsort",)] and dropped == {ANOTHER_ROW: 1}


def test_a_table_without_a_cell_that_can_be_said_is_counted():
    found, dropped = made(table("t", ("Quicksort", "-")))
    assert found == [] and dropped == {NO_CELL: 1}


def test_the_seed_decides_which_cell_it_is():
    rows = table(
        "t", *[(f"sort of {name}", str(number)) for number, name in enumerate(["Ada", "Bob", "Cid", "Dan", "Eve"])]
    )
    by_seed = [made(rows, seed=seed)[0][0].question for seed in range(12)]
    assert by_seed == [made(rows, seed=seed)[0][0].question for seed in range(12)] and len(set(by_seed)) > 1
