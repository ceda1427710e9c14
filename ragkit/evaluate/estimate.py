"""What an experiment will take, before it starts: calls, tokens, minutes and money.

What earlier rows of the folder took is the best guess for a system; without any, what its graph took on the kit's own
corpus. Seconds come from the speed of this machine's model, tried out on one prompt.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from langchain_core.language_models import BaseChatModel

from ragkit.evaluate.experiment import Experiment
from ragkit.evaluate.metrics import run_cost
from ragkit.evaluate.results import Row
from ragkit.llm import at_most, say
from ragkit.meter import Usage, measured
from ragkit.settings import Settings

TYPICAL = {
    "naive": Usage(calls=1, tokens_in=560, tokens_out=36),
    "hybrid": Usage(calls=1, tokens_in=560, tokens_out=36),
    "crag": Usage(calls=7, tokens_in=3_550, reused=2_700, tokens_out=42),
    "adaptive": Usage(calls=22, tokens_in=23_000, reused=20_900, tokens_out=130),
}
"""Of one question, retries among them: means of the committed ablation, rounded. The audit comes on top."""
AUDIT = Usage(calls=3, tokens_in=2_400, reused=1_500, tokens_out=20)
PROBE = "Count to twenty in words. " * 40


@dataclass(frozen=True)
class Pace:
    """Tokens a second."""

    evaluated: float
    generated: float

    def seconds(self, use: Usage) -> float:
        return use.evaluated / self.evaluated + use.tokens_out / self.generated


@dataclass(frozen=True)
class Estimate:
    """Of the runs that are left."""

    runs: int
    use: Usage
    minutes: float
    cost: float | None
    measured: int
    """Of the systems, those whose cost is known from rows of this folder."""

    def __str__(self) -> str:
        money = "price not known" if self.cost is None else f"{self.cost:,.2f} dollars"
        return (
            f"{self.runs:,} runs left: about {self.use.calls:,} model calls, {self.use.evaluated:,} tokens to work "
            f"through, {self.use.tokens_out:,} to write, {self.minutes:,.0f} min one after the other, {money}; "
            "less where replies lie on disk"
        )


def pace(llm: BaseChatModel) -> Pace:
    """How fast a model reads and writes here, from two short calls; raises `ChatFailed`."""
    took: list[tuple[Usage, float]] = []
    for tokens in (1, 24):
        start = time.perf_counter()
        reply = say(at_most(llm, tokens), f"{time.time_ns()} {PROBE}")  # no reply from disk, no work reused
        seconds = time.perf_counter() - start
        took.append((measured(reply, seconds), seconds))
    (read, first), (wrote, second) = took
    reading = max(first, 1e-3) / max(read.evaluated, 1)
    writing = max(second - reading * wrote.evaluated, 1e-3) / max(wrote.tokens_out, 1)
    return Pace(1 / reading, 1 / writing)


def estimate(experiment: Experiment, left: Sequence[str], rows: Sequence[Row], speed: Pace) -> Estimate:
    """What the runs left will take; `left` names the system of each, `rows` are those already made."""
    expected = {name: _expected(experiment, name, rows) for name in experiment.systems}
    use = sum((expected[name] for name in left), Usage())
    costs = [run_cost(expected[name], Settings(**experiment.settings)) for name in left]
    known = [cost for cost in costs if cost is not None]
    made = {row.system for row in rows}
    return Estimate(
        len(left), use, speed.seconds(use) / 60, sum(known) if len(known) == len(costs) else None,
        sum(name in made for name in experiment.systems),
    )  # fmt: skip


def _expected(experiment: Experiment, name: str, rows: Sequence[Row]) -> Usage:
    """What one run of a system takes: the mean of its rows, else what is typical of its graph."""
    audited = AUDIT if experiment.audit else Usage()
    own = [row for row in rows if row.system == name and not row.failed]
    if not own:
        return TYPICAL[experiment.systems[name].graph] + audited
    calls, evaluated, reused, generated = (
        round(mean(values))
        for values in zip(*((r.calls, r.evaluated, r.reused, r.generated) for r in own), strict=True)
    )
    return Usage(calls, 0, evaluated + reused, reused, generated) + audited
