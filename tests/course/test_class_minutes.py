"""The minutes of an exercise are those since the one that was solved before it."""

from datetime import UTC, datetime

import pytest

from ragkit.course.class_minutes import class_minutes, minutes_of
from ragkit.course.class_page import write
from ragkit.course.classroom import stuck
from ragkit.course.exercises.catalogue import words
from ragkit.course.exercises.progress import Progress, Record


def progress(**solved):
    """A learner who solved tasks at some times of one day."""
    tasks = {}
    for name, time in solved.items():
        when = f"2026-11-25T{time}:00+00:00" if time else ""
        tasks[name.replace("_", "-", 1).removeprefix("t")] = Record(tries=1, solved=when)
    return Progress(tasks=tasks)


ADA = progress(t02_idf="10:00", t02_rrf="10:12", t02_hybrid="10:40")
BOB = progress(t02_idf="10:00", t02_rrf="10:20")
CAT = progress(t02_rrf="10:30", t02_idf="10:14")


def test_a_task_took_the_minutes_since_the_one_solved_before_in_whatever_order():
    assert minutes_of(ADA) == {"02-rrf": 12, "02-hybrid": 28}
    assert minutes_of(CAT) == {"02-rrf": 16}


def test_a_task_after_more_than_an_hour_is_left_out_and_counts_as_a_beginning():
    late = progress(t02_idf="10:00", t02_rrf="11:01", t02_hybrid="11:09")
    assert minutes_of(late) == {"02-hybrid": 8}
    assert minutes_of(progress(t02_idf="10:00", t02_rrf="11:00")) == {"02-rrf": 60}


@pytest.mark.parametrize("solved", ["", "yesterday", "2026-11-25T10:05:00"])
def test_a_time_that_is_none_is_left_out(solved):
    tasks = BOB.tasks | {"02-hybrid": Record(tries=1, solved=solved)}
    assert minutes_of(Progress(tasks=tasks)) == minutes_of(BOB) == {"02-rrf": 20}


def test_a_class_has_the_median_and_its_number():
    assert class_minutes([ADA, BOB, CAT]) == {"02-rrf": "16 (n=3)", "02-hybrid": "28 (n=1)"}
    assert class_minutes([]) == {}


def test_the_page_of_a_class_has_the_estimate_beside_the_median(tmp_path):
    tasks = [words("02-idf"), words("02-rrf")]
    rows = {row[0]: row for row in stuck({"ada": ADA, "bob": BOB, "cat": CAT}, tasks)}
    assert rows["02-rrf"][7:9] == ["10", "16 (n=3)"] and rows["02-idf"][8] == ""
    _, page = write({"ada": ADA}, [], tmp_path, tasks, datetime(2026, 11, 25, 12, tzinfo=UTC))
    assert "<span>median minutes</span>" in page.read_text() and "12 (n=1)" in page.read_text()
