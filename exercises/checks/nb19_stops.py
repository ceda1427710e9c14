"""19-stops: where a run stopped, and what it had paid by then, read from its trace.

The runs are made up here, without a model. Their rules are those of the tiered graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling
from ragkit.graphs.tiered.policy import ANSWER, CONTEXT, TIERS
from ragkit.model.meter import Usage
from ragkit.policy import Policy, choose
from ragkit.trace import Step, Trace

ARCHIVES = ["rivers", "leagues", "rockets", "engines"]
SEARCHES = ("search_archive", "search_web")
NOTHING, REJECTED, ANSWERED = "nothing", "rejected", "answered"
UNSCORED = "unscored"
"""In a story: a draft was written, and the run ended before it was scored."""
REUSED = 5
"""Tokens of a prompt that the server still has, for each that is evaluated."""
OWN = Own(
    "A token that the server still had (`step.usage.reused`) counts as {part} of an evaluated one, "
    "also in the run above.",
    part=(0, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9),
)
Story = Sequence[tuple[str, str]]
"""The tiers that were asked, in their order, and how each of them ended."""
Stop = tuple[str, float, str]
"""A tier, the tokens that were evaluated for it, and how it ended."""


def stops(trace: Trace) -> list[Stop]:
    """Each tier that was asked, with its tokens and its end.

    >>> stops(example())
    [('rivers', 120, 'nothing'), ('the web', 450, 'answered')]
    """
    found: list[Stop] = []
    for step in trace.steps:
        if step.node in SEARCHES:
            name = step.wrote["asked"][-1]
            found.append((name, 0, NOTHING))
        if found:
            found[-1] = _after(found[-1], step)
    return found


def _after(stop: Stop, step: Step) -> Stop:
    """What is known of a tier after one more step for it."""
    name, tokens, end = stop
    tokens += _paid(step)
    if step.node == "score_answer":
        end = ANSWERED if step.wrote["answer"] else REJECTED
    return name, tokens, end


def _paid(step: Step) -> float:
    """The tokens that count of a step."""
    usage = step.usage
    return usage.evaluated + OWN.part * usage.reused


def example() -> Trace:
    """The run that the notebook shows."""
    story = [("rivers", NOTHING), ("the web", ANSWERED)]
    costs = iter([90, 120, 300, 150])
    return _told(story, costs.__next__)


def _told(story: Story, cost: Callable[[], int], after: int = 0) -> Trace:
    """The trace of a story; `cost` gives the tokens of each step that asks a model.

    `after` is the tokens of each step behind the last tier's score.
    """
    steps = [_step("answerability", cost()), _step("recall", 0)]
    steps.append(_ruled("detect_domain", 0, TIERS, [_kind(story[0][0])]))
    names: list[str] = []
    for place, (name, end) in enumerate(story):
        names = [*names, name]
        following = _following(story[place + 1 :])
        steps += _tier(names, end, following, cost)
    is_answered = story[-1][1] == ANSWERED
    last = ["readings", "as_of"] if is_answered else ["apologise"]
    steps += [_step(node, after) for node in [*last, "remember"]]
    return Trace("Which gate is opened first?", tuple(steps), "", (), 9.0)


def _tier(names: list[str], end: str, following: str, cost: Callable[[], int]) -> list[Step]:
    """The steps of a tier: it is searched, filtered, and perhaps answered from."""
    search = "search_web" if names[-1] == "the web" else "search_archive"
    steps = [_step(search, 0, asked=names)]
    if end == NOTHING:
        steps.append(_ruled("filter_context", cost(), CONTEXT, [following]))
        return steps
    steps.append(_ruled("filter_context", cost(), CONTEXT, ["kept"]))
    steps.append(_step("generate", cost(), draft="Gate 3."))
    if end == UNSCORED:
        return steps
    steps.append(_step("verify", 0))
    issue = "grounded" if end == ANSWERED else following
    answer = "Gate 3." if end == ANSWERED else ""
    steps.append(_ruled("score_answer", 0, ANSWER, [issue], answer=answer))
    return steps


def _kind(name: str) -> str:
    return "web next" if name == "the web" else "archive next"


def _following(rest: Story) -> str:
    """The issue that leads to the next tier, or to the end."""
    if not rest:
        return "exhausted"
    name, _ = rest[0]
    return _kind(name)


def _step(node: str, tokens: int, **wrote: object) -> Step:
    usage = Usage(evaluated=tokens, reused=tokens * REUSED)
    return Step(node, 0.5, usage, wrote)


def _ruled(node: str, tokens: int, policy: Policy, issues: Sequence[str], **wrote: object) -> Step:
    rule = choose(policy, set(issues), [])
    usage = Usage(evaluated=tokens, reused=tokens * REUSED)
    return Step(node, 0.5, usage, wrote, rule)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A run that each mistake reads otherwise; then any; at last what no drawn one has."""
    wrong = [mistake for mistake in MISCONCEPTIONS.values() if mistake not in RARE]
    every = [telling(lambda: (_drawn(rng),), stops, wrong)]
    for _ in range(7):
        drawn = _drawn(rng)
        every.append((drawn,))
    for end, after in ((ANSWERED, 30), (UNSCORED, 0)):
        story = [("rivers", REJECTED), ("leagues", end)]
        every.append((_told(story, lambda: rng.randint(20, 400), after),))
    for (trace,) in every:
        yield answer.against(stops, trace, asked=_asked(trace))


