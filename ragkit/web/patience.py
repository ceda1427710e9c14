"""A time limit for the whole of a call, whatever it waits for: names, connections, or a byte now and then.

The libraries that search have no time limit, or one for each read only. Left out: stopping the call. Python cannot;
it goes on in a thread that does not keep the process alive, and nobody hears of it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


def within(seconds: float, call: Callable[[], Result]) -> Result:
    """What `call()` returns or raises; `TimeoutError` when that takes more than `seconds`.

    >>> within(5, lambda: "soon")
    'soon'
    """
    done: Future[Result] = Future()

    def work() -> None:
        try:
            done.set_result(call())
        except BaseException as error:  # noqa: BLE001  raised again by `result()`, in the thread that waits
            done.set_exception(error)

    Thread(target=work, daemon=True).start()
    try:
        return done.result(timeout=seconds)
    except TimeoutError:
        if done.done():  # the call's own
            raise
        raise TimeoutError(f"no reply within {seconds:g} s") from None
