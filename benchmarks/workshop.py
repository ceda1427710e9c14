"""Run what the plans of the workshops run, measure it, and say whether every part fits.

    python -m benchmarks.workshop [NUMBER or ID ...]

Every notebook and every exercise that a plan names is run once, on two cores, with a cache that has
the model files and nothing else, as on a learner's laptop on the first day. What fails is told, and
the rest goes on. The exit status is 1 if a part does not fit or was not measured.

With numbers of notebooks or ids of exercises, only these are run, with the indexes of an earlier
call but without its replies, and the other results stay as they are. A call that is stopped says
how to go on with what is left.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import nbformat
import psutil
from tqdm.auto import tqdm

from benchmarks.workshop_plans import headings, notebook_file, read_plans
from benchmarks.workshop_tables import fit_lines, fits
from ragkit.course.derive import SOLUTIONS
from ragkit.course.exercises.catalogue import task
from ragkit.course.exercises.examine import examine
from ragkit.course.grading.submission import read
from ragkit.course.grading.worker import run
from ragkit.course.notebooks import ROOT, execute
from ragkit.text.one_line import first_line
from ragkit.weights import FILES, cache_dir, ensure

FILE = ROOT / "benchmarks" / "results" / "workshop.json"
WORK = ROOT / "build" / "workshop"
CORES = 2
SEED = 1
"""Of the inputs of the checks."""
ELSEWHERE = ("WEIGHTS", "INDEXES", "MEMORIES", "STORE", "RECORD_TO")
"""Settings that name a place of this machine, which a learner's laptop does not have."""
Result = dict[str, Any]


def main(chosen: Sequence[str]) -> int:
    plans = read_plans()
    every = [*plans.notebooks(), *plans.exercises()]
    strange = [name for name in chosen if name not in every]
    if strange:
        print(f"asked for {', '.join(strange)}; the plans have {', '.join(every)}", file=sys.stderr)
        return 2
    prepare(WORK / "cache", cache_dir(), fresh=not chosen)
    results = known() if chosen else {}
    results["machine"] = machine()
    left = list(chosen or every)
    try:
        measure(left, results)
    except KeyboardInterrupt:
        print(f"stopped; go on with: python -m benchmarks.workshop {' '.join(left)}")
        return 130
    for line in fit_lines(plans, results):
        print(line)
    return int(not fits(plans, results))


def measure(left: list[str], results: Result) -> None:
    """Measure what is left, one after the other, and take from the list what is done."""
    with tqdm(total=len(left), desc="measuring", unit="run") as bar:
        while left:
            bar.set_postfix_str(left[0])
            results[left[0]] = measured(left[0])
            # The results so far are written each time, in case a later measurement is stopped.
            FILE.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
            del left[0]
            bar.update()


def known() -> Result:
    """The results of an earlier call."""
    if not FILE.is_file():
        return {}
    found: Result = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def prepare(cache: Path, models: Path, fresh: bool) -> None:
    """Make a cache that has the model files as links, and let the kit use it on two cores.

    With `fresh` it has nothing else. Otherwise indexes stay, and replies go.
    """
    gone = cache if fresh else cache / "replies"
    shutil.rmtree(gone, ignore_errors=True)
    cache.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        stamp = models / f"{name}.json"
        if stamp.is_file() and not (cache / name).exists():
            ensure(name, models)
            (cache / name).symlink_to(models / name, target_is_directory=True)
            shutil.copy2(stamp, cache)
    for name in ELSEWHERE:
        os.environ.pop(f"RAGKIT_{name}", None)
    os.environ["RAGKIT_CACHE"] = str(cache)
    os.environ["RAGKIT_PROVIDER"] = "embedded"
    _use_two_cores()


def _use_two_cores() -> None:
    """Keep this process and the kernels that it starts to two cores, where the system can."""
    process = psutil.Process()
    if hasattr(process, "cpu_affinity"):
        process.cpu_affinity(process.cpu_affinity()[:CORES])
    if (psutil.cpu_count(logical=False) or 1) > CORES:
        os.environ["RAGKIT_THREADS"] = str(CORES)


def machine() -> Result:
    """The machine that measures."""
    process = psutil.Process()
    cores = psutil.cpu_count() or 1
    if hasattr(process, "cpu_affinity"):
        cores = len(process.cpu_affinity())
    return {
        "cores": cores,
        "memory": round(psutil.virtual_memory().total / 2**30, 1),
        "system": f"{platform.system()} on {platform.machine()}",
    }


def measured(name: str) -> Result:
    """What a run of a notebook or an exercise took, in seconds, or why it failed.

    `busy` is the fraction of the processor that other programs used just before.
    """
    is_notebook = name.isdigit()
    work: Callable[[str], Result] = notebook if is_notebook else exercise
    busy = psutil.cpu_percent(interval=1) / 100
    start = time.monotonic()
    try:
        result = work(name)
    except Exception as error:  # noqa: BLE001 - whatever fails is told, and the rest goes on
        result = {"failed": first_line(error)}
    seconds = time.monotonic() - start
    result["seconds"] = round(seconds, 1)
    result["busy"] = round(busy, 2)
    result["date"] = f"{datetime.now(UTC):%Y-%m-%d}"
    return result


def notebook(number: str) -> Result:
    """Run a notebook; the seconds of each of its sections."""
    ran = execute(notebook_file(number), WORK / "notebooks", progress=False)
    return {"sections": sections(ran)}


def sections(ran: nbformat.NotebookNode) -> dict[str, float]:
    """The seconds of each section of an executed notebook.

    What is in no cell, such as starting the kernel, belongs to the opening.
    """
    found: dict[str, float] = {}
    for title, cell in zip(headings(ran), ran.cells, strict=True):
        took = cell.metadata.get("papermill", {}).get("duration") or 0.0
        found[title] = found.get(title, 0.0) + took
    first = next(iter(found))
    whole = ran.metadata.get("papermill", {}).get("duration") or 0.0
    found[first] += max(0.0, whole - sum(found.values()))
    return {title: round(took, 1) for title, took in found.items()}


def exercise(id: str) -> Result:
    """Check the solution of an exercise, as a learner's answer is checked."""
    one = task(id)
    ran = run(read(SOLUTIONS / f"{one.follows}.ipynb").cells, [one])
    if id not in ran.answers:
        why = "; ".join([*ran.failed.values(), *ran.notes])
        return {"failed": why or "the solution leaves no answer"}
    verdict = examine(one, ran.answers[id], SEED)
    return {} if verdict.solved else {"failed": "the check rejects the solution"}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
