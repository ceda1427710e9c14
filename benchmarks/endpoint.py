"""Measure the endpoint of the settings: its pace, what it reuses, its odds, and one question.

    RAGKIT_PROVIDER=openai RAGKIT_BASE_URL=... python -m benchmarks.endpoint corpora/algorithms

Each figure is printed as soon as it is known, so a slow endpoint gives the first ones. The question
is the first one of notebook 02, asked of `hybrid`. No reply comes from disk.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from ragkit import Kit, run
from ragkit.evaluate.experiments.estimate import pace
from ragkit.graphs import hybrid
from ragkit.model.llm import label_odds
from ragkit.model.probe import measured_reuse

QUESTION = "What does Yen's trick from 1970 buy you?"
SURE = "Is Paris the capital of France? Yes or no?"
AT_ONCE = (1, 4)
"""Numbers of calls at once at which the pace is measured."""

Figure = tuple[str, float]


def figures(kit: Kit) -> Iterator[Figure]:
    """The figures, by name; tokens are those of a second, or of one call. Raises `ChatFailed`."""
    yield "odds_of_yes", label_odds(kit.llm, SURE, ["yes", "no"])["yes"]
    for count in AT_ONCE:
        speed = pace(kit.llm, count)
        yield f"read_a_second_{count}_at_once", speed.evaluated
        yield f"written_a_second_{count}_at_once", speed.generated
    reuse = measured_reuse(kit.llm)
    yield "prompt_tokens", reuse.first.prompt
    yield "reused_tokens", reuse.tokens
    yield "first_over_second_seconds", reuse.first.seconds / reuse.second.seconds
    yield from _answered(kit)


def _answered(kit: Kit) -> Iterator[Figure]:
    trace = run(hybrid(), QUESTION, kit)
    print(trace, flush=True)
    yield "answer_seconds", trace.seconds
    yield "answer_evaluated", trace.usage.evaluated
    yield "answer_generated", trace.usage.generated


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    chosen = parser.parse_args()
    kit = Kit.open(chosen.folder, reuse_replies=False, memory=False)
    pairs = []
    for name, value in figures(kit):
        print(f"  {name:28} {value:10.2f}", flush=True)
        pairs.append(f"{name}={value:.2f}")
    kit.close()
    print(" ".join(pairs))


if __name__ == "__main__":
    main()
