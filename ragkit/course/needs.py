"""Who of a class needs help now: those who tried an exercise, and have not solved it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ragkit.course.class_minutes import AWAY, time_of
from ragkit.course.classroom import Class
from ragkit.course.exercises.progress import Progress, Record
from ragkit.course.exercises.task import Words


@dataclass(frozen=True)
class Need:
    """A learner at an exercise that is not solved."""

    learner: str
    task: Words
    record: Record
    minutes: int
    """Since the last solved exercise; without one, since the first check of any."""
    active: datetime
    """When the learner last did something in an exercise."""


@dataclass(frozen=True)
class Attention:
    """A class at one moment."""

    needs: tuple[Need, ...]
    """Those with most tries first; of as many tries, those who wait longest."""
    quiet: tuple[str, ...]
    """Who did nothing for an hour."""
    waiting: tuple[str, ...]
    """Who has not begun."""


def attention(learners: Class, tasks: Sequence[Words], now: datetime) -> Attention:
    """Who needs help now with one of these tasks."""
    needs, quiet, waiting = [], [], []
    for name, progress in learners.items():
        active = last_active(progress)
        if active is None:
            waiting.append(name)
        elif now - active > timedelta(minutes=AWAY):
            quiet.append(name)
        else:
            needs += _open(name, progress, tasks, now)
    needs.sort(key=lambda one: (one.record.tries, one.minutes), reverse=True)
    return Attention(tuple(needs), tuple(quiet), tuple(waiting))


def last_active(progress: Progress) -> datetime | None:
    """When a learner last did something in any exercise; None if that is not known."""
    times = [last for record in progress.tasks.values() if (last := active_at(record))]
    return max(times, default=None)


def active_at(record: Record) -> datetime | None:
    """When a learner last did something in an exercise.

    >>> active_at(Record(first="2026-11-25T10:00:00+00:00")).hour
    10
    """
    # Files of older versions have no time of the last check.
    written = record.active or record.solved or record.first
    return time_of(written)


def _open(name: str, progress: Progress, tasks: Sequence[Words], now: datetime) -> list[Need]:
    """The exercise that a learner is at, if there is one."""
    latest: tuple[datetime, Words] | None = None
    for task in tasks:
        record = progress.of(task.id)
        active = active_at(record)
        if active is None or record.solved:
            continue
        if latest is None or active > latest[0]:
            latest = (active, task)
    if latest is None:
        return []
    active, task = latest
    waited = now - _begun(progress, active)
    minutes = int(waited.total_seconds() // 60)
    return [Need(name, task, progress.of(task.id), max(0, minutes), active)]


def _begun(progress: Progress, active: datetime) -> datetime:
    """When a learner last solved an exercise, or else first checked one."""
    solved, first = [], [active]
    for record in progress.tasks.values():
        done = time_of(record.solved)
        begin = time_of(record.first)
        if done is not None:
            solved.append(done)
        if begin is not None:
            first.append(begin)
    return max(solved) if solved else min(first)
