"""Which questions an adapter that was taught on a dataset may be scored on."""

import sys

import pytest
from lessons import corpus

from benchmarks.unseen import about, main
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.state import Passage

# By the hash of their names, newts are in the part train, owls in dev, and eagles in test (`teach/split.py`).
TEXTS = {"Newts": "Newts swim in ponds.", "Owls": "Owls hunt at night.", "Eagles": "Eagles hunt by day."}


def asked(id, *titles):
    support = [Support(f"{title}.md", TEXTS[title]) for title in titles]
    return Question(id, f"Who are {id}?", "span", "These.", (("These",),), tuple(support), "easy", part="fit")


def found(parts, *questions, tmp_path):
    passages = [Passage(title, text, source=f"{title}.md", section=title) for title, text in TEXTS.items()]
    return about(parts, questions, corpus(*passages, folder=tmp_path), ())


def test_a_question_counts_by_the_part_of_its_document(tmp_path):
    questions = [asked("newts", "Newts"), asked("owls", "Owls"), asked("eagles", "Eagles")]
    assert found({"test"}, *questions, tmp_path=tmp_path) == {"eagles"}
    assert found({"dev", "test"}, *questions, tmp_path=tmp_path) == {"owls", "eagles"}


def test_a_question_with_one_document_that_was_learnt_from_does_not_count(tmp_path):
    both = asked("both", "Newts", "Eagles")
    assert found({"dev", "test"}, both, tmp_path=tmp_path) == set()


def test_a_question_without_a_document_does_not_count(tmp_path):
    assert found({"train", "dev", "test"}, asked("nobody"), tmp_path=tmp_path) == set()


def test_a_dataset_that_is_not_there_is_named_and_no_file_is_written(tmp_path, monkeypatch):
    file = tmp_path / "unseen.jsonl"
    monkeypatch.setattr(sys, "argv", ["unseen", str(tmp_path / "none.json"), str(file)])
    with pytest.raises(SystemExit, match=r"none\.json.*docs/others\.md"):
        main()
    assert not file.exists()
