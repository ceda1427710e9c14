"""A number with its noun, as people write it."""

from __future__ import annotations


def counted(number: int, noun: str, many: str = "") -> str:
    """The number and the noun; `many` is its plural, unless that only adds an s.

    >>> counted(1, "call"), counted(1200, "call"), counted(0, "retry", "retries")
    ('1 call', '1,200 calls', '0 retries')
    """
    plural = many or f"{noun}s"
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {plural}"
