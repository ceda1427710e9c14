"""Many progress files as one table, and a map of where a class is stuck."""

import csv
import io
import re

import pytest

from ragkit.course.classroom import STATES, heat_map, read_class, rows, state, stuck, write
from ragkit.course.exercises.catalogue import in_order
from ragkit.course.exercises.progress import Progress, Record, packed

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
        (Record(), "not begun"), (Record(hints=1), "stuck"), (STUCK, "stuck"), (DONE, "solved"),
        (DONE.model_copy(update={"looked": True}), "solved with help"),
        (DONE.model_copy(update={"hints": 1}), "solved with help"),
    ],
)  # fmt: skip
def test_a_state_says_where_a_learner_is(record, expected):
    assert state(record) == expected in STATES


def test_the_map_has_a_row_a_task_that_was_begun_and_a_column_a_learner():
    drawn = heat_map({"ada": ADA, "bob": BOB})
    found = dict(re.findall(r"<th scope='row'>(.*?)</th>(.*?)</tr>", drawn))
    assert list(found) == [task.id for task in in_order() if task.id in ("02-rrf", "02-idf")]
    assert re.findall(r"class='s(\d)' title='(.*?)'>(.*?)<", found["02-rrf"]) == [
        (str(STATES.index("solved")), "solved, 1 try", "1"), (str(STATES.index("stuck")), "stuck, 4 tries", "4"),
    ]  # fmt: skip
    assert f"Begun by nobody: {len(in_order()) - 2} exercises." in drawn


def test_code_in_a_misconception_is_shown_as_code(tmp_path):
    stumbles = {"a gain of exactly `least` counts": 1}
    _, page = write({"eve": Progress().with_record("06-stalled", Record(tries=1, stumbles=stumbles))}, [], tmp_path)
    assert "a gain of exactly <code>least</code> counts (1)" in page.read_text()


def test_the_task_at_which_most_are_stuck_comes_first_with_its_misconception():
    first, second, *_ = stuck({"ada": ADA, "bob": BOB, "cat": BOB})
    assert {first[0], second[0]} == {"02-rrf", "02-idf"} and first[2] == second[2] == "2"
    (rrf,) = [row for row in (first, second) if row[0] == "02-rrf"]
    assert rrf[2:] == ("2", "1", "0", "0", "10", "", "ranks are counted from 0 (6)")


def test_the_files_are_a_table_and_a_page_that_needs_no_network(folder, tmp_path):
    learners, troubles = read_class(folder)
    table, page = write(learners, troubles, tmp_path / "out")
    head, *body = csv.reader(io.StringIO(table.read_text(encoding="utf-8-sig")))
    assert [row[:3] for row in body] == [
        ["ada", "02-rrf", "solved"], ["bob", "02-idf", "stuck"], ["bob", "02-rrf", "stuck"]
    ]  # fmt: skip
    assert all(len(row) == len(head) for row in body) and body == [
        [str(cell) for cell in row] for row in rows(learners)
    ]
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text and "02-rrf" in text and len(text) < 10_000
