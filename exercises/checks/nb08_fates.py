"""08-fates: what became of each draft, read from the trace of a run.

The runs are made up here, without a model. Their rules are those of the graph with critics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.graphs.adaptive.policy import ANSWER, CONTEXT
from ragkit.model.meter import Usage
from ragkit.policy import choose
from ragkit.state import REFUSAL, Rule
from ragkit.trace import Step, Trace

DRAFTS = ["Owls hunt.", "Mice hide.", "Newts swim.", "Hares run.", "Toads sit.", "Bats sleep."]
REJECTING = ("beside the point", "unsupported")
"""Verdicts after which there may be another draft."""
Story = Sequence[tuple[str, str]]
Fate = tuple[str, ...]

COLUMNS = ("draft", "verdict", "destination")
OWN = Own(
    "A row is `({columns})`, and the rows come {order}.",
    columns=tuple(map(", ".join, permutations(COLUMNS))),
    order=("from the first draft to the last one", "from the last draft to the first one"),
)

STORIES: tuple[Story, ...] = (
    (("a", "beside the point"), ("a", "repeated"), ("b", "grounded")),
    (("a", "unsupported"), ("b", "unsupported"), ("c", "grounded")),
    (("a", "grounded"),),
    (("a", "ungraded"),),
    (("a", "unsupported"), ("a", "repeated"), ("b", "beside the point")),
)
"""The drafts of a run, a letter each, with the verdicts on them."""


@dataclass
class _Run:
    """A run while it is made up."""

    steps: list[Step] = field(default_factory=list)
    moves: list[Rule] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    asked_web: bool = False

    def went(self, node: str, rule: Rule | None = None, **wrote: Any) -> None:
        """Add a step."""
        step = Step(node, 0.1, Usage(), wrote, rule)
        self.steps.append(step)

    def search(self) -> None:
        """Add the steps up to the context critic, who approves."""
        for node in ("plan", "retrieve", "hop"):
            self.went(node)
        rule = choose(CONTEXT, {"approved"}, [])
        self.went("context_critic", rule)

    def judge(self, draft: str, verdict: str) -> None:
        """Add the steps of a draft, and where the critic sends the run."""
        self.went("generate", draft=draft)
        self.went("verify", risk=0.0)
        if verdict in REJECTING:
            self.rejected = [*self.rejected, draft]
        rule = self.next_rule(verdict)
        self.moves.append(rule)
        self.went("answer_critic", rule, verdict=verdict, rejected=self.rejected)
        if rule.do == "plan":
            self.search()
        else:
            self.leave(rule.do)

    def next_rule(self, verdict: str) -> Rule:
        """The row of the policy that fires."""
        issues, closed = {verdict}, set()
        if self.asked_web:
            closed.add("search_web")
            if verdict in REJECTING:
                issues.add("exhausted")
        return choose(ANSWER, issues, self.moves, closed)

    def leave(self, node: str) -> None:
        """Add the step to the web, which forgets what was rejected, or the last ones."""
        if node == "search_web":
            self.asked_web = True
            self.rejected = []
            self.went(node, rejected=[], asked_web=True)
        else:
            self.went(node)
            self.went("remember")


def told(story: Story, drafts: Sequence[str]) -> Trace:
    """The trace of a story, whose letters are drafts."""
    texts = dict(zip("abc", drafts, strict=False))
    run = _Run()
    run.search()
    for letter, verdict in story:
        run.judge(texts[letter], verdict)
    letter, verdict = story[-1]
    answer = texts[letter] if verdict == "grounded" else REFUSAL
    return Trace("What do animals do?", tuple(run.steps), answer, (), 1.0)


def example() -> Trace:
    """The run that the notebook shows."""
    story = STORIES[0]
    return told(story, DRAFTS)


def fates(trace: Trace) -> list[Fate]:
    """Each draft with its verdict, and where the run went from there.

    >>> fates(example())[1]
    ('Owls hunt.', 'repeated', 'search_web')
    """
    return _rows(_facts(trace))


def _facts(trace: Trace) -> list[Fate]:
    """The draft, the verdict and the destination, for each draft in order."""
    found: list[Fate] = []
    draft = ""
    for step in trace.steps:
        draft = step.wrote.get("draft", draft)
        if step.node == "answer_critic" and step.rule:
            fate = (draft, step.wrote["verdict"], step.rule.do)
            found.append(fate)
    return found


def _rows(facts: Sequence[Sequence[Any]]) -> list[Any]:
    """These facts in the form that is asked for."""
    rows = []
    for fact in facts:
        parts = dict(zip(COLUMNS, fact, strict=True))
        rows.append(tuple(parts[column] for column in OWN.columns.split(", ")))
    if OWN.order.startswith("from the last"):
        rows.reverse()
    return rows


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Every story, with drafts drawn at random; then some of them again."""
    for story in (*STORIES, *rng.choices(STORIES, k=5)):
        trace = told(story, rng.sample(DRAFTS, 3))
        yield answer.against(fates, trace, asked=_asked(trace))


def _asked(trace: Trace) -> str:
    lines = ["fates(trace) with the steps"]
    for step in trace.steps:
        goes = f", goes to {step.rule.do}" if step.rule else ""
        lines.append(f"  {step.node} wrote {step.wrote}{goes}")
    return "\n".join(lines)


def _each_once(trace: Trace) -> list[Fate]:
    by_draft = {}
    for fate in _facts(trace):
        draft = fate[0]
        by_draft[draft] = fate
    return _rows(list(by_draft.values()))


def _every_rule(trace: Trace) -> list[Any]:
    found = []
    draft = None
    for step in trace.steps:
        draft = step.wrote.get("draft", draft)
        if step.rule:
            found.append((draft, step.wrote.get("verdict"), step.rule.do))
    return _rows(found)


def _issue_as_verdict(trace: Trace) -> list[Fate]:
    found = []
    draft = ""
    for step in trace.steps:
        draft = step.wrote.get("draft", draft)
        if step.node == "answer_critic" and step.rule:
            found.append((draft, step.rule.when, step.rule.do))
    return _rows(found)


def _only_rejected(trace: Trace) -> list[Fate]:
    found = []
    for fate in fates(trace):
        if "grounded" not in fate:
            found.append(fate)
    return found


MISCONCEPTIONS = {
    "a draft that was written twice is there once": _each_once,
    "every step with a rule counts, those of the context critic as well": _every_rule,
    "only the drafts that did not become the answer are there": _only_rejected,
    "the issue of the row that fired is taken for the verdict": _issue_as_verdict,
}
