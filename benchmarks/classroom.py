"""Load one model server with a class that works through notebook 05.

    python -m benchmarks.classroom                  # thirty learners, and replies of a script
    python -m benchmarks.classroom --model [NAME]   # four learners, and llama.cpp with four slots

First one learner works alone, then all begin at the same moment. All times are ratios to those of
the one who was alone. Each learner has settings, replies on disk and connections of their own. The
index and the embedding model are one for all, as the processor is that computes with it.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from tqdm.auto import tqdm

from benchmarks.llama_server import MODEL, Running, llama_server
from benchmarks.scripted_server import scripted_server
from ragkit import Kit, Trace, run
from ragkit.graphs import crag, hybrid
from ragkit.model.meter import Usage
from ragkit.settings import Settings
from ragkit.text.counted import counted
from ragkit.text.markdown_table import markdown_table

ROOT = Path(__file__).parents[1]
FILE = ROOT / "benchmarks" / "results" / "classroom.json"
CORPUS = ROOT / "corpora" / "algorithms"
SLOTS = 4
SECONDS = 0.2
"""How long the scripted server keeps a slot."""
MEMORY = "How much extra memory does the Two-Way string matching algorithm need?"
BREAD = "How long should sourdough bread rise before it goes into the oven?"
STRICT = 0.75
HOW: dict[str, Any] = {"memory": False, "retry": True, "judge": "odds", "reranker": "none"}
COLUMNS = ("learners", "slots", "judges", "calls", "lost")
RATIOS = ("wait", "wait_95", "total", "worst_over_best", "reused", "reused_alone")


@dataclass(frozen=True)
class Task:
    """One run of the notebook."""

    build: Callable[[], Any]
    question: str
    has_web: bool
    answerable_from: float

    def kit(self, kit: Kit) -> Kit:
        """The learner's kit as the notebook opens it for this run."""
        own = {"answerable_from": self.answerable_from}
        web = kit.web if self.has_web else None
        return replace(kit, settings=kit.settings.model_copy(update=own), web=web)


USUAL = Settings.model_fields["answerable_from"].default
NOTEBOOK = (
    Task(hybrid, MEMORY, True, STRICT),
    Task(crag, MEMORY, True, STRICT),
    Task(crag, BREAD, False, STRICT),
    Task(crag, MEMORY, True, 0.0),
    Task(crag, MEMORY, True, USUAL),
    Task(crag, BREAD, True, STRICT),
)
"""What notebook 05 runs, in its order."""


@dataclass(frozen=True)
class Learner:
    """What a learner saw."""

    seconds: float
    traces: Sequence[Trace]

    @property
    def calls(self) -> list[Usage]:
        """The model calls that the server answered, and not the disk."""
        found = []
        for trace in self.traces:
            for step in trace.steps:
                found += [call.usage for call in step.calls]
        return [usage for usage in found if not usage.cached]

    @property
    def failed(self) -> list[str]:
        """Why runs failed, of those that did."""
        return [trace.failed for trace in self.traces if trace.failed]


def work(kit: Kit, folder: Path, tasks: Sequence[Task], bar: tqdm) -> Learner:
    """Let a learner whose replies are kept in this folder do all tasks."""
    own = replace(kit, settings=kit.settings.model_copy(update={"cache": folder}))
    traces = []
    began = time.perf_counter()
    for task in tasks:
        traces.append(run(task.build(), task.question, task.kit(own)))
        bar.update()
    return Learner(time.perf_counter() - began, traces)


def measure(kit: Kit, learners: int, slots: int, tasks: Sequence[Task]) -> Any:
    """What a class of so many learners waits for, beside one learner alone, and what it reuses."""
    kit.load()
    total = (learners + 1) * len(tasks) + 1
    with TemporaryDirectory() as name, tqdm(total=total, desc="runs") as bar:
        warm, own, *others = [Path(name) / str(number) for number in range(learners + 2)]
        work(kit, warm, tasks[:1], bar)  # not counted: it imports what is slow to import
        alone = work(kit, own, tasks, bar)
        if alone.failed:
            runs = counted(len(tasks), "run")
            raise RuntimeError(f"asked for {runs} of one learner, got {alone.failed}")
        with ThreadPoolExecutor(learners) as pool:
            working = [pool.submit(work, kit, folder, tasks, bar) for folder in others]
            together = [one.result() for one in working]
    size = {"learners": learners, "slots": slots, "judges": kit.judge.side_by_side}
    return size | {"cores": os.cpu_count()} | summary(alone, together)


def summary(alone: Learner, together: Sequence[Learner]) -> dict[str, Any]:
    """What a class waited for, in the times of the learner who was alone.

    `wait` is the median time of a model call, `wait_95` its 95th percentile, and `total` the median
    time of all tasks. `reused` is the share of the prompt tokens, as the endpoint counts them.
    """
    usual = median(call.seconds for call in alone.calls)
    calls: list[Usage] = sum((learner.calls for learner in together), [])
    waits = [call.seconds / usual for call in calls]
    totals = [learner.seconds for learner in together]
    return {
        "calls": len(calls),
        "lost": sum(len(learner.failed) for learner in together),
        "wait": median(waits),
        "wait_95": float(np.quantile(waits, 0.95)),
        "total": median(totals) / alone.seconds,
        "worst_over_best": max(totals) / min(totals),
        "reused": share_reused(calls),
        "reused_alone": share_reused(alone.calls),
    }


def share_reused(calls: Sequence[Usage]) -> float | None:
    """The share of the prompt tokens that the server still had; None where it counts none.

    >>> share_reused([Usage(1, 0, 100, 300), Usage(1, 0, 100, 0)]), share_reused([Usage(1)])
    (0.6, None)
    """
    total = sum(calls, Usage())
    return total.reused / total.prompt if total.prompt else None


def classroom_table(results: dict[str, Any]) -> str:
    """A row for each kind of server that was measured."""
    rows = []
    for name, own in results.items():
        ratios = [None if own[key] is None else f"{own[key]:.2f}" for key in RATIOS]
        rows.append([name, *(str(own[key]) for key in COLUMNS), *ratios])
    return markdown_table(["server", *COLUMNS, *RATIOS], rows)


def opened(server: Running, model: str) -> Kit:
    """The kit of the notebook, with this server."""
    served = {"provider": "openai", "base_url": server.url, "api_key": server.key, "model": model}
    return Kit.open(CORPUS, quiet=True, web="recorded", **HOW, **served)


def measured(model: str | None, learners: int) -> Any:
    """What a class waits for at a scripted server, or at one with this model."""
    if model is None:
        server = scripted_server(SLOTS, SECONDS)
    else:
        server = llama_server(model, SLOTS, threads=os.cpu_count() or 1)
    with server as running, closing(opened(running, model or "scripted")) as kit:
        return measure(kit, learners, SLOTS, NOTEBOOK)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", nargs="?", const=MODEL, help="a pinned model for llama.cpp")
    parser.add_argument("--learners", type=int)
    wanted = parser.parse_args()
    learners = wanted.learners or (4 if wanted.model else 30)
    own = measured(wanted.model, learners)
    results = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    results[wanted.model or "scripted"] = own
    FILE.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print(classroom_table(results))
    shown = {name: own[name] for name in ("lost", *RATIOS) if own[name] is not None}
    print(" ".join(f"{name}={value:.3f}" for name, value in shown.items()))


if __name__ == "__main__":
    main()
