"""The trace that a run of corrective RAG would leave, without a model: for exercises that read one.

Its nodes wrote nothing and took no time. What is in it is which node followed which, and why.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.course.exercises.rehearse import ISSUES
from ragkit.model.meter import Usage
from ragkit.policy import Policy, choose
from ragkit.state import Rule
from ragkit.trace import Step, Trace


class RetoldTrace(Trace):
    """A trace whose text is its question and its route, short enough to be shown to a learner."""

    def __repr__(self) -> str:
        route = " > ".join(self.route)
        return f"<trace of {self.question!r}: {route}>"


def retold(
    policy: Policy, findings: Sequence[str], web: bool = True, question: str = "Who hunts?"
) -> RetoldTrace:
    """The trace of a run whose critic finds this, pass by pass.

    `findings`, `web` and the end of the route are as in `rehearse`. Raises `ragkit.policy.NoRow`.

    >>> from ragkit.graphs.crag.policy import CRAG
    >>> retold(CRAG, ["approved"])
    <trace of 'Who hunts?': retrieve > context_critic > generate>
    """
    closed = set() if web else {"search_web"}
    steps: list[Step] = []
    moves: list[Rule] = []
    for finding in findings:
        rule = choose(policy, ISSUES[finding], moves, closed)
        moves.append(rule)
        steps += [
            _step("retrieve"),
            _step("context_critic", rule),
            _step(rule.do),
        ]
        if rule.do != "rewrite":
            break
    if steps and steps[-1].node == "search_web":
        steps.append(_step("generate"))
    return RetoldTrace(question, tuple(steps), answer="", passages=(), seconds=0.0)


def _step(node: str, rule: Rule | None = None) -> Step:
    return Step(
        node,
        seconds=0.0,
        usage=Usage(),
        wrote={},
        rule=rule,
    )
