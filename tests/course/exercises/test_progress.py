"""What is kept of a learner's tries, and what of a file that is not right."""

import json

import pytest

from ragkit.course.exercises.progress import HINTS, VERSION, Progress, ProgressError, Record, digest, load, packed
from ragkit.course.exercises.verdict import Verdict

WRONG = Verdict("02-double", "Double", False, 1, stumbles=("numbers are squared",))
RIGHT = Verdict("02-double", "Double", True, 1)


def test_tries_and_stumbles_are_counted_until_it_is_solved():
    record = Record().after(WRONG).after(WRONG)
    assert (record.tries, record.stumbles, record.solved) == (2, {"numbers are squared": 2}, "")
    solved = record.after(RIGHT)
    assert solved.tries == 3 and solved.solved >= solved.first > "2026"
    assert solved.after(WRONG) == solved.after(RIGHT) == solved.after_hint() == solved.after_look() == solved


def test_the_same_wrong_answer_again_is_no_further_try():
    same = digest("owl", WRONG)
    record = Record().after(WRONG, same).after(WRONG, same)
    assert (record.tries, record.stumbles) == (1, {"numbers are squared": 1})
    again = record.after(WRONG, digest("cat", WRONG)).after(RIGHT, digest("cat", WRONG))
    assert again.tries == 3 and again.solved and again.last == ""


def test_an_answer_is_the_same_by_its_code_and_its_mistakes():
    def half(n):
        return n / 2

    def other(n):
        return n // 2

    assert digest(half, WRONG) == digest(half, WRONG) != digest(other, WRONG)
    assert digest(half, WRONG) != digest(half, RIGHT) and digest({400: ["owl"]}, WRONG) != digest({}, WRONG)


def test_hints_end_at_three():
    record = Record()
    for _ in range(5):
        record = record.after_hint()
    assert record.hints == HINTS == 3 and record.tries == 0


def test_what_is_written_is_read(tmp_path):
    file = tmp_path / "progress.json"
    progress = Progress().with_record("02-rrf", Record().after(WRONG).after_look().after(RIGHT))
    file.write_text(packed(progress), encoding="utf-8")
    assert load(file) == progress and json.loads(file.read_text())["version"] == VERSION
    assert load(tmp_path / "nowhere.json") == Progress()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"version": 2, "tasks": {}, "new": 1}', "version 2, and this kit reads version 1"),
        ("{", "damaged"),
        ("[" * 100_000, "damaged"),
        ("[1]", "no version"),
        ("{}", "no version"),
        ('{"version": 1, "tasks": {"02-rrf": {"tries": -1}}}', "tasks.02-rrf.tries"),
        ('{"version": 1, "tasks": [], "ragkit": ""}', "tasks"),
        ('{"version": 1, "other": 1}', "other"),
        ("\x00\xff", "damaged"),
    ],
)
def test_a_file_that_is_not_right_is_told(text, said, tmp_path):
    file = tmp_path / "progress.json"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(ProgressError, match=said):
        load(file)


def test_a_file_that_is_far_too_large_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr("ragkit.course.exercises.progress.MOST", 10)
    (tmp_path / "progress.json").write_text(packed(Progress()))
    with pytest.raises(ProgressError, match="more than 10 bytes"):
        load(tmp_path / "progress.json")
