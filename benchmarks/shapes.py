"""Teach critics of several shapes on the same judgements, and compare them on dev.

    python -m benchmarks.shapes JUDGEMENTS.jsonl build/shapes --tier budget --minutes 25
        --shape 8,0.33 --shape 16,0.33

A shape is the rank of a LoRA and the depth from which on layers are changed, as a fraction of the
layers. JUDGEMENTS is a file as `ragkit.teach.judgement.write` makes it. Each critic is a lesson of
its own, in a folder of its own, with the settings and gates of `python -m ragkit teach --hold`. The
evidence is read once for all of them. What fits into the minutes is planned for the first shape,
and the others learn from the same pairs, as often. A run that was stopped goes on.

The shape is chosen on dev, so dev says too much of the one that is best; the fraction of the pairs
of test that each ranks right is beside it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from benchmarks.all_kinds import ranked
from benchmarks.taught_tables import shapes_table
from ragkit.cli.teach import SLACK
from ragkit.settings import Settings
from ragkit.teach.base_model import Base, load
from ragkit.teach.conditions import GateClosed, must_not_fall
from ragkit.teach.entailment import entailment
from ragkit.teach.judgement import Judgement, read
from ragkit.teach.lesson import FACTS, PLAN, Lesson
from ragkit.teach.lora import LoraSettings
from ragkit.teach.plan import Plan, remembered
from ragkit.teach.recipe import Recipe
from ragkit.weights import ensure, sha256_in_cache

RESULTS = Path(__file__).parent / "results"
USUAL = ("8,0.33", "16,0.33", "32,0.33", "16,0", "16,0.67")


class Shape(NamedTuple):
    """How large an adapter is, and where."""

    rank: int
    from_depth: float

    @property
    def name(self) -> str:
        """The name of its folder."""
        return f"{self.rank}-{self.from_depth:.2f}"

    @property
    def lora(self) -> LoraSettings:
        """The settings; alpha is twice the rank, so that the change is scaled alike."""
        return LoraSettings(rank=self.rank, alpha=2.0 * self.rank, from_depth=self.from_depth)


def shape(text: str) -> Shape:
    """The shape that a rank and a depth name.

    >>> shape("16,0.33")
    Shape(rank=16, from_depth=0.33)
    """
    rank, depth = text.split(",")
    return Shape(int(rank), float(depth))


def shared_plan(own: Path, first: Path, key: str) -> None:
    """Give the lesson in `own`, which `key` identifies, the plan of the lesson in `first`.

    The first lesson reads the evidence for all, so a plan of its own would give another more pairs.
    """
    file = first / PLAN
    if own == first or not file.is_file():
        return
    kept = json.loads(file.read_text("utf-8"))
    del kept["key"]
    plan = Plan(**kept)
    own.mkdir(parents=True, exist_ok=True)
    remembered(own / PLAN, key, lambda: plan)


def taught(
    base: Base,
    judgements: Sequence[Judgement],
    one: Shape,
    folder: Path,
    first: Path,
    minutes: float,
) -> None:
    """Teach a critic of this shape by the plan of the first one, unless it was taught."""
    own = folder / one.name
    if (own / FACTS).is_file():
        return
    lesson = Lesson(
        base=base,
        judgements=judgements,
        folder=own,
        minutes=minutes,
        recipe=Recipe(lora=one.lora),
        gates=[must_not_fall(entailment("gate"), "entailment", SLACK)],
        also=entailment("report"),
        say=print,
        prefixes=folder / "prefixes",
    )
    shared_plan(own, first, lesson.key)
    try:
        lesson.teach()
    except GateClosed as closed:
        print(f"{one.name}: {closed}")


def outcome(folder: Path, one: Shape) -> dict[str, Any]:
    """What the critic of a shape reached on dev: by its kept step, and at each check."""
    file = folder / one.name / FACTS
    if not file.is_file():
        return {**one._asdict(), "bytes": None, "auc": None, "checks": {}}
    facts = json.loads(file.read_text("utf-8"))
    checks: dict[str, float] = {}
    for check in facts["history"]:
        step = str(check["step"])
        checks[step] = mean(check["auc"].values())
    kept = str(facts["best_step"])
    return {
        **one._asdict(),
        "bytes": facts["bytes"],
        "auc": checks[kept],
        "checks": checks,
        "best_step": facts["best_step"],
        "steps": facts["steps"],
        "pairs": sum(facts["pairs"]["dev"].values()),
        "ranked": asdict(ranked(facts["after"])),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("judgements", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tier", choices=["budget", "balanced"], default="budget")
    parser.add_argument("--minutes", type=float, default=25, help="for each shape")
    parser.add_argument("--shape", type=shape, action="append", help="such as 16,0.33")
    chosen = parser.parse_args()
    shapes = chosen.shape or [shape(text) for text in USUAL]
    settings = Settings(provider="embedded", tier=chosen.tier)
    name = settings.model_for("judge")
    file = ensure(name, settings.weights_folder)
    base = load(file, name, sha256_in_cache(name, settings.weights_folder))
    judgements = read(chosen.judgements)
    first = chosen.folder / shapes[0].name
    for one in shapes:
        taught(base, judgements, one, chosen.folder, first, chosen.minutes)
    rows = [outcome(chosen.folder, one) for one in shapes]
    result = {"model": name, "shapes": rows}
    text = json.dumps(result, indent=1)
    (RESULTS / f"shapes-{chosen.tier}.json").write_text(f"{text}\n")
    print(shapes_table(result))


if __name__ == "__main__":
    main()
