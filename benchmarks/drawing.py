"""Measure how long a run takes to draw, by its number of steps.

    python -m benchmarks.drawing

A real route of the whole graph is repeated until it has that many steps. Seconds are the best of
five. A picture should appear without a noticeable wait.
"""

from __future__ import annotations

import json
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ragkit.graphs import adaptive
from ragkit.graphs.adaptive.policy import ANSWER, CONTEXT
from ragkit.model.meter import Usage
from ragkit.trace import Step, Trace
from ragkit.widgets import Replay, route_map, step_card, steps_table

RESULTS = Path(__file__).parent / "results"
STEPS = (20, 200)
BACK = next(rule for rule in CONTEXT if rule.do == "plan")
ROUND = [
    ("plan", None),
    ("retrieve", None),
    ("context_critic", BACK),
    ("plan", None),
    ("retrieve", None),
    ("context_critic", CONTEXT[0]),
    ("generate", None),
    ("verify", None),
    ("answer_critic", next(rule for rule in ANSWER if rule.do == "plan")),
]
DRAWN: dict[str, Callable[[Trace], Any]] = {
    "route_map": lambda trace: route_map(adaptive(), trace),
    "steps_table": steps_table,
    "step_card": lambda trace: step_card(trace, len(trace.steps)),
    "replay": lambda trace: Replay(adaptive(), trace),
}


def long_run(steps: int) -> Trace:
    """A run with this number of steps."""
    usage = Usage(1, 0, 100, 600, 5)
    drawn = []
    for at in range(steps):
        node, rule = ROUND[at % len(ROUND)]
        drawn.append(Step(node, 1.0, usage, {}, rule))
    return Trace("Why?", tuple(drawn), answer="", passages=(), seconds=1.0)


def best_seconds(draw: Callable[[Trace], Any], steps: int) -> float:
    """Seconds of the fastest of five drawings."""
    times = timeit.repeat(lambda: draw(long_run(steps)), number=1, repeat=5)
    return min(times)


def main() -> None:
    found = {}
    for name, draw in DRAWN.items():
        found[name] = {str(steps): best_seconds(draw, steps) for steps in STEPS}
    text = json.dumps(found, indent=1)
    (RESULTS / "drawing.json").write_text(f"{text}\n")
    few, many = map(str, STEPS)
    pairs = []
    for name, seconds in found.items():
        ratio = seconds[many] / seconds[few]
        print(f"{name}: {seconds[many]:.3f} s for {many} steps, {ratio:.1f} times those of {few}")
        pairs.append(f"{name}_{many}={seconds[many]:.3f}")
    print(" ".join(pairs))


if __name__ == "__main__":
    main()
