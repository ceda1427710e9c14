"""The questions of a public dataset without documents; which one it is, its content tells."""

import pytest
from published_files import FRESHQA, HALUEVAL, MMLU, TRUTHFULQA, lines_in, table_in
from tiny_datasets import squad_in

from benchmarks.datasets.published_files import UnknownFormat
from benchmarks.datasets.question_files import has_no_documents, questions_in


@pytest.mark.parametrize(
    ("rows", "first", "count"),
    [(FRESHQA, "freshqa-1", 7), (MMLU, "mmlu-1", 10), (TRUTHFULQA, "truthfulqa-1", 10)],
)
def test_a_table_is_of_the_dataset_whose_columns_it_has(tmp_path, rows, first, count):
    questions = questions_in(table_in(tmp_path / "questions.csv", rows))
    assert (questions[0].id, len(questions)) == (first, count)


def test_lines_are_of_halueval(tmp_path):
    file = lines_in(tmp_path / "general_data.json", HALUEVAL)
    assert has_no_documents(file) and len(questions_in(file)) == 8


def test_a_file_with_documents_is_none_of_these(tmp_path):
    assert not has_no_documents(squad_in(tmp_path)) and not has_no_documents(tmp_path / "nowhere.json")


def test_a_table_of_no_known_dataset_says_which_there_are(tmp_path):
    with pytest.raises(UnknownFormat, match="neither TruthfulQA's .* FreshQA's .* nor MMLU's"):
        questions_in(table_in(tmp_path / "x.csv", [["a", "b"]]))
