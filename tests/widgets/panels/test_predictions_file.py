"""Predictions on disk: what was kept comes back, what is damaged counts as none, what fails is said."""

import pytest

from ragkit.widgets.panels.predictions_file import keep, read

DAMAGED = {
    "half": b'{"Which?": {"": ["de',
    "numbers in the list": b'{"Which?": {"": [1]}}',
    "no text": b"\xff\xfe\x00",
    "deep": b"[" * 100_000,
}


@pytest.fixture
def file(tmp_path):
    return tmp_path / "new" / "predictions.json"


def test_what_was_kept_comes_back_and_other_questions_stay(file):
    assert keep(file, "Which?", {"by day": ("dense",), "by night": ()}) == ""
    assert keep(file, "Which way?", {"": ("plan", "Größe")}) == ""
    assert read(file) == {"Which?": {"by day": ("dense",), "by night": ()}, "Which way?": {"": ("plan", "Größe")}}


def test_a_later_prediction_replaces_the_earlier_one(file):
    keep(file, "Which?", {"": ("dense",)})
    keep(file, "Which?", {"": ("sparse",)})
    assert read(file) == {"Which?": {"": ("sparse",)}}


def test_nothing_is_left_beside_the_file(file):
    keep(file, "Which?", {"": ("dense",)})
    assert [other.name for other in file.parent.iterdir()] == ["predictions.json"]


def test_no_file_is_no_prediction(file):
    assert read(file) == {}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_counts_as_empty_and_is_replaced(file, content):
    file.parent.mkdir()
    file.write_bytes(content)
    assert read(file) == {}
    assert keep(file, "Which?", {"": ("dense",)}) == "" and read(file) == {"Which?": {"": ("dense",)}}


def test_a_folder_in_the_place_of_the_file_is_said_and_left_alone(file):
    file.mkdir(parents=True)
    assert read(file) == {}
    assert "not kept on disk" in keep(file, "Which?", {"": ("dense",)})
    assert list(file.parent.iterdir()) == [file]


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "cache").write_text("a file")
    assert "not kept on disk" in keep(tmp_path / "cache" / "predictions.json", "Which?", {"": ("dense",)})


def test_half_a_character_cannot_be_written_and_harms_nothing(file):
    keep(file, "Which?", {"": ("dense",)})
    assert "not kept on disk" in keep(file, "Why?", {"": ("\ud83d",)})
    assert read(file) == {"Which?": {"": ("dense",)}}
    assert len(list(file.parent.iterdir())) == 1
