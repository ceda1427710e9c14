"""Ask what may fail in any way, for a limited time.

An archive may be down, slow or damaged. Then what it would have said is replaced, and the run goes
on with a note. Left out: stopping a call that takes too long, which Python cannot do
(`web/timeout.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ragkit.disk.room import NoRoom
from ragkit.model.recording import RecordingError
from ragkit.text.one_line import first_line
from ragkit.web.timeout import within

Result = TypeVar("Result")


def in_time(call: Callable[[], Result], seconds: float, otherwise: Result) -> tuple[Result, str]:
    """What a call returns, or else `otherwise` and why; it may take at most so many seconds.

    Raises `NoRoom` and `RecordingError`: a full disk or a missing reply concerns the whole run, and
    the user has to know.

    >>> in_time(lambda: "owls", 5, ""), in_time(lambda: [][0], 5, "")
    (('owls', ''), ('', 'it could not be asked: IndexError: list index out of range'))
    """
    try:
        return within(seconds, call), ""
    except (NoRoom, RecordingError):
        raise
    except TimeoutError:
        return otherwise, f"no reply within {seconds:g} s"
    except Exception as error:  # noqa: BLE001
        return otherwise, f"it could not be asked: {first_line(error)}"
