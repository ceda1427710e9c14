"""The names of a system's parts, as they are asked for."""

from __future__ import annotations

from collections.abc import Collection


def check_parts(asked: Collection[str], parts: Collection[str]) -> None:
    """Raise `ValueError` for a part that the system does not have.

    >>> check_parts(["critic"], ("hybrid", "critic"))
    """
    unknown = sorted(set(asked) - set(parts))
    if unknown:
        raise ValueError(f"asked for the parts {', '.join(unknown)}; there are {', '.join(parts)}")
