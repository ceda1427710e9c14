"""Measure what the taught judge costs beside the zero-shot one, as ratios of the same graph.

    python -m benchmarks.judge_cost [QUESTIONS]

The adaptive graph answers each question twice from the same passages, about 600 tokens, once with
either judge; they take turns in going first. No reply comes from disk, and the passages of each run
begin with a mark of its own, so that no run can use what another left in the server's prefix cache.
All thresholds are open, so that every run is a first pass that is asked all that a first pass is
asked. `results/judge_cost.json` keeps every pair.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from tqdm.auto import tqdm

from benchmarks.overhead import CORPUS, RESULTS, evidence, in_random_order, marked, no_limit
from ragkit import Kit, Trace, run
from ragkit.evaluate.golden.questions import load_questions
from ragkit.evaluate.judging.first_passes import OPEN
from ragkit.graphs import adaptive
from ragkit.score import ratio
from ragkit.text.markdown_table import TIGHT, markdown_table

SIZE = 600
"""Approximate number of tokens of evidence."""
AIM = 1.03
"""What the taught judge may cost at most, as a ratio."""
MEASURES = {"tokens": "prompt tokens", "seconds": "seconds", "calls": "model calls"}


@dataclass(frozen=True)
class Cost:
    """What one answer took."""

    tokens: int
    """Prompt tokens that the server had to read."""
    seconds: float
    calls: int

    @classmethod
    def of(cls, trace: Trace) -> Cost:
        """The cost of a run. Raises ValueError if it failed, because then it was cut short."""
        if trace.failed:
            raise ValueError(f"{trace.question!r} was to be answered, and failed: {trace.failed}")
        return cls(trace.usage.evaluated, trace.seconds, trace.usage.calls)


def pair(kits: dict[str, Kit], question: str, first: str) -> dict[str, Cost]:
    """What the question costs with either judge; `first` names the judge whose run is the first."""
    kit = kits[first]
    costs = {}
    with no_limit():
        passages = evidence(kit, question, SIZE)
        for name in sorted(kits, key=lambda name: name != first):
            trace = run(adaptive(), question, marked(kits[name], passages))
            costs[name] = Cost.of(trace)
    return costs


def summary(pairs: Sequence[dict[str, Cost]]) -> dict[str, Any]:
    """For each measure the ratio of the sums, taught to zero-shot, and the median of the pairs'
    ratios, with every pair.

    Where one run goes another way than the other it reads more; the median hardly hears that.
    """
    found: dict[str, Any] = {}
    for measure in MEASURES:
        parts = []
        for costs in pairs:
            taught, untaught = (getattr(costs[name], measure) for name in ("taught", "zero-shot"))
            parts.append((taught, untaught))
        middle = median(taught / untaught for taught, untaught in parts)
        found[measure] = asdict(ratio(parts)) | {"median": middle}
    found["every"] = [{name: asdict(cost) for name, cost in costs.items()} for costs in pairs]
    return found


def judge_cost_table(result: dict[str, Any]) -> str:
    """The ratios of taught to zero-shot, of all answers together and the median of the pairs, and
    what they may be at most."""
    if not result:
        return "Not run yet.\n"
    together = [f"all {len(result['every'])} answers together"]
    middle = ["median of the pairs"]
    for measure in MEASURES:
        one = result[measure]
        together.append(f"{one['mean']:.3f} [{one['low']:.3f}, {one['high']:.3f}]")
        middle.append(f"{one['median']:.3f}")
    aims: list[str | None] = ["aim: at most", f"{AIM:.3f}", f"{AIM:.3f}", None]
    head = ["taught to zero-shot", *MEASURES.values()]
    return markdown_table(head, [together, middle, aims], TIGHT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("questions", type=int, nargs="?", default=16, help="how many")
    how_many = parser.parse_args().questions
    if how_many < 1:
        parser.error(f"asked for {how_many} questions; the least is 1")
    questions = in_random_order(load_questions(CORPUS / "questions.jsonl", "factual"))
    usual = OPEN | {"quiet": True, "reuse_replies": False, "memory": False, "max_tokens": 100}
    with (
        closing(Kit.open(CORPUS, judge="odds", **usual)) as untaught,
        closing(Kit.open(CORPUS, judge="taught", **usual)) as taught,
    ):
        if taught.judge.name != "taught":
            sys.exit(f"asked what a taught judge costs: {taught.judge_note or 'none is here'}")
        kits = {"zero-shot": untaught, "taught": taught}
        pairs = []
        for at, question in enumerate(tqdm(questions[:how_many], desc="pairs")):
            pairs.append(pair(kits, question, first=list(kits)[at % 2]))
    result = summary(pairs)
    (RESULTS / "judge_cost.json").write_text(json.dumps(result, indent=1) + "\n")
    print(judge_cost_table(result))


if __name__ == "__main__":
    main()
