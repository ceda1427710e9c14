"""The table of components and the alarm over questions that are sent back."""

from dataclasses import replace

from samples import ROW

from ragkit.evaluate.measures.components import Component
from ragkit.report.component_tables import alarms, component_tables

GRADE = Component(2, 3.0, 4, 100, 50, 8, 0.5)
ROWS = [
    replace(ROW, key="1", components={"grade": GRADE, "draft": Component(1, 1.0, 1, 10, 5, 3, 0.1)}),
    replace(ROW, key="2", question="cats", components={"draft": Component(1, 2.0, 1, 30, 5, 5, 0.3)}),
]


def test_means_are_over_all_runs_and_a_component_that_a_run_had_no_part_in_counts_nothing():
    (table,) = component_tables(ROWS)
    assert table.rows == [
        ["naive", "grade", "1 of 2", "1.0", "1.50", "2.0", "50", "4", "0.25000"],
        ["naive", "draft", "2 of 2", "1.0", "1.50", "1.0", "20", "4", "0.20000"],
    ]


def test_an_unknown_price_leaves_the_cell_empty_and_older_results_have_no_table():
    unknown = replace(ROWS[0], components={"draft": Component(1, 1.0)})
    assert component_tables([unknown])[0].rows[0][-1] == ""
    assert component_tables([ROW]) == []


def test_a_system_that_sends_too_many_back_is_named_with_both_numbers():
    back = [replace(ROW, key=str(n), retried=n < 4) for n in range(10)]
    failed = replace(ROW, key="f", retried=True, failed="the model is away")
    assert alarms([*back, failed]) == ["naive sends 4 of 10 questions back: above 30 %, so the retrieval needs work."]
    assert alarms(back[3:]) == [] and alarms([failed]) == []
