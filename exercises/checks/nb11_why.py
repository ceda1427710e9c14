"""11-why: read a trace, and say why the run was refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.graphs.adaptive.policy import ANSWER, CONTEXT
from ragkit.model.meter import Usage
from ragkit.policy import Policy
from ragkit.state import REFUSAL, Rule
from ragkit.trace import Step, Trace

TABLES: dict[str, Policy] = {"context_critic": CONTEXT, "answer_critic": ANSWER}
"""The policy after each critic."""
NODES = {
    "plan": ("plan", "retrieve", "hop", "context_critic"),
    "generate": ("generate", "verify", "answer_critic"),
    "search_web": ("search_web", "generate", "verify", "answer_critic"),
    "apologise": ("apologise", "remember"),
    "readings": ("readings", "remember"),
}
"""The nodes from each destination to the next critic, or to the end."""
STORIES = (
    "insufficient plan, exhausted apologise",
    "insufficient plan, approved generate, grounded readings",
    "remembered apologise",
    "unsure search_web, refused apologise",
    "insufficient plan, approved generate, unsupported plan, exhausted apologise",
    "approved generate, refused search_web, grounded readings",
    "approved generate, unsupported plan, approved generate, exhausted apologise",
    "exhausted search_web, exhausted apologise",
)
"""The issue and the destination of every row that fires in a run."""
LATE = ("ungraded", "refused", "exhausted")
"""Issues for which the answer critic refuses a draft from evidence that was approved."""
TWO: dict[str, Callable[[Step], tuple[str, str]]] = {
    "the node and the reason": lambda step: (step.node, step.why),
    "the reason and the node": lambda step: (step.why, step.node),
    "the node and the issue (`when` of its rule)": lambda step: (step.node, _when(step)),
    "the issue (`when` of its rule) and the node": lambda step: (_when(step), step.node),
}
"""What is returned of the step that decided, by how it is said."""
OWN = Own(
    "For a run that was refused return {two}, and for any other `{other!r}`.",
    two=tuple(TWO),
    other=(None, "", "answered"),
)
Reason = tuple[str, str] | str | None


def why_refused(trace: Trace) -> Reason:
    """The node after which the run turned to its refusal, and the reason of the row that fired.

    None for a run that was not refused.
    """
    if not trace.refused:
        return OWN.other
    return _last_row(trace)


def _two(step: Step) -> Reason:
    two = OWN.two
    return TWO[two](step)


def _when(step: Step) -> str:
    if step.rule:
        return step.rule.when
    return ""


def _last_row(trace: Trace) -> Reason:
    """The node and the reason of the last row that fired."""
    steps = _steered(trace)
    return _two(steps[-1])


def _steered(trace: Trace) -> list[Step]:
    """The steps after which a row fired."""
    found = []
    for step in trace.steps:
        if step.rule:
            found.append(step)
    return found


def trace_of(story: str) -> Trace:
    """A run in which the rows of a story fire, one after the other.

    >>> trace_of("remembered apologise").route
    ['plan', 'retrieve', 'hop', 'context_critic', 'apologise', 'remember']
    """
    steps: list[Step] = []
    at = "plan"
    for move in story.split(", "):
        *before, critic = NODES[at]
        when, at = move.split()
        rule = _row(TABLES[critic], when, at)
        steps += _steps(before)
        steps.append(_step(critic, rule))
    steps += _steps(NODES[at])
    answer = REFUSAL if at == "apologise" else "Owls hunt at night [1]."
    return Trace("When do owls hunt?", tuple(steps), answer, passages=(), seconds=1.0)


def _row(policy: Policy, when: str, do: str) -> Rule:
    for rule in policy:
        if (rule.when, rule.do) == (when, do):
            return rule
    raise LookupError(f"no row for {when} leads to {do}")


def _steps(nodes: Sequence[str]) -> list[Step]:
    steps = []
    for node in nodes:
        step = _step(node, None)
        steps.append(step)
    return steps


def _step(node: str, rule: Rule | None) -> Step:
    return Step(node, 0.1, Usage(), wrote={}, rule=rule)


def drawn(rng: Random) -> Trace:
    """A run drawn at random: approved evidence, and a refusal all the same."""
    retries = rng.randint(1, 3)
    searched = ["insufficient plan"] * retries
    late = f"{rng.choice(LATE)} apologise"
    story = [*searched, "approved generate", late]
    found = ", ".join(story)
    return trace_of(found)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """First a refusal after approved evidence, then every story in a random order."""
    traces = [drawn(rng), *map(trace_of, rng.sample(STORIES, len(STORIES)))]
    for trace in traces:
        yield answer.against(why_refused, trace, asked=_told(trace))


def _told(trace: Trace) -> str:
    """A run in a line: its nodes, in brackets the issue of each row that fired, and the answer."""
    parts = []
    for step in trace.steps:
        issue = f" ({step.rule.when})" if step.rule else ""
        parts.append(step.node + issue)
    route = " > ".join(parts)
    return f"{route}\nanswer: {trace.answer}"


def _first_row(trace: Trace) -> Reason:
    if not trace.refused:
        return OWN.other
    return _two(_steered(trace)[0])


def _context_only(trace: Trace) -> Reason:
    if not trace.refused:
        return OWN.other
    of_context = [step for step in _steered(trace) if step.node == "context_critic"]
    last = of_context[-1]
    return _two(last)


def _last_step(trace: Trace) -> Reason:
    if not trace.refused:
        return OWN.other
    return _two(trace.steps[-1])


MISCONCEPTIONS = {
    "the first row that fired is taken, and not the last": _first_row,
    "only the context critic is asked, though the answer critic refuses drafts": _context_only,
    "the last step is taken, after which no row fires": _last_step,
    "a run that was answered gets a reason for a refusal": _last_row,
}
