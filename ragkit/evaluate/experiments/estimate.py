"""An estimate of an experiment before it starts: calls, tokens, minutes and cost.

The best estimate for a system is the mean of its earlier rows in the folder. Without rows, it is
the typical usage of its graph on the kit's own corpus. Seconds are computed from the speed of the
model on this machine, measured with one prompt.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from langchain_core.language_models import BaseChatModel

from ragkit.evaluate.experiments.experiment import Experiment
from ragkit.evaluate.measures.metrics import run_cost
from ragkit.evaluate.measures.rows import Row
from ragkit.graphs import SYSTEMS
from ragkit.model.llm import at_most, raw_reply
from ragkit.model.meter import Usage, measured
from ragkit.model.recorded import is_recorded
from ragkit.settings import Settings

AUDIT = Usage(calls=3, evaluated=900, reused=1_500, generated=20)
"""Typical usage of one audit."""
PROBE = "Count to twenty in words. " * 40
"""Prompt to measure the speed of a model with."""


@dataclass(frozen=True)
class Pace:
    """Speed of a model, in tokens per second."""

    evaluated: float
    generated: float

    def seconds(self, use: Usage) -> float:
        """Time for a usage."""
        reading = use.evaluated / self.evaluated
        writing = use.generated / self.generated
        return reading + writing


@dataclass(frozen=True)
class Estimate:
    """An estimate of the runs that are left."""

    runs: int
    use: Usage
    minutes: float
    cost: float | None
    """Cost in dollars; None where the price is not known."""

    def __str__(self) -> str:
        money = "price not known"
        if self.cost is not None:
            money = f"{self.cost:,.2f} dollars"
        return (
            f"{self.runs:,} runs left: about {self.use.calls:,} model calls, "
            f"{self.use.evaluated:,} tokens to evaluate, {self.use.generated:,} to generate, "
            f"{self.minutes:,.0f} min one after the other, {money}; "
            "less where replies are on disk"
        )


def pace(llm: BaseChatModel) -> Pace:
    """The speed of a model on this machine, from two short calls. Raises `ChatFailed`.

    The first call only reads, so it gives the time to evaluate a token. The rest of the second
    call's time is writing. Recorded replies take no time.
    """
    if is_recorded(llm):
        return Pace(math.inf, math.inf)
    # What only measures the time is of no use on disk, or in a recording.
    llm = llm.model_copy(update={"cache": False})
    read, read_seconds = _timed(llm, 1)
    wrote, wrote_seconds = _timed(llm, 24)
    read_seconds = max(read_seconds, 1e-3)
    per_read = read_seconds / max(read.evaluated, 1)
    write_seconds = wrote_seconds - per_read * wrote.evaluated
    write_seconds = max(write_seconds, 1e-3)
    per_written = write_seconds / max(wrote.generated, 1)
    return Pace(1 / per_read, 1 / per_written)


def _timed(llm: BaseChatModel, tokens: int) -> tuple[Usage, float]:
    """Usage and seconds of a call with at most so many tokens of reply."""
    # the time makes the prompt new: no reply from disk, and nothing reused by the server
    prompt = f"{time.time_ns()} {PROBE}"
    start = time.perf_counter()
    reply = raw_reply(at_most(llm, tokens), prompt)
    seconds = time.perf_counter() - start
    return measured(reply, seconds), seconds


def estimate(
    experiment: Experiment, left: Sequence[str], rows: Sequence[Row], speed: Pace
) -> Estimate:
    """An estimate of the runs left.

    `left` has the name of the system of each run left; `rows` are those already made.
    """
    expected = {name: _expected(experiment, name, rows) for name in experiment.systems}
    settings = Settings(**experiment.settings)
    use = Usage()
    known_costs = []
    for name in left:
        use += expected[name]
        cost = run_cost(expected[name], settings)
        if cost is not None:
            known_costs.append(cost)
    total = sum(known_costs) if len(known_costs) == len(left) else None
    minutes = speed.seconds(use) / 60
    return Estimate(len(left), use, minutes, total)


def _expected(experiment: Experiment, name: str, rows: Sequence[Row]) -> Usage:
    """Usage of one run of a system: the mean of its rows, or else the typical one of its graph."""
    audit = AUDIT if experiment.audit else Usage()
    own = [row for row in rows if row.system == name and not row.failed]
    if not own:
        graph = experiment.systems[name].graph
        return SYSTEMS[graph].typical + audit
    average = Usage(
        calls=round(mean(row.calls for row in own)),
        evaluated=round(mean(row.evaluated for row in own)),
        reused=round(mean(row.reused for row in own)),
        generated=round(mean(row.generated for row in own)),
    )
    return average + audit
