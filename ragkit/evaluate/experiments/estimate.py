"""An estimate of an experiment before it starts: calls, tokens, minutes and cost.

The best estimate for a system is the mean of its earlier rows in the folder. Without rows, it is
the typical usage of its graph on the kit's own corpus, as committed in `graphs/systems.py`. Seconds
are computed from the speed of the model on this machine, measured in ten seconds at most. Where
that takes longer, or fails, the estimate is in tokens alone, and says so.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from threading import Event, Thread

from langchain_core.language_models import BaseChatModel
from tqdm.auto import tqdm

from ragkit.evaluate.experiments.experiment import Experiment
from ragkit.evaluate.measures.metrics import run_cost
from ragkit.evaluate.measures.rows import Row
from ragkit.graphs import SYSTEMS
from ragkit.model.llm import at_most, raw_reply
from ragkit.model.meter import Usage, measured
from ragkit.model.recorded import is_recorded
from ragkit.model.stopping import Stopped, heed
from ragkit.settings import Settings

AUDIT = Usage(calls=3, evaluated=900, reused=1_500, generated=20)
"""Typical usage of one audit."""
PROBE = "Count to twenty in words. " * 15
"""Prompt to measure the speed of a model with."""
WRITTEN = 12
"""Number of tokens that a model writes when its speed is measured."""
CALIBRATION = 10.0
"""Seconds that it may take to measure the speed of a model."""
LOOK = 0.2
"""Seconds after which the progress is shown again."""


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
    minutes: float | None
    """None where the speed of the model is not known."""
    cost: float | None
    """Cost in dollars; None where the price is not known."""
    untimed: str = ""
    """Why the speed of the model is not known."""

    def __str__(self) -> str:
        money = "price not known"
        if self.cost is not None:
            money = f"{self.cost:,.2f} dollars"
        time = f"time not known, because {self.untimed}"
        if self.minutes is not None:
            time = f"{self.minutes:,.0f} min one after the other"
        return (
            f"{self.runs:,} runs left: about {self.use.calls:,} model calls, "
            f"{self.use.evaluated:,} tokens to evaluate, {self.use.generated:,} to generate, "
            f"{time}, {money}; "
            "less where replies are on disk"
        )


def calibrated(
    llm: BaseChatModel, seconds: float = CALIBRATION, quiet: bool = False
) -> tuple[Pace | None, str]:
    """The speed of a model, measured in so many seconds at most; or None, and the reason.

    Raises `ChatFailed`, and the other errors of a model, if it fails meanwhile.
    """
    found: list[Pace] = []
    faults: list[Exception] = []
    stop = Event()

    def measure() -> None:
        heed(stop)
        try:
            found.append(pace(llm))
        except (RuntimeError, OSError, ValueError) as error:
            faults.append(error)
        except Stopped:
            return

    thread = Thread(target=measure, daemon=True)
    thread.start()
    _wait(thread, seconds, quiet)
    stop.set()
    if faults:
        raise faults[0]
    if found:
        return found[0], ""
    return None, f"the model did not reply within {seconds:g} s"


def _wait(thread: Thread, seconds: float, quiet: bool) -> None:
    """Wait until a thread has ended, or so many seconds, and show how many have gone by."""
    start = time.monotonic()
    shape = "{desc}: {n:.0f} of at most {total:.0f} s"
    title = "measuring the model's speed"
    with tqdm(total=seconds, desc=title, bar_format=shape, disable=quiet, leave=False) as bar:
        while thread.is_alive() and bar.n < seconds:
            thread.join(LOOK)
            bar.n = min(time.monotonic() - start, seconds)
            bar.refresh()


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
    wrote, wrote_seconds = _timed(llm, WRITTEN)
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
    experiment: Experiment,
    left: Sequence[str],
    rows: Sequence[Row],
    speed: Pace | None,
    untimed: str = "",
) -> Estimate:
    """An estimate of the runs left.

    `left` has the name of the system of each run left; `rows` are those already made. Without a
    `speed`, it has no time, and `untimed` says why.
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
    minutes = speed.seconds(use) / 60 if speed else None
    return Estimate(len(left), use, minutes, total, untimed)


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
