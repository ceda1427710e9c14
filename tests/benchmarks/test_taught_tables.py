"""What a critic reached stands beside what it was to reach."""

import json

from tiny_critic import both

from benchmarks import taught_tables
from benchmarks.taught import compared
from benchmarks.taught_tables import AIMS, aims_of_critic, lessons_table, taught_table
from ragkit.teach.parts import paired

ODDS = {"zero-shot": [0.5] * 4, "taught": [0.9, 0.1] * 2}
"""The untaught judge is as sure of the false as of the true; the taught one ranks both pairs right."""


def of_kind(kind, odds=ODDS):
    return compared(paired([*both("a", kind), *both("b", kind)]), odds)


def test_the_table_has_a_row_a_kind_and_says_what_was_left_open():
    table = taught_table(of_kind("bird"))
    assert "| bird | 2 | 0.500 [0.500, 0.500] | 1.000 [1.000, 1.000] |" in table
    assert table.endswith("left open: 0.\n")


def test_an_aim_is_reached_from_its_value_on_and_has_a_row_for_each_source():
    swapped = of_kind("number or name swapped")
    worse = of_kind("number or name swapped", {"zero-shot": [0.5] * 4, "taught": [0.9, 0.1, 0.1, 0.9]})
    table = aims_of_critic({"groups": swapped, "elsewhere": worse})
    own, elsewhere = table.splitlines()[2:]
    assert own.startswith("| number or name swapped | AUC | 2 |") and own.endswith("| 0.95 | yes |")
    assert "elsewhere | AUC | 2 | 0.500" in elsewhere and elsewhere.endswith("| 0.95 | no |")


def test_without_a_value_the_aim_is_what_the_untaught_model_reaches():
    level = of_kind("entailment", {"zero-shot": [0.5] * 4, "taught": [0.5] * 4})
    fell = of_kind("entailment", {"zero-shot": [0.5] * 4, "taught": [0.4, 0.5] * 2})
    assert aims_of_critic({"groups": level, "elsewhere": {}}).rstrip().endswith("| no lower | yes |")
    assert aims_of_critic({"groups": fell, "elsewhere": {}}).rstrip().endswith("| no lower | no |")


def test_before_a_run_that_has_groups_the_table_says_so():
    assert aims_of_critic({}) == aims_of_critic(of_kind("bird")) == "Not run yet.\n"
    assert {aim.measure for aim in AIMS} == {"auc", "ranked"}


def test_a_longer_lesson_stands_beside_the_one_that_ships_for_the_same_model(tmp_path, monkeypatch):
    shorter, longer = of_kind("bird"), of_kind("bird", {"zero-shot": [0.5] * 4, "taught": [0.9, 0.1, 0.1, 0.9]})
    (tmp_path / "owl.json").write_text(json.dumps({"after": shorter["taught"]}))
    monkeypatch.setattr(taught_tables, "FOLDER", tmp_path)
    table = lessons_table({"base": "owl", "after": longer["taught"]})
    row = table.splitlines()[2]
    assert row.startswith("| bird | 2 | 1.000 [1.000, 1.000] | 0.500 [") and " | 1.000 [1.000, 1.000] | 0.500 [" in row
