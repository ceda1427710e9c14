"""08-again: two bugs in an answer critic, which judges drafts that it rejected before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

DRAFTS = ["Owls hunt.", "Mice hide.", "Newts swim.", "Hares run.", "Toads sit.", "Bats sleep."]
FITS = (0.35, 0.45, 0.55, 0.65)
"""The fits that tell one threshold from another."""

OWN = Own(
    'A draft that was rejected before is `"{rule[0]}"`, and one with a fit of {rule[1]} or more '
    'is `"grounded"`.',
    rule=(("repeated", 0.5), *product(("known", "stale", "seen before", "old"), (0.4, 0.6, 0.7))),
)

State = Mapping[str, Any]
Wrote = dict[str, Any]


class Judge:
    """It knows the fit of every draft, and remembers about which it was asked."""

    def __init__(self, fits: Mapping[str, float]) -> None:
        self.fits = fits
        self.asked: list[str] = []

    def __call__(self, draft: str) -> float:
        """The fit of a draft, in [0, 1]."""
        self.asked.append(draft)
        return self.fits.get(draft, 0.0)

    def __repr__(self) -> str:
        return "judge"


def answer_critic(state: State, judge: Judge) -> Wrote:
    """The node as it should be: what was rejected before is not judged again.

    >>> judge = Judge({"Owls hunt.": 0.2})
    >>> answer_critic({"draft": "Owls hunt.", "rejected": []}, judge)
    {'fit': 0.2, 'verdict': 'beside the point', 'rejected': ['Owls hunt.']}
    >>> answer_critic({"draft": "Owls hunt.", "rejected": ["Owls hunt.", "Mice hide."]}, judge)
    {'fit': None, 'verdict': 'repeated', 'rejected': ['Owls hunt.', 'Mice hide.']}
    """
    if state["draft"] in state["rejected"]:
        return _repeated(state["rejected"])
    return _judged(state, judge)


def _repeated(rejected: Sequence[str]) -> Wrote:
    """What the critic writes about a draft that is not judged again."""
    word, _ = OWN.rule
    return _wrote(None, word, rejected)


def _judged(state: State, judge: Judge) -> Wrote:
    """What the critic writes about a draft that it judges."""
    draft, rejected = state["draft"], state["rejected"]
    _, fit_from = OWN.rule
    fit = judge(draft)
    if fit >= fit_from:
        return _wrote(fit, "grounded", rejected)
    return _wrote(fit, "beside the point", [*rejected, draft])


def _wrote(fit: float | None, verdict: str, rejected: Sequence[str]) -> Wrote:
    return {"fit": fit, "verdict": verdict, "rejected": list(rejected)}


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A draft rejected two drafts ago; the last one again; two new ones; others; each fit."""
    one, two, three = rng.sample(DRAFTS, 3)
    yield _trial(answer, one, [one, two], rng)
    yield _trial(answer, one, [one], rng)
    yield _trial(answer, one, [], rng)
    yield _trial(answer, three, [one, two], rng)
    for _ in range(10):
        rejected = rng.sample(DRAFTS, rng.randint(0, 4))
        yield _trial(answer, rng.choice(DRAFTS), rejected, rng)
    for fit in FITS:
        yield _compared(answer, one, [], {one: fit})


def _trial(answer: Answer, draft: str, rejected: list[str], rng: Random) -> Trial:
    """A trial with a fit drawn for every draft."""
    fits = {}
    for known in DRAFTS:
        low, high = rng.uniform(0.1, 0.4), rng.uniform(0.6, 0.9)
        fit = low if known in rejected else rng.choice([low, high])
        fits[known] = round(fit, 2)
    return _compared(answer, draft, rejected, fits)


def _compared(answer: Answer, draft: str, rejected: list[str], fits: Mapping[str, float]) -> Trial:
    """Compare what the node writes, and about which drafts it asks the judge."""
    state = {"draft": draft, "rejected": rejected}
    right, watched = Judge(fits), Judge(fits)
    expected = answer_critic(state, right)
    came = answer(state, watched)
    return Trial(
        f"{answer.asked}, and what the judge is asked about",
        expected={"wrote": expected, "judged": right.asked},
        came={"wrote": came, "judged": watched.asked},
    )


def _judge_first(state: State, judge: Judge) -> Wrote:
    wrote = _judged(state, judge)
    if state["draft"] in state["rejected"]:
        return _repeated(state["rejected"])
    return wrote


def _only_the_last(state: State, judge: Judge) -> Wrote:
    if state["draft"] in state["rejected"][-1:]:
        return _repeated(state["rejected"])
    return _judged(state, judge)


def _rejected_once_more(state: State, judge: Judge) -> Wrote:
    if state["draft"] in state["rejected"]:
        return _repeated([*state["rejected"], state["draft"]])
    return _judged(state, judge)


MISCONCEPTIONS = {
    "the judge is still asked about a draft that it knows": _judge_first,
    "only the last rejected draft is compared": _only_the_last,
    "a draft that is written again is rejected once more": _rejected_once_more,
}
