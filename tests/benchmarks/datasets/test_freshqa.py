"""A FreshQA file begins with a warning; its questions change, and some have a false premise."""

import pytest
from published_files import FRESHQA, table_in

from benchmarks.datasets.freshqa import freshqa
from benchmarks.datasets.published_files import UnknownFormat
from ragkit.evaluate.golden.correct import correct, held_back


def test_any_of_its_answers_is_right_and_its_sets_say_how_fast_it_changes(tmp_path):
    mayor, mill, mars, *others = freshqa(table_in(tmp_path / "freshqa.csv", FRESHQA))
    assert (mayor.id, mayor.kind, mayor.keys) == ("freshqa-1", "web-only", (("Max Orr", "Orr"),))
    assert mayor.sets == ("freshqa", "fast-changing", "one-hop", "TEST") and correct(mayor, "It is Mr Orr.") == 1
    assert (mill.kind, mill.question) == ("general-knowledge", "When did the mill, so called, burn?")
    assert mill.keys == (("1950",),) and len(others) == 4


def test_a_false_premise_is_corrected_by_its_answer_and_not_by_any_other(tmp_path):
    mars = freshqa(table_in(tmp_path / "freshqa.csv", FRESHQA))[2]
    assert mars.kind == "false-premise"
    assert held_back(mars, "It was never moved.") and not held_back(mars, "To have more room.")


def test_a_table_without_a_question_is_an_error(tmp_path):
    with pytest.raises(UnknownFormat, match="asked for FreshQA, got no question"):
        freshqa(table_in(tmp_path / "freshqa.csv", FRESHQA[:3]))
