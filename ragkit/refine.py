"""The query of a retry: the question with the critic's words, and another one when that was tried (eqs. 6 and 7)."""

from __future__ import annotations

from collections.abc import Callable, Collection


def refined(question: str, feedback: str, tried: Collection[str], failed_before: Callable[[str], bool]) -> str:
    """Add the critic's words: q' = q + f_c (eq. 6), or f_c + q + "details regarding" + f_c when q' failed (eq. 7).

    `tried` are this run's queries; `failed_before` says whether one is like a query that failed in an earlier run.
    Without feedback the question stays as it is.

    >>> refined("Who was first?", "Kahn 1962", [], failed_before=lambda query: False)
    'Who was first? Kahn 1962'
    >>> refined("Who was first?", "Kahn 1962", ["Who was first? Kahn 1962"], failed_before=lambda query: False)
    'Kahn 1962 Who was first? details regarding Kahn 1962'
    """
    if not feedback:
        return question
    query = f"{question} {feedback}"
    return f"{feedback} {question} details regarding {feedback}" if query in tried or failed_before(query) else query
