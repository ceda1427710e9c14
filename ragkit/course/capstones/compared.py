"""A submitted system and `crag` on the hidden questions: their runs, made or gone on with.

Both are asked by the runner of experiments, so that a grading that was stopped goes on. The runs of
`crag` are kept beside, and made once for a whole class.

The submission runs in this process, beside a loaded model, without any fence: it needs the network
of the model and the cache. So it is a stranger's code with all that the user may do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from langgraph.graph import StateGraph

from ragkit.course.capstones.submission import BadSubmission
from ragkit.disk.whole import write_whole
from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.experiments.experiment import Experiment
from ragkit.evaluate.golden import Question
from ragkit.evaluate.measures import Row
from ragkit.graphs import SYSTEMS
from ragkit.graphs.systems import System
from ragkit.kit import Kit

BASELINE = "crag"
NAME = "mine"
"""The function of a submission that returns its graph."""


@dataclass(frozen=True)
class Compared:
    """The runs of a submission and of `crag` on the hidden questions."""

    asked: tuple[Question, ...]
    ours: tuple[Row, ...]
    crags: tuple[Row, ...]
    stopped: str = ""
    """The cap that ended it early; empty where none did."""

    @property
    def is_whole(self) -> bool:
        """Whether both have answered every question, without a failed run."""
        ids = {question.id for question in self.asked}
        return ids == made_of(self.ours) == made_of(self.crags)


def compare(
    build: Callable[..., Any],
    code: str,
    folder: Path,
    hidden: Sequence[Question],
    to: Path,
    most: int | None = None,
    minutes: float | None = None,
    kit: Kit | None = None,
) -> Compared:
    """Ask a system and `crag` the hidden questions, or go on with it.

    Raises `BadSubmission`, and the errors of `bench`. `to` has a folder of results for `crag`, and
    one for each submission; `most` is the number of questions, in a random order.
    """
    name = registered(build, code)
    file = to / "hidden.jsonl"
    write_questions(hidden, file)
    baseline = _experiment(BASELINE, folder, file, most, minutes)
    crags, stopped = bench(baseline, to / BASELINE, kit=kit)
    mine = _experiment(name, folder, file, most, minutes)
    ours, also_stopped = bench(mine, to / name, kit=kit)
    asked = tuple(mine.asked)
    return Compared(asked, tuple(ours), tuple(crags), stopped or also_stopped)


def write_questions(questions: Sequence[Question], file: Path) -> None:
    """Write questions into a file, a line each."""
    lines = []
    for question in questions:
        line = json.dumps(asdict(question), ensure_ascii=False)
        lines.append(f"{line}\n")
    write_whole(file, "".join(lines).encode())


def _experiment(
    system: str, folder: Path, file: Path, most: int | None, minutes: float | None
) -> Experiment:
    return Experiment.model_validate(
        {
            "corpus": folder.resolve(),
            "questions": {"file": file.resolve(), "most": most},
            "systems": {system: {"graph": system}},
            "audit": False,
            "caps": {"minutes": minutes},
        }
    )


def registered(build: Callable[..., Any], code: str) -> str:
    """The name under which the graph of a submission is a system; other code has another name."""
    try:
        graph = build()
    except Exception as error:
        raise BadSubmission(
            f"asked `{NAME}()` for a graph, got {type(error).__name__}: {error}; call it in a cell"
        ) from error
    if not isinstance(graph, StateGraph):
        came = type(graph).__name__
        raise BadSubmission(f"asked `{NAME}()` for a StateGraph, got {came}; return it uncompiled")
    name = f"{NAME}-{hash_of(code)}"
    SYSTEMS[name] = System(build, "a submission to the first capstone", SYSTEMS[BASELINE].typical)
    return name


def hash_of(code: str) -> str:
    """A short hash of a submission's code, by which its runs are found again."""
    whole = sha256(code.encode())
    return whole.hexdigest()[:12]


def made_of(rows: Sequence[Row]) -> set[str]:
    """The questions of the runs that did not fail."""
    made = set()
    for row in rows:
        if not row.failed:
            made.add(row.question)
    return made
