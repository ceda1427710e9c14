"""Who needs help now: by tries, then by the minutes since the last solved exercise."""

from datetime import UTC, datetime, timedelta

from ragkit.course.exercises.catalogue import words
from ragkit.course.exercises.progress import Progress, Record
from ragkit.course.needs import attention, last_active

TEN = datetime(2026, 11, 30, 10, tzinfo=UTC)
TASKS = [words("02-idf"), words("02-rrf")]


def at(minute):
    return (TEN + timedelta(minutes=minute)).isoformat()


def learner(**records):
    return Progress(tasks={id.replace("_", "-")[1:]: record for id, record in records.items()})


def test_most_tries_come_first_and_of_as_many_the_longest_wait():
    found = attention(
        {
            "ada": learner(t02_rrf=Record(tries=1, first=at(29), active=at(29))),
            "bob": learner(t02_rrf=Record(tries=8, first=at(20), active=at(28))),
            "cy": learner(
                t02_idf=Record(tries=1, first=at(0), solved=at(5), active=at(5)),
                t02_rrf=Record(tries=1, first=at(6), active=at(27)),
            ),
        },
        TASKS,
        TEN + timedelta(minutes=30),
    )
    # cy solved the last one at 10:05, bob and ada none: theirs is the time since their first check
    assert [(one.learner, one.task.id, one.record.tries, one.minutes) for one in found.needs] == [
        ("bob", "02-rrf", 8, 10), ("cy", "02-rrf", 1, 25), ("ada", "02-rrf", 1, 1)
    ]  # fmt: skip


def test_who_did_nothing_for_an_hour_or_has_not_begun_is_named_apart():
    class_ = {"ada": learner(t02_rrf=Record(tries=9, first=at(0), active=at(0))), "bob": Progress()}
    late = attention(class_, TASKS, TEN + timedelta(minutes=61))
    assert (late.needs, late.quiet, late.waiting) == ((), ("ada",), ("bob",))
    in_time = attention(class_, TASKS, TEN + timedelta(minutes=60))
    assert [one.learner for one in in_time.needs] == ["ada"]


def test_a_learner_is_at_the_exercise_of_the_last_check_and_at_none_when_all_are_solved():
    two = learner(t02_idf=Record(tries=5, active=at(9)), t02_rrf=Record(tries=1, active=at(3)))
    done = learner(t02_idf=Record(tries=5, solved=at(4)))
    found = attention({"ada": two, "bob": done}, TASKS, TEN + timedelta(minutes=10))
    assert [(one.learner, one.task.id) for one in found.needs] == [("ada", "02-idf")]
    assert attention({"ada": two}, TASKS[1:], TEN + timedelta(minutes=10)).needs[0].task.id == "02-rrf"


def test_a_time_that_is_none_counts_as_no_activity():
    assert last_active(learner(t02_idf=Record(tries=1, active="owl"))) is None
    assert last_active(learner(t02_idf=Record(tries=1, first=at(2)), t02_rrf=Record(solved=at(7)))) == (
        TEN + timedelta(minutes=7)
    )
