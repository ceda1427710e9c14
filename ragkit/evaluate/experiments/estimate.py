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
from dataclasses import dataclass, replace
from functools import partial
from statistics import mean
from threading import Event, Thread
from uuid import uuid4

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables.config import ContextThreadPoolExecutor
from tqdm.auto import tqdm

from ragkit.evaluate.experiments.experiment import Experiment
from ragkit.evaluate.measures.metrics import run_cost
from ragkit.evaluate.measures.rows import Row
from ragkit.graphs import SYSTEMS
from ragkit.model.meter import Usage
from ragkit.model.probe import probe
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
ONE_BY_ONE = "one after the other"
LOOK = 0.2
"""Seconds after which the progress is shown again."""


@dataclass(frozen=True)
class Pace:
    """Speed of a model, in tokens per second of all calls that are made at once."""

    evaluated: float
    generated: float
    at_once: int = 1
    """Number of these calls."""

    def seconds(self, use: Usage) -> float:
        """Time for a usage."""
        reading = use.evaluated / self.evaluated
        writing = use.generated / self.generated
        return reading + writing

    def __str__(self) -> str:
        """How many runs there are at a time, and the speed.

        >>> print(Pace(1800, 60, at_once=4))
        with 4 runs at a time, at 1,800 tokens read and 60 written a second
        >>> print(Pace(math.inf, math.inf))
        one after the other
        """
        runs = ONE_BY_ONE
        if self.at_once > 1:
            runs = f"with {self.at_once} runs at a time"
        if math.isinf(self.evaluated):
            return runs
        read = f"{self.evaluated:,.0f} tokens read"
        return f"{runs}, at {read} and {self.generated:,.0f} written a second"


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
    speed: Pace | None = None
    """The speed that the minutes were computed with; None where they are from earlier runs."""

    def __str__(self) -> str:
        money = "price not known"
        if self.cost is not None:
            money = f"{self.cost:,.2f} dollars"
        time = f"time not known, because {self.untimed}"
        if self.minutes is not None:
            time = f"{self.minutes:,.0f} min {self.speed or ONE_BY_ONE}"
        return (
            f"{self.runs:,} runs left: about {self.use.calls:,} model calls, "
            f"{self.use.evaluated:,} tokens to evaluate, {self.use.generated:,} to generate, "
            f"{time}, {money}; "
            "less where replies are on disk"
        )


def calibrated(
    llm: BaseChatModel, seconds: float = CALIBRATION, quiet: bool = False, at_once: int = 1
) -> tuple[Pace | None, str]:
    """The speed of a model, measured in so many seconds at most; or None, and the reason.

    That is its speed with so many calls at once.

    Raises `ChatFailed`, and the other errors of a model, if it fails meanwhile.
    """
    found: list[Pace] = []
    faults: list[Exception] = []
    stop = Event()

    def measure() -> None:
        heed(stop)
        try:
            found.append(pace(llm, at_once))
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


def pace(llm: BaseChatModel, at_once: int = 1) -> Pace:
    """The speed of a model with so many calls at once, from two short rounds of them.

    The calls of the first round only read, so they give the time to evaluate a token. The rest of
    the second round's time is writing. Recorded replies take no time. Raises `ChatFailed`.
    """
    if is_recorded(llm):
        return Pace(math.inf, math.inf, at_once)
    read = _round(llm, 1, at_once)
    wrote = _round(llm, WRITTEN, at_once)
    read_seconds = max(read.seconds, 1e-3)
    per_read = read_seconds / max(read.evaluated, 1)
    write_seconds = wrote.seconds - per_read * wrote.evaluated
    write_seconds = max(write_seconds, 1e-3)
    per_written = write_seconds / max(wrote.generated, 1)
    return Pace(1 / per_read, 1 / per_written, at_once)


def _round(llm: BaseChatModel, tokens: int, at_once: int) -> Usage:
    """The usage of so many calls at once, each new to the server, and the seconds of all of them.

    What only measures the time is of no use on disk, or in a recording.
    """
    prompts = [f"{uuid4().hex} {PROBE}" for _ in range(at_once)]
    ask = partial(probe, llm, tokens=tokens)
    start = time.perf_counter()
    # This kind of pool hands the stop to its threads.
    with ContextThreadPoolExecutor(at_once) as pool:
        uses = list(pool.map(ask, prompts))
    seconds = time.perf_counter() - start
    return replace(sum(uses, Usage()), seconds=seconds)


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
    return Estimate(len(left), use, minutes, total, untimed, speed)


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
