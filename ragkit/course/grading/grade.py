"""Grade every notebook in a folder, one after the other, each in a process of its own.

A process is watched from outside as well: when it takes too long or too much memory, it is ended
with all that it started. One after the other, so that a greedy submission slows down no other.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil
from pydantic import TypeAdapter, ValidationError
from tqdm.auto import tqdm

from ragkit.course.exercises.verdict import Verdict
from ragkit.course.grading.states import STATES, State
from ragkit.course.whose import learner_of, listed, submitted

WORKER = "ragkit.course.grading.worker"
SECONDS = 90
"""What one submission may take in all, imports included."""
MEGABYTES = 2_000
"""What one submission may use beyond what the kit itself needs."""
OURS = 1_000
"""What the kit itself may need, in megabytes."""
MOST = 2_000_000
"""Bytes of results that are read of one submission."""
LOOK = 0.1
"""Seconds between two looks at a process."""
VERDICT = TypeAdapter(Verdict)
UNLISTED = (
    "{} is no name on the list of the class, or a part of several; the name in the first cell was "
    "taken instead"
)
KEPT = ("PATH", "PYTHONPATH", "HOME", "USERPROFILE", "SYSTEMROOT", "LANG", "LC_ALL", "VIRTUAL_ENV")
"""Variables that a submission gets; so it sees no key and no other setting."""
FOLDERS = ("TMPDIR", "TEMP", "TMP", "IPYTHONDIR", "MPLCONFIGDIR")
"""Variables that name folders to write into."""


@dataclass(frozen=True)
class Graded:
    """What was found about one submission."""

    name: str
    """Its path below the folder of all submissions."""
    verdicts: tuple[Verdict, ...] = ()
    states: dict[str, State] = field(default_factory=dict)
    """What became of each task, by its id."""
    notes: tuple[str, ...] = ()
    fault: str = ""
    """Why it was not graded, or not to the end; empty when it was."""
    seconds: float = 0.0


def submissions(folder: Path) -> list[Path]:
    """The notebooks below a folder, without Jupyter's checkpoints. Raises `FileNotFoundError`.

    In a course of nbgrader, only those in `submitted/` are meant.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"asked for the submissions in {folder}, got no folder")
    found = []
    for file in sorted(submitted(folder).rglob("*.ipynb")):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if file.is_file() and not hidden:
            found.append(file)
    return found


def grade(
    folder: Path,
    seed: int | None = None,
    seconds: int = SECONDS,
    megabytes: int = MEGABYTES,
    quiet: bool = False,
    names: Sequence[str] = (),
) -> Iterator[Graded]:
    """Grade the notebooks below a folder, each as soon as it is asked for.

    All are checked with the same `seed`, so that all get the same questions, and each by the
    variants of its learner: the one of `names` whose folder it is in. Without `names`, it is the
    learner whom the notebook names, or nobody. Raises `FileNotFoundError`.
    """
    if seed is None:
        seed = secrets.randbelow(1_000_000)
    for file in tqdm(submissions(folder), "grading", unit="notebook", disable=quiet):
        yield grade_one(file, folder, seed, seconds, megabytes, names=names)


def grade_one(
    file: Path,
    folder: Path,
    seed: int,
    seconds: int = SECONDS,
    megabytes: int = MEGABYTES,
    only: Sequence[str] = (),
    names: Sequence[str] = (),
) -> Graded:
    """Grade one notebook below a folder; `only` these tasks of it, or all."""
    way = file.relative_to(folder)
    name = way.as_posix()
    learner = listed(learner_of(way), names)
    began = time.monotonic()
    # Where a submission left open files behind, Windows cannot remove them.
    with TemporaryDirectory(prefix="ragkit-grade-", ignore_cleanup_errors=True) as own:
        results = Path(own, "results.jsonl")
        order = {
            "notebook": str(file.resolve()),
            "results": str(results),
            "folder": own,
            "closed": [str(folder.resolve())],
            "seed": seed,
            "memory": megabytes * 10**6,
            "seconds": seconds + 1,
            "only": list(only),
            "learner": learner,
        }
        ended = _run(order, own, seconds, (megabytes + OURS) * 10**6)
        lines = _lines(results)
    graded = _graded(name, lines, ended, time.monotonic() - began)
    if names and not learner:
        return replace(graded, notes=(UNLISTED.format(learner_of(way)), *graded.notes))
    return graded


