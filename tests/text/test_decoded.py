"""A user's file is read whatever mark it begins with, and refused with its name where it is no UTF-8."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.course.exercises import progress
from ragkit.disk import whole_lines
from ragkit.documents.tiers import read_tiers
from ragkit.evaluate.experiments.experiment import load_experiment
from ragkit.evaluate.golden.questions import load_questions
from ragkit.settings import Settings
from ragkit.text.decoded import NotText, decoded
from ragkit.thresholds import file as thresholds

MARKED = ["utf-8-sig", "utf-16", "utf-32"]
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0\ufeff"))
QUESTION = {
    "id": "größe", "question": "How many?", "kind": "factual", "answer": "9", "keys": [["9"]], "support": [],
    "difficulty": "easy",
}  # fmt: skip
EXPERIMENT = "corpus: größe\nsystems: {größe: {graph: naive}}\nquestions: {only: bench8}\n"
PROGRESS = {"version": progress.VERSION, "ragkit": "größe", "tasks": {}}
FILES = {
    load_questions: json.dumps(QUESTION, ensure_ascii=False),
    read_tiers: "tiers:\n  - {archive: größe, about: a}\n",
    load_experiment: EXPERIMENT,
    progress.load: json.dumps(PROGRESS, ensure_ascii=False),
    thresholds.read: "[]",
}
"""What a user writes, by what reads it."""


@given(TEXT, st.sampled_from(["utf-8", *MARKED]))
def test_a_text_comes_back_from_every_encoding_with_a_mark(text, encoding):
    assert decoded(text.encode(encoding), "a") == text
    assert decoded(text.replace("\n", "\r\n").encode(encoding), "a") == text


@pytest.mark.parametrize("encoding", MARKED)
@pytest.mark.parametrize("read", FILES)
def test_every_file_of_a_user_may_have_a_mark(tmp_path, read, encoding):
    file = tmp_path / "file"
    file.write_text(FILES[read], encoding="utf-8")
    plain = read(file)
    file.write_text(FILES[read], encoding=encoding)
    assert read(file) == plain


@pytest.mark.parametrize("read", [read for read in FILES if "ö" in FILES[read]])
def test_a_file_that_is_no_utf_8_is_named_with_what_to_do(tmp_path, read):
    file = tmp_path / "file"
    file.write_text(FILES[read], encoding="latin-1")
    with pytest.raises(ValueError, match=r"file, line \d: the byte 0xf6, which is not UTF-8; save the file as UTF-8"):
        read(file)


def test_utf_16_without_a_mark_is_no_text():
    with pytest.raises(NotText, match=r"a.yml: UTF-16 without a byte order mark, .* as UTF-8$"):
        decoded("name: owls".encode("utf-16-le"), "a.yml")


def test_a_dotenv_file_may_have_the_mark_of_notepad_and_is_else_named(tmp_path):
    file = tmp_path / ".env"
    file.write_text("RAGKIT_SEED=7\n", encoding="utf-8-sig")
    assert Settings(_env_file=file).seed == 7
    file.write_text("RAGKIT_SEED=7\n", encoding="utf-16")
    with pytest.raises(ValueError, match=r"^\.env, .* is not UTF-8: .*; save it as UTF-8$"):
        Settings(_env_file=file)


def test_lines_that_are_added_to_are_utf_8_and_no_other_file_is_changed(tmp_path):
    file = tmp_path / "rows"
    file.write_bytes("owls\r\n梟\r\n".encode("utf-8-sig"))
    assert whole_lines(file) == ["owls", "梟"]
    file.write_text("owls\n", encoding="utf-16")
    before = file.read_bytes()
    with pytest.raises(NotText, match=r"rows is UTF-16, .* save it as UTF-8"):
        whole_lines(file)
    assert file.read_bytes() == before
