"""Inputs of a check that tell an answer and its known mistakes apart, so that each is named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ragkit.course.exercises.same import same

MOST = 20_000
"""Number of draws after which there is no hope."""
Arguments = tuple[Any, ...]
Draw = Callable[[], Arguments]
Function = Callable[..., Any]
HOPELESS = "asked for inputs that tell {} answers apart, found none: draw others"


def telling(draw: Draw, right: Function, wrong: Iterable[Function]) -> Arguments:
    """Draw arguments until the right function and each wrong one return something else.

    Raises `LookupError` if no draw does it.

    >>> numbers = iter([0, 1, 2, 3])
    >>> telling(lambda: (next(numbers),), lambda n: n * n, [lambda n: n + n, lambda n: n])
    (3,)
    """
    functions = [right, *wrong]
    for _ in range(MOST):
        arguments = draw()
        if _all_differ(functions, arguments):
            return arguments
    raise LookupError(HOPELESS.format(len(functions)))


def one_each(draw: Draw, right: Function, wrong: Sequence[Function]) -> list[Arguments]:
    """For each wrong function arguments that it gets wrong, and that all behind it get right.

    This is for functions with few results, such as yes and no. Raises `LookupError`.

    >>> numbers = iter([3, 1, 2])
    >>> draw = lambda: (next(numbers),)
    >>> one_each(draw, lambda n: n > 2, [lambda n: n > 0, lambda n: n > 1])
    [(1,), (2,)]
    """
    found = []
    for place, own in enumerate(wrong):
        behind = wrong[place + 1 :]
        found.append(_alone(draw, right, own, behind))
    return found


def _alone(draw: Draw, right: Function, wrong: Function, others: Sequence[Function]) -> Arguments:
    for _ in range(MOST):
        arguments = draw()
        expected = right(*arguments)
        if same(expected, wrong(*arguments)):
            continue
        if all(same(expected, other(*arguments)) for other in others):
            return arguments
    raise LookupError(HOPELESS.format(2 + len(others)))


def _all_differ(functions: Iterable[Function], arguments: Arguments) -> bool:
    results: list[Any] = []
    for function in functions:
        own = function(*arguments)
        if any(same(own, other) for other in results):
            return False
        results.append(own)
    return True