def in_own_process(order: dict[str, Any], own: str, worker: str, seconds: int) -> str:
    """Run another worker on an order, with the usual memory; how it ended, or nothing."""
    return _run(order, own, seconds, (MEGABYTES + OURS) * 10**6, worker)


def _run(order: dict[str, Any], own: str, seconds: int, memory: int, worker: str = WORKER) -> str:
    """Run the worker on an order; how it ended when it was not by itself."""
    # -P: files in its folder hide no modules of Python.
    command = [sys.executable, "-P", "-m", worker, json.dumps(order)]
    with subprocess.Popen(
        command,
        cwd=own,
        env=_variables(own),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            return _watch(process, time.monotonic() + seconds, seconds, memory)
        finally:
            _end(process)


def _watch(process: subprocess.Popen[bytes], until: float, seconds: int, memory: int) -> str:
    """Wait until a process ends or exceeds a limit; how it ended, or nothing."""
    while process.poll() is None:
        if time.monotonic() > until:
            return f"it took longer than {seconds} s and was stopped"
        if _memory(process.pid) > memory:
            return f"it used more than {memory / 10**6:,.0f} MB of memory and was stopped"
        time.sleep(LOOK)
    if process.returncode < 0:
        return f"it crashed ({_signal(-process.returncode)})"
    if process.returncode:
        return f"it crashed (exit code {process.returncode})"
    return ""


def _signal(number: int) -> str:
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"


def _memory(pid: int) -> int:
    """Bytes of memory that a process and what it started use."""
    total = 0
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        for one in (process, *process.children(recursive=True)):
            with suppress(psutil.Error):
                total += one.memory_info().rss
    return total


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all that it started."""
    children: list[psutil.Process] = []
    with suppress(psutil.Error):
        children = psutil.Process(process.pid).children(recursive=True)
    if os.name != "nt":
        # What outlived its parent is still in the session of the worker.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    for one in children:
        with suppress(psutil.Error):
            one.kill()
    process.kill()


def _variables(own: str) -> dict[str, str]:
    """The environment of a submission."""
    variables = {name: os.environ[name] for name in KEPT if name in os.environ}
    for name in FOLDERS:
        variables[name] = own
    variables["RAGKIT_PROGRESS"] = str(Path(own, "progress.json"))
    # More threads would only get in each other's way, and need memory.
    variables["OMP_NUM_THREADS"] = "1"
    variables["PYTHONIOENCODING"] = "utf-8"
    return variables


def _lines(results: Path) -> list[dict[str, Any]]:
    """What a worker wrote; a line that was cut off by its end is left out."""
    lines: list[dict[str, Any]] = []
    try:
        with results.open("rb") as opened:
            raw = opened.read(MOST)
    except OSError:
        return lines
    for line in raw.splitlines():
        with suppress(ValueError, RecursionError):
            data = json.loads(line)
            if isinstance(data, dict):
                lines.append(data)
    return lines


def _graded(name: str, lines: list[dict[str, Any]], ended: str, seconds: float) -> Graded:
    verdicts = map(_verdict, _said(lines, "verdict"))
    notes = map(str, _said(lines, "note"))
    faults = [*map(str, _said(lines, "fault")), ended]
    fault = next(filter(None, faults), "")
    if not fault and not _said(lines, "end"):
        fault = "it ended itself before all was checked; is there an `exit()` in it?"
    found = tuple(filter(None, verdicts))
    return Graded(name, found, _states(lines), tuple(notes), fault, seconds)


def _states(lines: list[dict[str, Any]]) -> dict[str, State]:
    """What became of each task that is due: it was not run, until a line says otherwise."""
    states: dict[str, State] = {}
    # The worker writes the first one before a submission can.
    for due in _said(lines, "due")[:1]:
        states = dict.fromkeys(due, "not run")
    for line in lines:
        verdict = _verdict(line.get("verdict"))
        state = line.get("state")
        if verdict and verdict.task in states and state in STATES:
            states[verdict.task] = state
    return states


def _said(lines: list[dict[str, Any]], what: str) -> list[Any]:
    return [line[what] for line in lines if what in line]


def _verdict(data: Any) -> Verdict | None:
    """A verdict from JSON; None where it is none. A submission may have written it."""
    try:
        return VERDICT.validate_python(data)
    except ValidationError:
        return None
