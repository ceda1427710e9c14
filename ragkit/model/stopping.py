"""The stop of a run: it ends the model call under way, and lets no further one begin.

The meter (`meter.py`) names the stop when a call begins. Whoever waits for the endpoint
(`deadline.py`, `door.py`) looks at it, and gives the wait up. To close the connection is how an
endpoint is told that nobody wants its reply.
"""

from __future__ import annotations

import time
from contextvars import ContextVar
from threading import Event

LOOK = 0.1
"""Seconds of waiting after which the stop is looked at again."""

_stop: ContextVar[Event | None] = ContextVar("stop", default=None)


class Stopped(Exception):
    """The run was stopped by the user."""

    def __str__(self) -> str:
        return "stopped by the user"


def heed(stop: Event | None) -> None:
    """From here on, this thread's waits for an endpoint end when `stop` is set."""
    _stop.set(stop)


def go_on() -> None:
    """Raise `Stopped` once the user has stopped the run.

    >>> stop = Event()
    >>> heed(stop); go_on()
    >>> stop.set(); go_on()
    Traceback (most recent call last):
    ragkit.model.stopping.Stopped: stopped by the user
    >>> heed(None)
    """
    stop = _stop.get()
    if stop is not None and stop.is_set():
        raise Stopped


def at_a_time(seconds: float | None) -> float | None:
    """How long to wait before the stop is looked at; all the seconds where nothing can stop them.

    >>> at_a_time(30.0)
    30.0
    >>> heed(Event()); at_a_time(30.0), at_a_time(0.05), at_a_time(None)
    (0.1, 0.05, 0.1)
    >>> heed(None)
    """
    if _stop.get() is None:
        return seconds
    return LOOK if seconds is None else min(LOOK, seconds)


def rest(seconds: float) -> None:
    """Do nothing for so many seconds. Raises `Stopped` as soon as the user stops the run."""
    stop = _stop.get()
    if stop is None:
        time.sleep(seconds)
    elif stop.wait(seconds):
        raise Stopped
