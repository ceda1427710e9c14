"""How long to wait before a request is sent again, and whether that may help at all."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

import httpx

from ragkit.model.errors import BadReply

TRIES = 3
"""How often an endpoint is asked that breaks down or hangs up."""
FIRST = 0.5
"""The first pause, in seconds; each one after it is twice as long."""
LONGEST = 30.0
"""The longest pause, in seconds, where the endpoint does not ask for one."""
BUSY = 429
"""The status of an endpoint that has too many requests."""
PASSING = {408, 409}
"""Statuses below 500 that may be another one a moment later."""
NOT_PASSING = "insufficient_quota"
"""What an endpoint says that is not busy, but is not paid for any more."""


def pause(error: httpx.TransportError | BadReply, tries: int) -> float | None:
    """Seconds to wait after so many tries, or None when it does not help to ask again.

    An endpoint that was too slow is not asked again, because its time is used up.

    >>> pause(httpx.ReadError("it hung up"), 1), pause(httpx.ReadError("it hung up"), 2)
    (0.5, 1.0)
    >>> pause(httpx.ReadError("it hung up"), 3), pause(httpx.ReadTimeout("silence"), 1)
    (None, None)
    >>> pause(BadReply("too many requests", 429, after=7.0), 9)
    7.0
    """
    usual = min(LONGEST, FIRST * 2 ** (tries - 1))
    if isinstance(error, httpx.TransportError):
        may_pass = not isinstance(error, httpx.TimeoutException)
        return usual if may_pass and tries < TRIES else None
    if NOT_PASSING in str(error):
        return None
    seconds = usual if error.after is None else max(FIRST, error.after)
    if is_busy(error):
        return seconds
    may_pass = error.status_code in PASSING or error.status_code >= 500
    return seconds if may_pass and tries < TRIES else None


def is_busy(error: Exception) -> bool:
    """Whether the endpoint has too many requests, and may reply later."""
    return isinstance(error, BadReply) and error.status_code == BUSY


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that an endpoint asks to wait, or None where it does not ask.

    It may give seconds or a date.

    >>> retry_after({"Retry-After": "7"}), retry_after({"Retry-After": "soon"}), retry_after({})
    (7.0, None, None)
    """
    text = headers.get("Retry-After", "")
    try:
        seconds = float(text)
    except ValueError:
        seconds = _until(text)
    return seconds if 0 <= seconds < math.inf else None


def _until(date: str) -> float:
    """Seconds until a date as HTTP writes it; not a number for any other text."""
    try:
        return parsedate_to_datetime(date).timestamp() - time.time()
    except (ValueError, OverflowError):
        return math.nan
