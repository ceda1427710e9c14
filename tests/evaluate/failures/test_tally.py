"""Wrong answers are counted by folder, kind or system, and every run is counted once."""

from collections import Counter
from dataclasses import replace

import pytest
from failing import MICE, WHO, case

from ragkit.evaluate.failures.tally import COLUMNS, GROUPS, labelled, tallies

CASES = [
    case(WHO, "I don't know."),
    case(WHO, "A farmer.", system="hybrid"),
    case(WHO, "Ada Hill.", right=1.0),
    case(WHO, "", failed="no model", right=None),
    case(MICE, "It eats 7 mice."),
    case(MICE, "no", right=0.0, refused=True),
]


def test_only_wrong_answers_have_a_label():
    assert [label.mode if label else "-" for _, label in labelled(CASES)] == [
        "vagueness", None, "-", "-", "structured-data error", "-",
    ]  # fmt: skip


def test_the_counts_of_a_kind_are_of_its_runs():
    factual, table = tallies(labelled(CASES), "kind")
    assert (factual.name, factual.n, factual.wrong) == ("factual", 3, 2)  # the failed run is not graded
    assert factual.modes == Counter({"vagueness": 1, "unlabelled": 1})
    assert factual.said_by == Counter({"rule": 1, "nobody": 1})
    assert factual.unseen == Counter({"parametric competition": 1, "retrieval distraction": 1})
    assert factual.outcomes == Counter({"wrong": 2, "right": 1, "failed": 1})
    assert (table.share("structured-data error"), table.share("vagueness")) == (0.5, 0.0)


@pytest.mark.parametrize("by", GROUPS)
def test_every_wrong_answer_is_in_one_row_and_one_column(by):
    rows = tallies(labelled(CASES), by)
    assert sum(row.wrong for row in rows) == sum(row.modes[one] for row in rows for one in COLUMNS) == 3
    assert sum(row.outcomes.total() for row in rows) == len(CASES)


def test_folders_and_systems_are_rows_in_the_order_in_which_they_come():
    found = labelled([*CASES, replace(CASES[0], folder="other")])
    assert [row.name for row in tallies(found, "folder")] == ["runs", "other"]
    assert [row.name for row in tallies(found, "system")] == ["naive", "hybrid"]


def test_a_judge_labels_what_rules_leave():
    class Sure:
        name = "sure"

        def verdicts(self, question, passages, asked):
            from ragkit.judges import Verdicts

            return Verdicts([0.9] * len(asked))

    modes = [label.by for _, label in labelled(CASES, Sure()) if label]
    assert modes == ["rule", "judge", "rule"]
