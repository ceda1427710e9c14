"""The query of a retry: the question with the critic's words, and another one when that was tried (eqs. 6 and 7)."""

from __future__ import annotations

from collections.abc import Callable


def refined(question: str, feedback: str, tried: Callable[[str], bool]) -> str:
    """Q' = q + f_c (eq. 6), or q'' = f_c + q + "details regarding" + f_c (eq. 7) when q' was tried and failed.

    `tried` says whether a query resembles one that failed before. Without feedback the question stays as it is.

    >>> refined("Who was first?", "Kahn 1962", tried=lambda query: False)
    'Who was first? Kahn 1962'
    >>> refined("Who was first?", "Kahn 1962", tried=lambda query: True)
    'Kahn 1962 Who was first? details regarding Kahn 1962'
    """
    if not feedback:
        return question
    query = f"{question} {feedback}"
    return f"{feedback} {question} details regarding {feedback}" if tried(query) else query
