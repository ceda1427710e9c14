"""The progress file: nothing is lost, and nothing about it stops a learner."""

from pathlib import Path
from threading import Thread

import pytest

from ragkit.course.exercises.progress import Progress, Record, load
from ragkit.course.exercises.progress_file import ProgressFile, progress_file


@pytest.fixture
def kept(tmp_path):
    return ProgressFile(tmp_path / "deep" / "progress.json")


def test_a_change_is_on_disk_and_a_second_one_goes_on_from_it(kept):
    first, note = kept.update("02-rrf", Record.after_hint)
    assert (first.hints, note) == (1, "") and first.active
    again = ProgressFile(kept.file)
    second, note = again.update("02-rrf", Record.after_hint)
    assert (second.hints, note) == (2, "")
    assert load(kept.file).of("02-rrf").hints == 2 and load(kept.file).of("02-idf") == Record()


@pytest.mark.parametrize("text", ['{"version": 99, "tasks": {}}', "{broken"])
def test_a_file_that_cannot_be_read_is_set_aside_as_it_is(kept, text):
    kept.file.parent.mkdir()
    kept.file.write_text(text)
    progress, note = kept.read()
    assert progress == Progress() and "The next check sets it aside" in note and kept.file.read_text() == text
    record, note = kept.update("02-rrf", Record.after_hint)
    (aside,) = kept.file.parent.glob("progress-set-aside-*.json")
    assert aside.read_text() == text and str(aside) in note and record.hints == 1
    assert load(kept.file).of("02-rrf").hints == 1


def test_where_it_cannot_be_written_the_kernel_remembers_and_says_so(tmp_path):
    (tmp_path / "file").write_text("in the way")
    kept = ProgressFile(tmp_path / "file" / "progress.json")
    _, note = kept.update("02-rrf", Record.after_hint)
    record, _ = kept.update("02-rrf", Record.after_hint)
    assert record.hints == 2 and "not kept" in note and "RAGKIT_PROGRESS" in note
    progress, note = kept.read()
    assert progress.of("02-rrf").hints == 2 and "as long as the kernel" in note


def test_what_could_not_be_written_is_written_when_it_can(tmp_path):
    way = tmp_path / "file"
    way.write_text("in the way")
    kept = ProgressFile(way / "progress.json")
    kept.update("02-rrf", Record.after_hint)
    way.unlink()
    kept.update("02-rrf", Record.after_hint)
    assert load(kept.file).of("02-rrf").hints == 2 and kept.read()[1] == ""


def test_two_notebooks_at_the_same_time_lose_nothing(kept, monkeypatch):
    # A busy machine may keep one of them waiting for longer than a learner should wait.
    monkeypatch.setattr("ragkit.course.exercises.progress_file.PATIENCE", 30)

    def one_more(before):
        return before.model_copy(update={"tries": before.tries + 1})

    def four():
        for _ in range(4):
            ProgressFile(kept.file).update("02-rrf", one_more)

    threads = [Thread(target=four) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert load(kept.file).of("02-rrf").tries == 12


def test_the_setting_names_the_file(monkeypatch, tmp_path):
    monkeypatch.setenv("RAGKIT_PROGRESS", str(tmp_path / "mine.json"))
    assert progress_file().file == tmp_path / "mine.json"
    monkeypatch.delenv("RAGKIT_PROGRESS")
    assert progress_file().file.name == "progress.json" and progress_file().file.parent != Path()
