"""The questions of a file, of the kit or of a public dataset, which its content tells."""

import json

import pytest
from published_files import FRESHQA, HALUEVAL, MMLU, TRUTHFULQA, lines_in, table_in

from ragkit.evaluate.golden.published_files import UnknownFormat
from ragkit.evaluate.golden.question_files import questions_in
from ragkit.evaluate.golden.questions import BadQuestions

OWN = {"id": "owls", "question": "When?", "kind": "factual", "answer": "At night.", "keys": [["night"]],
       "support": [], "difficulty": "easy"}  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "first", "count"),
    [(FRESHQA, "freshqa-1", 7), (MMLU, "mmlu-1", 10), (TRUTHFULQA, "truthfulqa-1", 10)],
)
def test_a_table_is_of_the_dataset_whose_columns_it_has(tmp_path, rows, first, count):
    questions = questions_in(table_in(tmp_path / "questions.csv", rows))
    assert (questions[0].id, len(questions)) == (first, count)


def test_lines_are_of_halueval_or_of_the_kit(tmp_path):
    assert len(questions_in(lines_in(tmp_path / "general_data.json", HALUEVAL))) == 8
    assert [one.id for one in questions_in(lines_in(tmp_path / "questions.jsonl", [OWN]))] == ["owls"]


def test_a_kind_or_a_set_can_be_chosen_and_one_that_is_not_there_is_an_error(tmp_path):
    file = table_in(tmp_path / "freshqa.csv", FRESHQA)
    assert [one.id for one in questions_in(file, "false-premise")] == ["freshqa-3"]
    assert len(questions_in(file, "slow-changing")) == 4
    with pytest.raises(BadQuestions, match="no question is 'table'; leave `only` out"):
        questions_in(file, "table")


def test_a_table_of_no_known_dataset_says_which_there_are(tmp_path):
    with pytest.raises(UnknownFormat, match="neither TruthfulQA's .* FreshQA's .* nor MMLU's"):
        questions_in(table_in(tmp_path / "x.csv", [["a", "b"]]))


def test_a_missing_file_is_an_error_as_before(tmp_path):
    with pytest.raises(BadQuestions, match="which is not a file"):
        questions_in(tmp_path / "questions.jsonl")
    with pytest.raises(FileNotFoundError, match="asked for the dataset"):
        questions_in(tmp_path / "freshqa.csv")


def test_an_experiment_asks_them_of_the_documents_of_the_user(tmp_path):
    from ragkit.evaluate.experiments.experiment import load_experiment

    table_in(tmp_path / "freshqa.csv", FRESHQA)
    said = {"corpus": "docs", "questions": {"file": "freshqa.csv", "most": 3}, "systems": {"naive": {"graph": "naive"}}}
    (tmp_path / "mine.yml").write_text(json.dumps(said))
    assert [one.sets[0] for one in load_experiment(tmp_path / "mine.yml").asked] == ["freshqa"] * 3
