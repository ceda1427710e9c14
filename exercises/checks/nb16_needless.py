"""16-needless: what a gate cost, read from the traces of runs.

The runs are made up here, without a model. Their rules are those of the gated graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling
from ragkit.graphs.tiny.policy import FALLBACK, ROUTE
from ragkit.model.meter import Usage
from ragkit.policy import choose
from ragkit.trace import Step, Trace

TOOLS = ("search_web", "look_up")
REUSED = 10
"""Tokens of a prompt that the server still has, for each that is evaluated."""
OWN = Own(
    "A token that was reused counts as {share} of an evaluated one. The start of a tool "
    "adds {start} s to the seconds of its step.",
    share=(0, 0.1, 0.25, 0.5),
    start=(0, 0.5, 2),
)
Run = tuple[Trace, bool]
"""A run, and whether its evidence was noisy."""
Bill = dict[str, float]
LASTED = 9.0
"""The seconds of each trace."""


def bill(runs: Sequence[Run]) -> Bill:
    """The tokens of all gates, and what the tools cost that clean evidence did not need.

    >>> bill([(example(), False)])
    {'gate': 40, 'needless': 1, 'seconds': 2.0, 'refused': 0}
    """
    found = {"gate": _gate(runs, OWN.share)}
    needless = _of_tools(_traces(runs, noisy=False))
    return found | needless


def _traces(runs: Sequence[Run], noisy: bool) -> list[Trace]:
    """The runs whose evidence was noisy, or those whose evidence was clean."""
    found = []
    for trace, is_noisy in runs:
        if is_noisy == noisy:
            found.append(trace)
    return found


def _gate(runs: Sequence[Run], share: float, nodes: Sequence[str] = ("route",)) -> float:
    """The tokens that the gates evaluated, and a share of those that they reused."""
    total: float = 0
    for trace, _ in runs:
        for step in trace.steps:
            if step.node in nodes:
                total += step.usage.evaluated + share * step.usage.reused
    return total


def _of_tools(traces: Sequence[Trace], names: Sequence[str] = TOOLS) -> Bill:
    """How many runs asked a tool, for how many seconds, and how many of them were refused."""
    found = {"needless": 0, "seconds": 0.0, "refused": 0}
    for trace in traces:
        tools = [step for step in trace.steps if step.node in names]
        for tool in tools:
            found["needless"] += 1
            found["seconds"] += tool.seconds + OWN.start
            found["refused"] += _is_refused(trace)
    return found


def _is_refused(trace: Trace) -> bool:
    return trace.route[-1] == "apologise"


def example() -> Trace:
    """The run that the notebook shows."""
    return _told("fail", set(), "found", [40, 7], 2.0)


def _told(
    issue: str, closed: Set[str], brought: str, tokens: Sequence[int], seconds: float
) -> Trace:
    """The trace of a run: what the router found, which tools are closed, what one brought."""
    gate, later = tokens
    rule = choose(ROUTE, {issue}, [], closed)
    steps = [Step("retrieve", 0.5, Usage(), {}), _step("route", gate, 0.25, rule)]
    if rule.do in TOOLS:
        tool = rule.do
        rule = choose(FALLBACK, {brought}, [])
        steps.append(_step(tool, 0, seconds, rule))
    if rule.do == "generate":
        steps.append(_step("generate", later, 1.0))
    else:
        steps.append(_step("apologise", 0, 0.0))
    return Trace("What do owls eat?", tuple(steps), "Mice.", (), LASTED)


def _step(node: str, tokens: int, seconds: float, rule: Any = None) -> Step:
    reused = tokens * REUSED
    usage = Usage(evaluated=tokens, reused=reused)
    return Step(node, seconds, usage, {}, rule)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Runs that each misconception bills otherwise; none; then any."""
    wrong = reversed(MISCONCEPTIONS.values())
    every = [telling(lambda: (_drawn(rng),), bill, wrong), ([],)]
    for _ in range(5):
        every.append((_drawn(rng),))
    for (runs,) in every:
        yield answer.against(bill, runs, asked=_asked(runs))


def _drawn(rng: Random) -> list[Run]:
    """Some runs of every kind."""
    runs = []
    for _ in range(rng.randint(5, 7)):
        issue = rng.choice(["pass", "fail", "fail"])
        brought = rng.choice(["found", "nothing"])
        tokens = [rng.randint(20, 60), rng.randint(5, 30)]
        closed = rng.choice([set(), {"search_web"}])
        trace = _told(issue, closed, brought, tokens, rng.randint(2, 9) / 2)
        runs.append((trace, rng.choice([True, False])))
    return runs


