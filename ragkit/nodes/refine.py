"""The query of a retry: the question with the critic's words (adaptive, eqs. 6 and 7)."""

from __future__ import annotations

from collections.abc import Callable, Collection


def refined(
    question: str, feedback: str, tried: Collection[str], failed_before: Callable[[str], bool]
) -> str:
    """The question q with the critic's feedback f_c added to it.

    That is q' = q + f_c (adaptive, eq. 6). When q' failed already, it is f_c + q + "details
    regarding" + f_c (adaptive, eq. 7). Without feedback it is the question itself.

    `tried` are the queries of this run. `failed_before` says whether a query resembles one that
    failed in an earlier run.

    >>> refined("Who was first?", "Kahn 1962", [], failed_before=lambda query: False)
    'Who was first? Kahn 1962'
    >>> tried = ["Who was first? Kahn 1962"]
    >>> refined("Who was first?", "Kahn 1962", tried, failed_before=lambda query: False)
    'Kahn 1962 Who was first? details regarding Kahn 1962'
    """
    if not feedback:
        return question
    query = f"{question} {feedback}"
    if query in tried or failed_before(query):
        return f"{feedback} {question} details regarding {feedback}"
    return query
