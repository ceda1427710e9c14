"""Choose the kit's own thresholds: those of `ragkit/settings/critics.py`.

    python -m benchmarks.calibrate corpora/algorithms [--most N]

It is `python -m ragkit calibrate`, with files that are committed: the outcomes are in
`results/calibration.jsonl`, and what is chosen is in `results/calibration.json`, which the docs and
the tests read. Delete the first one after a change of the model or of a prompt. The thresholds are
tested on the part called test (docs/checking.md).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ragkit.evaluate.judging.choice import TARGETS, Choice, choose
from ragkit.evaluate.judging.first_passes import OPEN, Row, asked, collect, graded, opened, rows
from ragkit.settings import Settings
from ragkit.thresholds import CHOSEN

RESULTS = Path(__file__).parent / "results"


HOLD_BACK = (0.3, 0.5, 0.6, 0.7, 0.8)
"""Shares of near misses and false premises to hold back: what each costs is written down."""


def record(choice: Choice) -> dict[str, Any]:
    """What is kept of a choice."""
    chosen = {}
    for name in CHOSEN:
        chosen[name] = {"threshold": choice.thresholds[name], "auc": choice.auc[name]}
    shares = {name: share.mean for name, share in choice.ends_well.items()}
    return {
        "n": choice.n,
        "right": choice.right,
        **chosen,
        "first pass": shares,
        "targets": TARGETS,
    }


def prices(outcomes: Sequence[Row]) -> list[dict[str, Any]]:
    """What each of `HOLD_BACK` leads to as the target: thresholds, and shares that end well."""
    found = []
    for target in HOLD_BACK:
        choice = choose(outcomes, Settings(), target)
        thresholds = {name: choice.thresholds[name] for name in CHOSEN}
        shares = {name: asdict(share) for name, share in choice.ends_well.items()}
        found.append({"target": target, "thresholds": thresholds, "ends well": shares})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    parser.add_argument(
        "--most", type=int, help="only the first so many, in a random order that never changes"
    )
    chosen = parser.parse_args()
    questions = asked(chosen.corpus / "questions.jsonl", chosen.most)
    file = RESULTS / "calibration.jsonl"
    kit = opened(chosen.corpus, Settings(), quiet=True)
    collect(kit, questions, file)
    outcomes = graded(rows(file), questions)
    found = record(choose(outcomes, Settings()))
    shown = {"supported_above", "tier", "provider"}
    result = {
        "questions": len(questions),
        "settings": Settings().model_dump(mode="json", include=shown) | OPEN,
        "thresholds": found,
        "prices": prices(outcomes),
    }
    (RESULTS / "calibration.json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(found, indent=1))
    pairs = [f"{name}={found[name]['threshold']:.3f}" for name in CHOSEN]
    print(" ".join(pairs))


if __name__ == "__main__":
    main()
