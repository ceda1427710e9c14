"""A time limit for the whole of a call, whatever it waits for.

The libraries that search the web have no time limit, or one for each read only. Left out: stopping
the call, which Python cannot do. It continues in a thread that does not keep the process alive, and
its result is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


def within(seconds: float, call: Callable[[], Result]) -> Result:
    """Return or raise what `call()` does; `TimeoutError` if it takes more than `seconds`.

    >>> within(5, lambda: "soon")
    'soon'
    """
    done: Future[Result] = Future()

    def work() -> None:
        try:
            done.set_result(call())
        # `result()` raises it again, in the thread that waits.
        except BaseException as error:  # noqa: BLE001
            done.set_exception(error)

    Thread(target=work, daemon=True).start()
    try:
        return done.result(timeout=seconds)
    except TimeoutError:
        # The call itself raised it.
        if done.done():
            raise
        raise TimeoutError(f"no reply within {seconds:g} s") from None
