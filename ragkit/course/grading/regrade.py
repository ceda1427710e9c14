"""One exercise graded again, while all other marks stay as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError
from tqdm.auto import tqdm

from ragkit.course.grading.grade import Graded, grade_one, submissions
from ragkit.course.grading.table import STORED
from ragkit.course.hand_in import GRADES
from ragkit.text.fault import first_fault


class NotGraded(ValueError):
    """There is no earlier grading to go on from. The message says what to do."""


def earlier(folder: Path) -> list[Graded]:
    """What was graded before, from a folder of results. Raises `NotGraded`."""
    file = folder / GRADES
    then = "grade all exercises once, without `--exercise`"
    try:
        return STORED.validate_json(file.read_bytes())
    except OSError as error:
        raise NotGraded(f"asked for {file}, got no such file; {then}") from error
    except ValidationError as error:
        raise NotGraded(f"asked for {file}, got {first_fault(error)}; {then}") from error


def regrade(
    folder: Path,
    id: str,
    before: Sequence[Graded],
    seed: int | None,
    seconds: int,
    megabytes: int,
    quiet: bool = False,
    names: Sequence[str] = (),
) -> Iterator[Graded]:
    """Grade one task of the notebooks below a folder again, each as soon as it is asked for.

    Without a `seed`, the questions are those of the grading `before`. Notebooks that are new since
    then are graded in full, and those without this task are left as they are.
    """
    known = {one.name: one for one in before}
    chosen = _seed_of(before) if seed is None else seed
    for file in tqdm(submissions(folder), "grading", unit="notebook", disable=quiet):
        way = file.relative_to(folder)
        old = known.get(way.as_posix())
        if old is None or not old.states:
            yield grade_one(file, folder, chosen, seconds, megabytes, names=names)
        elif id in old.states:
            new = grade_one(file, folder, chosen, seconds, megabytes, [id], names)
            yield _merged(old, new, id)
        else:
            yield old


def _seed_of(before: Sequence[Graded]) -> int:
    """The seed of a grading; 0 where nothing was checked."""
    for one in before:
        for verdict in one.verdicts:
            return verdict.seed
    return 0


def _merged(old: Graded, new: Graded, id: str) -> Graded:
    """The old results with the new ones of a task."""
    kept = [verdict for verdict in old.verdicts if verdict.task != id]
    fresh = [verdict for verdict in new.verdicts if verdict.task == id]
    states = dict(old.states)
    states[id] = new.states.get(id, "not run")
    return replace(
        old,
        verdicts=(*kept, *fresh),
        states=states,
        fault=new.fault or old.fault,
    )
