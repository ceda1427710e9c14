"""11-depth: a node that picks how deep to search (adaptive, section 4.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.settings.depth import DepthSettings

OWN = Own(
    'Of the modes only `"{failed}"` makes a search deep, and a deep one is called `"{deep}"`.',
    failed=("unsupported", "contradicted", "outdated", "off topic"),
    deep=("complex", "deep", "thorough"),
)
Wrote = dict[str, Any]


def router(state: Any, runtime: Any) -> Wrote:
    """What the node writes for a state with a complexity and memories."""
    settings = runtime.context.settings
    score = state.complexity.score
    modes = [memory.mode for memory in state.memories]
    failed = OWN.failed in modes
    if failed or score > settings.complex_above:
        return {"depth": OWN.deep}
    return {"depth": "simple"}


def runtime_with(**settings: Any) -> SimpleNamespace:
    """What a node is handed besides the state, with these settings of the kit and nothing else."""
    chosen = DepthSettings(**settings)
    kit = SimpleNamespace(settings=chosen)
    return SimpleNamespace(context=kit)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A simple question that failed before, alone and among others; then each trap; then any."""
    threshold = _between(0.3, 0.4, rng)
    low = _between(0.1, 0.2, rng)
    above = _between(0.45, 0.5, rng)
    failed = OWN.failed
    yield _trial(answer, low, [failed], threshold)
    yield _trial(answer, low, [failed, "verified"], threshold)
    yield _trial(answer, low, ["not in the corpus"], threshold)
    yield _trial(answer, threshold, [], threshold)
    yield _trial(answer, above, [], threshold)
    for _ in range(10):
        modes = rng.choices(("not in the corpus", failed, "verified"), k=rng.randint(0, 2))
        score = _between(0, 1, rng)
        yield _trial(answer, score, modes, _between(0.2, 0.8, rng))


def _between(low: float, high: float, rng: Random) -> float:
    drawn = rng.uniform(low, high)
    return round(drawn, 2)


def _trial(answer: Answer, score: float, modes: Sequence[str], threshold: float) -> Trial:
    state = SimpleNamespace(
        complexity=SimpleNamespace(score=score),
        memories=[SimpleNamespace(mode=mode) for mode in modes],
    )
    runtime = runtime_with(complex_above=threshold)
    return answer.against(router, state, runtime)


def _without_memories(state: Any, runtime: Any) -> Wrote:
    forgetful = _remembering(state, [])
    return router(forgetful, runtime)


def _remembering(state: Any, memories: Sequence[Any]) -> SimpleNamespace:
    """The same state with other memories."""
    return SimpleNamespace(complexity=state.complexity, memories=memories)


def _whole_state(state: Any, runtime: Any) -> Wrote:
    wrote = router(state, runtime)
    return vars(state) | wrote


def _last_memory(state: Any, runtime: Any) -> Wrote:
    latest = state.memories[-1:]
    forgetful = _remembering(state, latest)
    return router(forgetful, runtime)


def _any_failure(state: Any, runtime: Any) -> Wrote:
    modes = {memory.mode for memory in state.memories}
    if "not in the corpus" in modes:
        return {"depth": OWN.deep}
    return router(state, runtime)


def _at_the_threshold(state: Any, runtime: Any) -> Wrote:
    settings = runtime.context.settings
    if state.complexity.score == settings.complex_above:
        return {"depth": OWN.deep}
    return router(state, runtime)


def _own_threshold(state: Any, runtime: Any) -> Wrote:
    fixed = runtime_with(complex_above=0.6)
    return router(state, fixed)


MISCONCEPTIONS = {
    "the memories are not looked at": _without_memories,
    "the node returns the whole state, and not only what it wrote": _whole_state,
    "only the last memory is looked at": _last_memory,
    "a failure for want of documents makes the search deeper, too": _any_failure,
    "a score exactly at the threshold counts as above it": _at_the_threshold,
    "the threshold is written into the node, and the settings are not asked": _own_threshold,
}