def _asked(runs: Sequence[Run]) -> str:
    lines = ["bill(runs) with the runs"]
    for trace, noisy in runs:
        evidence = "noisy" if noisy else "clean"
        steps = ", ".join(map(_shown, trace.steps))
        lines.append(f"  {evidence}: {steps}")
    return "\n".join(lines)


def _shown(step: Step) -> str:
    tokens = f"{step.usage.evaluated} tokens"
    if OWN.share:
        tokens = f"{tokens} and {step.usage.reused} reused"
    return f"{step.node} ({tokens}, {step.seconds:g} s)"


def _noisy_too(runs: Sequence[Run]) -> Bill:
    traces = [trace for trace, _ in runs]
    return bill(runs) | _of_tools(traces)


def _turned(runs: Sequence[Run]) -> Bill:
    """The noisy runs are billed, and not the clean ones."""
    noisy = _traces(runs, noisy=True)
    return bill(runs) | _of_tools(noisy)


def _whole_prompt(runs: Sequence[Run]) -> Bill:
    """The reused tokens count, too."""
    found = bill(runs)
    return found | {"gate": _gate(runs, 1)}


def _whole_run(runs: Sequence[Run]) -> Bill:
    """The seconds of all steps of a needless run."""
    found = bill(runs)
    found["seconds"] = 0.0
    for trace in _traces(runs, noisy=False):
        asked = _of_tools([trace])
        if asked["needless"]:
            found["seconds"] += OWN.start + sum(step.seconds for step in trace.steps)
    return found


def _all_refusals(runs: Sequence[Run]) -> Bill:
    """The refusals after noisy evidence count, too."""
    found = bill(runs)
    noisy = _of_tools(_traces(runs, noisy=True))
    found["refused"] += noisy["refused"]
    return found


def _refused_only(runs: Sequence[Run]) -> Bill:
    """A tool that brought something was needed."""
    found = bill(runs)
    found["needless"] = found["refused"]
    return found


def _all_steps(runs: Sequence[Run]) -> Bill:
    """The tokens of the writer count, too."""
    tokens = _gate(runs, OWN.share, ("route", "generate"))
    return bill(runs) | {"gate": tokens}


def _clean_gates(runs: Sequence[Run]) -> Bill:
    """The tokens of the gate where the evidence was noisy are left out."""
    clean = [run for run in runs if not run[1]]
    return bill(clean)


def _every_clean(runs: Sequence[Run]) -> Bill:
    """A run that asked no tool is needless as well."""
    return bill(runs) | {"needless": len(_traces(runs, noisy=False))}


def _one_tool(runs: Sequence[Run]) -> Bill:
    """The node `look_up` is not taken for a tool."""
    clean = _traces(runs, noisy=False)
    return bill(runs) | _of_tools(clean, TOOLS[:1])


def _all_seconds(runs: Sequence[Run]) -> Bill:
    """The seconds of a tool after noisy evidence count, too."""
    return bill(runs) | {"seconds": _noisy_too(runs)["seconds"]}


def _of_the_trace(runs: Sequence[Run]) -> Bill:
    """The seconds that the trace itself says, for each run that asked a tool."""
    found = bill(runs)
    return found | {"seconds": found["needless"] * (LASTED + OWN.start)}


MISCONCEPTIONS: dict[str, Callable[[Sequence[Run]], Bill]] = {
    "noisy evidence that is sent to a tool counts as needless, too": _noisy_too,
    "the tools after noisy evidence are counted, and not those after clean evidence": _turned,
    "the tokens that the gate reused count as evaluated": _whole_prompt,
    "the seconds of all steps count, and not those of the tool alone": _whole_run,
    "refusals after noisy evidence count, too": _all_refusals,
    "a tool is needless only if it brings nothing": _refused_only,
    "the tokens of the writer are counted, too": _all_steps,
    "the tokens of the gate are counted only where the evidence was clean": _clean_gates,
    "a run with clean evidence that asked no tool counts as needless": _every_clean,
    "only `search_web` counts as a tool, and not `look_up`": _one_tool,
    "the seconds of tools after noisy evidence count, too": _all_seconds,
    "the seconds are those of the whole trace": _of_the_trace,
}
