"""How long a run takes to draw, by its number of steps: a picture should be there before one asks
where it is.

    python -m benchmarks.drawing

A real route of the whole graph is repeated until it has that many steps. Seconds are the best of
five.
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
    """A run of so many steps."""
    nodes = [ROUND[at % len(ROUND)] for at in range(steps)]
    return Trace(
        "Why?",
        tuple(Step(node, 1.0, Usage(1, 0, 100, 600, 5), {}, rule) for node, rule in nodes),
        "",
        (),
        1.0,
    )


def main() -> None:
    found = {
        name: {
            str(n): min(timeit.repeat(lambda draw=draw, n=n: draw(long_run(n)), number=1, repeat=5))
            for n in STEPS
        }
        for name, draw in DRAWN.items()
    }
    (RESULTS / "drawing.json").write_text(json.dumps(found, indent=1) + "\n")
    few, many = map(str, STEPS)
    for name, seconds in found.items():
        times = seconds[many] / seconds[few]
        print(f"{name}: {seconds[many]:.3f} s for {many} steps, {times:.1f} times those of {few}")
    print(" ".join(f"{name}_{many}={seconds[many]:.3f}" for name, seconds in found.items()))


if __name__ == "__main__":
    main()
