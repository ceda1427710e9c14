"""Any value as a short text, whatever its class does when it is asked for one."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from typing import Any

from ragkit.text.one_line import first_line

_SHORT = reprlib.Repr()
_SHORT.maxlevel = 5
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxset = _SHORT.maxdict = 12
_SHORT.maxstring = _SHORT.maxother = 240
_SHORT.maxlong = 60


def shown(value: Any) -> str:
    """A value as Python writes it, with its middle cut out where it is long.

    >>> shown(["owl", 1.5, None])
    "['owl', 1.5, None]"
    >>> len(shown("a" * 10**6)) < 300
    True
    """
    try:
        return _SHORT.repr(value)
    except Exception:  # noqa: BLE001 - a learner's class may fail at this in any way
        return f"<a value of the type {type(value).__name__} that cannot be shown>"


def called(name: str, arguments: Iterable[Any]) -> str:
    """A call as Python writes it.

    >>> called("rrf", (["owl"], 60))
    "rrf(['owl'], 60)"
    """
    texts = map(shown, arguments)
    return f"{name}({', '.join(texts)})"


def error_line(error: BaseException) -> str:
    """An error as one line, even if its class fails at that.

    >>> error_line(NotImplementedError()), error_line(KeyError("owl"))
    ('NotImplementedError', "KeyError: 'owl'")
    """
    try:
        return first_line(error).removesuffix(": ")
    except Exception:  # noqa: BLE001 - a learner's class may fail at this in any way
        return type(error).__name__
