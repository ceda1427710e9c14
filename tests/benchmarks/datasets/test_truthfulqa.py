"""TruthfulQA has several correct and incorrect answers in a cell."""

import pytest
from published_files import TRUTHFULQA, table_in

from benchmarks.datasets.published_files import UnknownFormat
from benchmarks.datasets.truthfulqa import truthfulqa
from ragkit.evaluate.golden.correct import correct


def test_each_correct_answer_is_a_spelling_and_each_incorrect_one_is_forbidden(tmp_path):
    owl, *others = truthfulqa(table_in(tmp_path / "TruthfulQA.csv", TRUTHFULQA))
    assert (owl.id, owl.kind, owl.answer) == ("truthfulqa-1", "general-knowledge", "It flies away")
    assert owl.keys == (("It flies away", "It goes back to sleep"),)
    assert owl.forbidden == ("It turns to stone",)  # "It flies" is part of a correct answer
    assert owl.sets == ("truthfulqa", "Adversarial", "Owls") and len(others) == 9
    assert [correct(owl, said) for said in ("It goes back to sleep.", "It turns to stone.")] == [1, 0]


def test_a_newer_file_with_one_more_column_is_read_too(tmp_path):
    rows = [[*row[:4], "Best Incorrect Answer" if at == 0 else "x", *row[4:]] for at, row in enumerate(TRUTHFULQA)]
    assert truthfulqa(table_in(tmp_path / "TruthfulQA.csv", rows))[0].forbidden == ("It turns to stone",)


def test_another_table_says_which_columns_are_needed(tmp_path):
    with pytest.raises(UnknownFormat, match="asked for TruthfulQA, got no line with these columns; it begins 'a, b'"):
        truthfulqa(table_in(tmp_path / "x.csv", [["a", "b"], ["1", "2"]]))
