"""Examples are written and read without loss, and say what must not be in two parts."""

from examples import CATS, OWLS, example, nothing

from ragkit.teach.writing.example import read, write


def test_a_file_of_examples_is_read_as_it_was_written(tmp_path):
    rows = [example(question="Wer jagt Mäuse?"), nothing()]
    write(rows, tmp_path / "rows.jsonl")
    assert read(tmp_path / "rows.jsonl") == rows
    assert len((tmp_path / "rows.jsonl").read_text("utf-8").splitlines()) == 2


def test_only_the_exact_refusal_is_one():
    assert nothing().is_refusal
    assert not example(answer=nothing().answer + " [1]").is_refusal


def test_question_and_passages_must_not_be_in_two_parts():
    assert example().texts == {"Who hunts?", OWLS.text, CATS.text}
    assert example().evidence == (OWLS, CATS)
