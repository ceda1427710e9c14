"""Many progress files as one table, and where a class is stuck."""

import pytest

from ragkit.course.classroom import begun, read_class, rows, state, stuck
from ragkit.course.exercises.catalogue import in_order, words
from ragkit.course.exercises.progress import Progress, Record, packed

TWO = ("02-idf", "02-rrf")
DONE = Record(tries=1, solved="2026-11-25T10:00:00+00:00")
STUCK = Record(tries=4, hints=3, stumbles={"ranks are counted from 0": 3, "k is left out": 1})
ADA = Progress().with_record("02-rrf", DONE)
BOB = Progress().with_record("02-rrf", STUCK).with_record("02-idf", Record(hints=1))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "bob").mkdir()
    (tmp_path / "ada.json").write_text(packed(ADA))
    (tmp_path / "bob" / "progress.json").write_text(packed(BOB))
    return tmp_path


def test_everyone_is_read_by_name_and_bad_files_are_told(folder):
    (folder / "broken.json").write_text("{")
    (folder / "old.json").write_text('{"version": 0}')
    (folder / "ada").mkdir()
    (folder / "ada" / "progress.json").write_text(packed(BOB))
    learners, troubles = read_class(folder)
    assert set(learners) == {"ada", "bob"} and learners["bob"] == BOB
    said = "\n".join(troubles)
    assert len(troubles) == 3 and "broken.json is skipped" in said and "version 0" in said and "another file" in said


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="got no folder"):
        read_class(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (Record(), "not begun"), (Record(hints=1), "trying"), (STUCK, "stuck"), (DONE, "solved"),
        (Record(tries=2), "trying"), (Record(tries=1, looked=True), "stuck"),
        (DONE.model_copy(update={"looked": True}), "solved with help"),
        (DONE.model_copy(update={"hints": 1}), "solved with help"),
    ],
)  # fmt: skip
def test_a_state_says_where_a_learner_is(record, expected):
    assert state(record) == expected


def test_the_task_at_which_most_are_stuck_comes_first_with_names_and_its_misconception():
    first, second, third = stuck({"ada": ADA, "bob": BOB, "cat": BOB}, [words(id) for id in ("01-cite", *TWO)])
    assert first[:1] + first[2:] == [
        "02-rrf", "bob, cat", "", "1", "0", "0", "10", "", "ranks are counted from 0 (6)"
    ]  # fmt: skip
    assert second[:1] + second[2:7] == ["02-idf", "", "bob, cat", "0", "0", "1"] and third[0] == "01-cite"


def test_only_what_somebody_began_is_begun():
    assert [task.id for task in begun({"ada": ADA, "bob": BOB}, in_order())] == list(TWO)


def test_the_table_has_a_row_for_each_learner_and_exercise():
    assert [row[:4] for row in rows({"ada": ADA, "bob": BOB})] == [
        ["ada", "02-rrf", "solved", 1], ["bob", "02-idf", "trying", 0], ["bob", "02-rrf", "stuck", 4]
    ]  # fmt: skip
