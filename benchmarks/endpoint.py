"""Measure the endpoint of the settings: its pace, what it reuses, its odds, and one question.

    RAGKIT_PROVIDER=openai RAGKIT_BASE_URL=... python -m benchmarks.endpoint corpora/algorithms
        [--name "llama.cpp, 4 slots"]

Each figure is printed as soon as it is known, so a slow endpoint gives the first ones. The question
is the first one of notebook 02, asked of `hybrid`. No reply comes from disk. With a name, the
figures are kept beside those of other endpoints, and docs/scaling.md shows their ratios.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from ragkit import Kit, run
from ragkit.disk.whole import write_whole
from ragkit.evaluate.experiments.estimate import pace
from ragkit.graphs import hybrid
from ragkit.model.llm import label_odds
from ragkit.model.probe import measured_reuse
from ragkit.text.markdown_table import TIGHT, markdown_table

FILE = Path(__file__).parent / "results" / "endpoints.json"
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
    parser.add_argument("--name", help="keep the figures under this name")
    chosen = parser.parse_args()
    kit = Kit.open(chosen.folder, reuse_replies=False, memory=False)
    found = {}
    for name, value in figures(kit):
        print(f"  {name:28} {value:10.2f}", flush=True)
        found[name] = round(value, 2)
    kit.close()
    if chosen.name:
        keep(chosen.name, found)
    print(" ".join(f"{name}={value:.2f}" for name, value in found.items()))


def keep(name: str, found: dict[str, float]) -> None:
    """Keep the figures of an endpoint beside those of the others."""
    every = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    every[name] = found
    write_whole(FILE, f"{json.dumps(every, indent=1)}\n".encode())


def endpoints_table(results: Mapping[str, Mapping[str, float]]) -> str:
    """A row for each endpoint; all but the odds are ratios of its own run."""
    if not results:
        return "Not measured yet.\n"
    rows = []
    for name, own in results.items():
        faster = []
        for what in ("read", "written"):
            alone, together = (own[f"{what}_a_second_{count}_at_once"] for count in AT_ONCE)
            faster.append(together / alone)
        reused = own["reused_tokens"] / own["prompt_tokens"]
        again = own["first_over_second_seconds"]
        ratios = [f"{ratio:.2f}" for ratio in (*faster, reused, again, own["odds_of_yes"])]
        rows.append([name, *ratios])
    head = ["endpoint", "reads with 4 calls at once, over 1", "writes, over 1"]
    head += ["share of a prompt that is reused", "first over second call", "odds of a certain yes"]
    return markdown_table(head, rows, TIGHT)


if __name__ == "__main__":
    main()
