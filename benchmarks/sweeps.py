"""Measure the speed-up of a sweep by its number of workers: threads against Dask processes.

    python -m benchmarks.sweeps [--workers 1 2 4 8] [--runs 48] [--wait 0.5]

The model of each run waits for a fixed time, and then gives a scripted reply. So this measures the
machinery around a model, and no model: real runs gain at most what their endpoint can do at the
same time. The clock starts when every worker has opened its kit; the time until then is given
apart. A speed-up is the ratio to one worker of the same kind in the same call. The last line gives
the speed-ups. A picture is drawn where Chrome or Chromium is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import plotly.graph_objects as go
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from tqdm.auto import tqdm

from ragkit.disk.whole import write_whole
from ragkit.evaluate.experiments.bench import make
from ragkit.evaluate.experiments.experiment import Experiment
from ragkit.evaluate.experiments.jobs import Job, all_jobs
from ragkit.evaluate.experiments.workers import workers
from ragkit.evaluate.measures.rows import Row
from ragkit.kit import Kit
from ragkit.model.scripted import ScriptedLLM
from ragkit.report.figures import NoBrowser, write_pngs
from ragkit.text.markdown_table import markdown_table
from ragkit.trace import Trace
from ragkit.widgets.charts.theme import COLOURS, INK, THEME

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results"
IMAGES = ROOT / "docs" / "images"
KINDS = {"threads": None, "processes": "local"}
"""Kinds of workers, and what an experiment says for them."""
DOCUMENT = "# Owls\n\nOwls hunt mice at night."
QUESTION = {"id": "owls", "question": "When do owls hunt mice?", "answer": "At night."}


class Waiting(ScriptedLLM):
    """A model that waits before it replies, as one behind an endpoint does."""

    seconds: float

    def _generate(self, messages: list[BaseMessage], *args: Any, **named: Any) -> ChatResult:
        time.sleep(self.seconds)
        return super()._generate(messages, *args, **named)


def make_waiting(
    seconds: float, kit: Kit, experiment: Experiment, job: Job, folder: Path
) -> tuple[Row, Trace]:
    """Make a run whose model waits for so many seconds."""
    model = Waiting(replies={"": "Owls hunt mice at night [1]."}, seconds=seconds)
    return make(replace(kit, model=model), experiment, job, folder)


def measured(experiment: Experiment, kit: Kit, runs: int, wait_for: float) -> dict[str, float]:
    """Seconds until every worker had made its first run, and then those of all the others."""
    count = experiment.parallel
    more = experiment.model_copy(update={"repeats": count + runs})
    jobs = all_jobs(more, kit.corpus.fingerprint)
    begin = time.perf_counter()
    with workers(more, kit, experiment.corpus, partial(make_waiting, wait_for)) as give:
        made(give, jobs[:count], count)
        ready = time.perf_counter()
        made(give, jobs[count:], count)
        end = time.perf_counter()
    return {"start": ready - begin, "seconds": end - ready}


def made(
    give: Callable[[Job], Future[tuple[Row, Trace]]], jobs: Sequence[Job], most: int
) -> list[Row]:
    """The rows of these runs, so many at a time, as the runner makes them."""
    futures: list[Future[tuple[Row, Trace]]] = []
    busy: set[Future[tuple[Row, Trace]]] = set()
    for job in jobs:
        if len(busy) == most:
            _, busy = wait(busy, return_when=FIRST_COMPLETED)
        future = give(job)
        futures.append(future)
        busy.add(future)
    return [future.result()[0] for future in futures]


def measure(counts: Sequence[int], runs: int, wait_for: float, folder: Path) -> dict[str, Any]:
    """The seconds of each kind and number of workers, with the speed-up over the first number."""
    (folder / "owls.md").write_text(DOCUMENT)
    (folder / "questions.jsonl").write_text(json.dumps(QUESTION) + "\n")
    found: dict[str, Any] = {"wait": wait_for, "runs": runs, "cores": os.cpu_count()}
    kit = Kit.open(folder, quiet=True, memory=False, indexes=folder / "indexes")
    plan = [(kind, count) for kind in KINDS for count in counts]
    for kind, count in tqdm(plan, desc="numbers of workers"):
        experiment = Experiment(
            corpus=folder,
            systems={"naive": {"graph": "naive"}},
            parallel=count,
            workers=KINDS[kind],
            audit=False,
        )
        found.setdefault(kind, {})[str(count)] = measured(experiment, kit, runs, wait_for)
    kit.close()
    for kind in KINDS:
        add_speed_ups(found[kind])
    return found


def add_speed_ups(of_kind: dict[str, dict[str, float]]) -> None:
    """Add to each number of workers how many times as fast it is as the first number.

    >>> of_kind = {"1": {"seconds": 8.0}, "2": {"seconds": 5.0}}
    >>> add_speed_ups(of_kind)
    >>> of_kind["2"]
    {'seconds': 5.0, 'speed_up': 1.6}
    """
    first, *_ = of_kind.values()
    for one in of_kind.values():
        one["speed_up"] = first["seconds"] / one["seconds"]


def sweeps_table(result: Mapping[str, Any]) -> str:
    """The speed-up of each number of workers, and the picture of it."""
    if not result:
        return "Not measured yet.\n"
    rows = []
    for count, of_threads in result["threads"].items():
        of_processes = result["processes"][count]
        speed_ups = [f"{one['speed_up']:.2f}" for one in (of_threads, of_processes)]
        starts = [f"{one['start']:.1f}" for one in (of_threads, of_processes)]
        rows.append([count, *speed_ups, *starts])
    head = [
        "workers",
        "threads",
        "processes",
        "first runs, threads (s)",
        "first runs, processes (s)",
    ]
    picture = "![Speed-up by the number of workers, threads and processes](images/sweeps.png)"
    return f"{markdown_table(head, rows)}\n{picture}\n"


def speed_up_chart(result: Mapping[str, Any]) -> go.Figure:
    """A line for each kind of workers, and a dotted one if twice as many were twice as fast."""
    figure = go.Figure(layout={"template": THEME, "height": 420})
    counts = [int(count) for count in result["threads"]]
    ideal = [count / counts[0] for count in counts]
    line = {"color": INK, "dash": "dot"}
    figure.add_scatter(x=counts, y=ideal, mode="lines", name="ideal", line=line)
    for kind, colour in zip(KINDS, COLOURS, strict=False):
        reached = [one["speed_up"] for one in result[kind].values()]
        figure.add_scatter(x=counts, y=reached, name=kind, line={"color": colour})
    figure.update_xaxes(title="workers", tickvals=counts)
    return figure.update_yaxes(title="speed-up", rangemode="tozero")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--runs", type=int, default=48, help="of the sweep")
    parser.add_argument("--wait", type=float, default=0.5, help="seconds that the model waits")
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        found = measure(chosen.workers, chosen.runs, chosen.wait, Path(folder))
    write_whole(RESULTS / "sweeps.json", f"{json.dumps(found, indent=1)}\n".encode())
    try:
        write_pngs({"sweeps": speed_up_chart(found)}, IMAGES)
    except NoBrowser as error:
        print(error, file=sys.stderr)
    print(sweeps_table(found))
    pairs = []
    for kind in KINDS:
        pairs += [f"{kind}_{count}={one['speed_up']:.2f}" for count, one in found[kind].items()]
    print(" ".join(pairs))


if __name__ == "__main__":
    # Workers have to find the functions by their module, which is not `__main__` there.
    from benchmarks.sweeps import main as start

    start()
