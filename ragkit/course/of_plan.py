"""Which exercises are meant: those of a plan, of notebooks, or single ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import yaml

from ragkit.course.checkout import ROOT
from ragkit.course.exercises.catalogue import in_order
from ragkit.course.exercises.task import Words
from ragkit.text.one_line import first_line

PLANS = ROOT / "docs" / "workshops" / "plans.yml"


class NoneMeant(ValueError):
    """A name means no exercise. The message says which names do."""


def of_plan(names: Sequence[str]) -> list[Words]:
    """The exercises that are meant, in their order; all of them where nothing is named.

    A name is that of a plan (`ninety`), the number of a notebook (`02`), or an exercise (`02-rrf`).
    Raises `NoneMeant` for any other.
    """
    every = in_order()
    if not names:
        return every
    planned = _planned(PLANS)
    wanted: set[str] = set()
    for name in names:
        wanted |= planned.get(name) or _meant(name, every, planned)
    return [task for task in every if task.id in wanted]


def notebooks_of(names: Sequence[str]) -> list[str]:
    """The notebooks that these exercises follow, as the names of their files without endings."""
    found = []
    for task in of_plan(names):
        if task.follows not in found:
            found.append(task.follows)
    return found


def _meant(name: str, every: Sequence[Words], planned: Iterable[str]) -> set[str]:
    number = name.zfill(2)
    found = {task.id for task in every if name == task.id or number == task.id[:2]}
    if not found:
        plans = ", ".join(planned)
        raise NoneMeant(
            f"asked for the exercises of {name!r}, got none; name a plan ({plans}), a notebook "
            "such as 02, or an exercise such as 02-rrf"
        )
    return found


def _planned(file: Path) -> dict[str, set[str]]:
    """The ids of the exercises of each plan; none where the plans are not there."""
    if not file.is_file():
        return {}
    text = file.read_text(encoding="utf-8")
    found = {}
    try:
        content: dict[str, Any] = yaml.safe_load(text)
        for key, plan in content["plans"].items():
            own: set[str] = set()
            for day in plan["days"]:
                for part in day["parts"]:
                    own.update(part.get("exercises", ()))
            found[key] = own
    except (yaml.YAMLError, AttributeError, KeyError, TypeError) as error:
        got = first_line(error)
        raise NoneMeant(f"asked for the plans in {file}, got {got}; correct the file") from error
    return found
