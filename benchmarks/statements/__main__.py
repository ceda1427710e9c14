"""Run every statement, and print those that are no longer true, with the figures."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from inspect import isfunction
from types import ModuleType

from benchmarks.statements import (
    ablation,
    architectures,
    checking,
    noise,
    others,
    prices,
    retrieval,
    study,
    teaching,
    teams,
    tiered,
    writing,
)
from benchmarks.statements.claim import Untrue

PAGES = (
    ablation,
    prices,
    checking,
    teaching,
    noise,
    others,
    retrieval,
    tiered,
    architectures,
    teams,
    writing,
    study,
)
Statement = Callable[[], None]


def statements(page: ModuleType) -> list[Statement]:
    """The public functions that a module defines: each is a statement."""
    own = [
        one for one in vars(page).values() if isfunction(one) and one.__module__ == page.__name__
    ]
    return [one for one in own if not one.__name__.startswith("_") and not one.__code__.co_argcount]


def untrue(found: Iterable[Statement]) -> dict[str, str]:
    """What is no longer true or can no longer be compared: each statement, with the figures."""
    wrong = {}
    for statement in found:
        said = f"{statement.__module__}: {(statement.__doc__ or '').strip()}"
        try:
            statement()
        except Untrue as figures:
            wrong[said] = f"{figures}"
        except (LookupError, OSError, TypeError, ValueError) as error:
            wrong[said] = f"cannot be compared: {type(error).__name__} {error}"
    return wrong


def main() -> int:
    """The exit status is 1 when a statement is untrue."""
    found = [statement for page in PAGES for statement in statements(page)]
    wrong = untrue(found)
    for said, figures in wrong.items():
        print(f"UNTRUE {said}\n       {figures}")
    print(f"statements={len(found)} untrue={len(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
