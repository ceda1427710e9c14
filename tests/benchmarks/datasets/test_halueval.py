"""The responses of a HaluEval general file, and those without hallucination as reference answers."""

import pytest
from published_files import HALUEVAL, lines_in

from benchmarks.datasets.halueval import Response, halueval_general, responses
from benchmarks.datasets.published_files import UnknownFormat
from ragkit.evaluate.golden.correct import correct


def test_every_response_has_its_label(tmp_path):
    found = responses(lines_in(tmp_path / "general_data.json", HALUEVAL))
    assert found[0] == Response("Say 1 things about owls.", "1 owls.", False)
    assert [at for at, one in enumerate(found, start=1) if one.hallucinated] == [5, 10]


def test_only_a_response_without_hallucination_is_a_reference_and_no_key(tmp_path):
    questions = halueval_general(lines_in(tmp_path / "general_data.json", HALUEVAL))
    assert [one.id for one in questions] == [f"halueval-{at}" for at in (1, 2, 3, 4, 6, 7, 8, 9)]
    assert (questions[0].answer, questions[0].keys) == ("1 owls.", ())
    assert correct(questions[0], "1 owls.") is None  # only the auditor can grade it


def test_another_label_than_yes_or_no_is_an_error(tmp_path):
    file = lines_in(tmp_path / "general_data.json", [HALUEVAL[0] | {"hallucination": "perhaps"}])
    with pytest.raises(UnknownFormat, match="got the label 'perhaps'; a response is labelled yes or no"):
        responses(file)


def test_a_file_of_another_task_says_what_is_missing(tmp_path):
    file = lines_in(tmp_path / "qa_data.json", [{"question": "?", "right_answer": "a"}])
    with pytest.raises(UnknownFormat, match="line 1: asked for HaluEval general, got no user_query, chatgpt_response"):
        responses(file)