def _drawn(rng: Random) -> Trace:
    """One to four tiers; only the last one may have an answer."""
    names = rng.sample(ARCHIVES, rng.randint(1, 3))
    names += rng.choice([[], ["the web"]])
    story = []
    for name in names:
        story.append((name, rng.choice([NOTHING, REJECTED])))
    if rng.random() < 0.5:
        story[-1] = (names[-1], ANSWERED)
    return _told(story, lambda: rng.randint(20, 400))


def _asked(trace: Trace) -> str:
    lines = ["stops(trace) with the steps"]
    for step in trace.steps:
        usage = step.usage
        tokens = f"{usage.evaluated} tokens and {usage.reused} reused"
        lines.append(f"  {step.node}, {tokens}, wrote {step.wrote}")
    return "\n".join(lines)


def _from_the_start(trace: Trace) -> list[Stop]:
    """What was paid before the first search counts for the first tier."""
    found = stops(trace)
    before = _paid(trace.steps[0])
    name, tokens, end = found[0]
    return [(name, tokens + before, end), *found[1:]]


def _whole_prompts(trace: Trace) -> list[Stop]:
    """Reused tokens count as well."""
    found = []
    each = 1 + OWN.part * REUSED
    for name, tokens, end in stops(trace):
        found.append((name, tokens / each * (1 + REUSED), end))
    return found


def _every_draft(trace: Trace) -> list[Stop]:
    """A tier from which a draft was written has answered."""
    found = []
    for name, tokens, end in stops(trace):
        found.append((name, tokens, ANSWERED if end == REJECTED else end))
    return found


def _all_in_vain(trace: Trace) -> list[Stop]:
    """A tier without an answer was rejected, also where nothing was found in it."""
    found = []
    for name, tokens, end in stops(trace):
        found.append((name, tokens, REJECTED if end == NOTHING else end))
    return found


def _last_only(trace: Trace) -> list[Stop]:
    return stops(trace)[-1:]


def _summed(trace: Trace) -> list[Stop]:
    """Each tier has the tokens of those before it, too."""
    found = []
    total = 0.0
    for name, tokens, end in stops(trace):
        total += tokens
        found.append((name, total, end))
    return found


def _unscored_too(trace: Trace) -> list[Stop]:
    """A draft is rejected where nobody scored it."""
    steps = []
    for step in trace.steps:
        if step.node == "generate":
            step = replace(step, node="score_answer", wrote={"answer": ""})
        steps.append(step)
    return stops(replace(trace, steps=tuple(steps)))


def _to_the_score(trace: Trace) -> list[Stop]:
    """A tier ends with its score."""
    steps = []
    is_scored = False
    for step in trace.steps:
        is_scored = is_scored and step.node not in SEARCHES
        if not is_scored:
            steps.append(step)
        if step.node == "score_answer":
            is_scored = True
    return stops(replace(trace, steps=tuple(steps)))


MISCONCEPTIONS: dict[str, Callable[[Trace], list[Stop]]] = {
    "what was paid before the first search counts for the first tier": _from_the_start,
    "tokens that were reused count as evaluated": _whole_prompts,
    "a tier has answered if a draft was written from it": _every_draft,
    "a tier in which nothing was found counts as rejected": _all_in_vain,
    "only the tier is there where the run stopped": _last_only,
    "a tier has the tokens of those before it, too": _summed,
    "a draft that was not scored counts as rejected": _unscored_too,
    "what is paid behind the score of a tier belongs to none": _to_the_score,
}
RARE = (_unscored_too, _to_the_score)
"""Mistakes that no drawn run shows."""
