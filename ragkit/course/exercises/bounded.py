"""Run a function for some seconds at most, on every platform and in a notebook's kernel.

The function runs in a thread of its own. When its time is up, an exception is raised inside that
thread, which ends every loop of Python code. It does not end a call into C, such as a long sleep,
nor a loop that catches whatever is raised. Then the thread is left behind, and the caller goes on.

Left out: a signal (SIGALRM) would interrupt some calls into C as well. But Windows has none, and it
only reaches the main thread, in which a kernel need not run a cell.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

PATIENCE = 0.5
"""Seconds in which a function has to end once its time is up."""
STACK = 16 * 2**20
"""Bytes of stack for the thread. macOS gives a thread so few that deep recursion would crash it."""

Result = TypeVar("Result")
# It is looked up once, because the fence of `grading/fence.py` may forbid it later.
_raise_in_thread = ctypes.pythonapi.PyThreadState_SetAsyncExc


class TimeUp(BaseException):
    """It ends a function whose time is up.

    It is no `Exception`, so code that catches every `Exception` does not catch it.
    """


class Overdue(Exception):
    """A function took too long. `left_behind` says whether it still runs, in the background."""

    def __init__(self, seconds: float, left_behind: bool) -> None:
        super().__init__(f"longer than {seconds:g} s")
        self.seconds = seconds
        self.left_behind = left_behind


def bounded(work: Callable[[], Result], seconds: float) -> Result:
    """The result of a function that has some seconds to end.

    Raises what the function raises, and `Overdue` when it takes longer. Takes half a second more
    than `seconds` at most, unless the function is inside a call into C that holds the interpreter.

    >>> bounded(lambda: 1 + 1, seconds=5)
    2
    """
    job = _Job(work)
    _start(job)
    try:
        job.join(seconds)
        late = job.is_alive()
    finally:
        # The wait itself may be interrupted: then the function must not go on either.
        job.stop()
    if late:
        raise Overdue(seconds, left_behind=job.is_alive())
    if job.error is not None:
        raise job.error
    return job.results[0]


class _Job(threading.Thread, Generic[Result]):
    """A thread that keeps what its function returned or raised."""

    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.results: list[Result] = []
        self.error: BaseException | None = None

    def run(self) -> None:
        # It may be raised at any moment until the thread has ended.
        with suppress(TimeUp):
            try:
                self.results.append(self.work())
            except BaseException as error:  # noqa: BLE001 - it is raised again by `bounded`
                self.error = error

    def stop(self) -> None:
        """Raise `TimeUp` in the thread until it ends, or patience does."""
        until = time.monotonic() + PATIENCE
        while self.is_alive() and time.monotonic() < until:
            assert self.ident is not None
            thread = ctypes.c_ulong(self.ident)
            _raise_in_thread(thread, ctypes.py_object(TimeUp))
            self.join(0.05)


def _start(job: _Job[Result]) -> None:
    """Start the thread with a larger stack, where the platform allows one."""
    before = threading.stack_size()
    with suppress(ValueError, RuntimeError):
        threading.stack_size(STACK)
    try:
        job.start()
    finally:
        threading.stack_size(before)
