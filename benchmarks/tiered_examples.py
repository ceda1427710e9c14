"""Ask `tiered` one question of each kind, and keep the route and the cost of each.

    python -m benchmarks.tiered_examples

The questions are golden ones of the almanac, of the part called fit. Memory is never trusted by
default; one question is asked twice, so that an early exit is seen too: `exit_from=0` lets any
answer out that respects the question.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from ragkit import Kit, Trace, run
from ragkit.evaluate.golden.questions import load_questions
from ragkit.evaluate.measures.tiers import answered_from
from ragkit.graphs import tiered
from ragkit.text.markdown_table import markdown_table

FILE = Path(__file__).parent / "results" / "tiered_examples.json"
CORPUS = Path(__file__).parents[1] / "corpora" / "almanac"
SETTINGS: dict[str, Any] = {
    "today": "2031-06-30",
    "web": "recorded",
    "memory": False,
    "reuse_replies": False,
}
EXAMPLES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("from memory, if it is trusted", "know-largest-planet", {"exit_from": 0.0}),
    ("the same by default", "know-largest-planet", {}),
    ("from an archive", "basin-first-gate", {}),
    ("from the web", "web-tidemark-1-0-date", {}),
    ("nowhere", "out-neighbour-wifi", {}),
    ("a false premise", "false-outage-data-loss", {}),
)
"""What an example shows, the id of its question, and its own settings."""
Example = dict[str, Any]


def example(shows: str, trace: Trace) -> Example:
    """What is kept of a run, as JSON."""
    return {
        "shows": shows,
        "question": trace.question,
        "answer": trace.answer,
        "answered_from": answered_from(trace) or "refused",
        "route": trace.route,
        "evaluated": trace.usage.evaluated,
        "generated": trace.usage.generated,
        "seconds": round(trace.seconds, 1),
    }


def examples_table(examples: Sequence[Example]) -> str:
    """A row an example."""
    if not examples:
        return "Not run yet.\n"
    body = []
    for one in examples:
        tokens = f"{one['evaluated']} + {one['generated']}"
        route = " > ".join(one["route"])
        said = [one["shows"], one["question"], one["answer"], one["answered_from"]]
        body.append([*said, route, tokens, f"{one['seconds']:.0f}"])
    head = ["", "question", "answer", "answered from", "route", "tokens", "seconds"]
    return markdown_table(head, body)


def main() -> None:
    asked = {one.id: one.question for one in load_questions(CORPUS / "questions.jsonl")}
    made = []
    for shows, id, own in tqdm(EXAMPLES, desc="examples"):
        kit = Kit.open(CORPUS, quiet=True, **SETTINGS, **own)
        made.append(example(shows, run(tiered(), asked[id], kit)))
        kit.close()
    FILE.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(examples_table(made))


if __name__ == "__main__":
    main()
