"""What the gates of `advanced` would let out under its paper's thresholds, and under others.

The drafts are the first passes of *fit* that no critic stopped (`calibrate.py`). Their odds are
kept, so no model is asked. `advanced` would search and write again where these gates stop
a draft; what came of that is not known here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.calibrate import RESULTS
from ragkit.evaluate.judging.drafts import group, mean_support
from ragkit.evaluate.judging.first_passes import why_left_out
from ragkit.report.cells import cell
from ragkit.score import score
from ragkit.settings import Settings
from ragkit.text.markdown_table import TIGHT, markdown_table
from ragkit.thresholds import CHOSEN, Bars, is_poor, sufficient

PAPER = Bars(quality=0.60, grounded=0.80, good_fit=0.65, poor_fit=0.50)
LOWER = 0.15
"""By how much less fit the paper asks of a draft from poor evidence."""
PRICE = 1.0
JUDGES = {"taught": "calibration-taught", "zero-shot": "calibration"}
"""The judges, and the first passes that each graded."""


def bars_table(folder: Path = RESULTS) -> str:
    """The drafts that each set of bars lets out, after good and after poor evidence."""
    rows = []
    for judge, name in JUDGES.items():
        drafts = first_passes(folder / f"{name}.jsonl")
        critics = judged_by(folder / f"{name}.json")
        own = Bars.of(critics)
        sets = {
            "the paper's": PAPER,
            "the critics'": own,
            f"the critics', {LOWER:.2f} less fit after poor": lowered(own),
        }
        for bars_name, bars in sets.items():
            rows.append([judge, bars_name, *in_numbers(bars), *let_out(drafts, bars, critics)])
    head = ["judge", "bars", "quality / grounded / fit after good, poor evidence"]
    head += ["after good evidence: correct, wrong", "after poor: correct, wrong"]
    head += ["all drafts from poor evidence: correct, wrong"]
    head += [f"value of a draft at a price of {PRICE:g}"]
    return markdown_table(head, rows, TIGHT)


def first_passes(file: Path) -> list[dict[str, Any]]:
    """The judged drafts of a file."""
    lines = file.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [row for row in rows if not why_left_out(row)]


def judged_by(file: Path) -> Settings:
    """The settings with the thresholds that were chosen for a judge."""
    chosen = json.loads(file.read_text(encoding="utf-8"))["thresholds"]
    return Settings(**{name: chosen[name]["threshold"] for name in CHOSEN})


def lowered(bars: Bars) -> Bars:
    """The same bars, with less asked of a draft from poor evidence, as the paper does."""
    return replace(bars, poor_fit=round(bars.good_fit - LOWER, 2))


def in_numbers(bars: Bars) -> list[str]:
    fits = f"{bars.good_fit:.2f}, {bars.poor_fit:.2f}"
    return [f"{bars.quality:.2f} / {bars.grounded:.2f} / {fits}"]


def let_out(drafts: Sequence[dict[str, Any]], bars: Bars, critics: Settings) -> list[str]:
    """How many drafts go out, correct and wrong, after good and after poor evidence, and the value
    of all, where one that is withheld is worth 0. `critics` say what a claim counts.
    """
    own = {
        "quality_from": bars.quality,
        "grounded_from": bars.grounded,
        "good_fit_from": bars.good_fit,
        "poor_fit_from": bars.poor_fit,
    }
    settings = critics.model_copy(update=own)
    ends: dict[bool, list[float]] = {False: [], True: []}
    from_poor = []
    for draft in drafts:
        quality = draft["grades"][-1]["answerability"]
        groundedness = mean_support(
            draft["claims"], settings.partly_above, settings.supported_above
        )
        if is_poor(quality, settings):
            from_poor.append(correct(draft))
        if sufficient(groundedness, draft["fit"], quality, settings) == "grounded":
            ends[is_poor(quality, settings)].append(correct(draft))
    worths = [right - PRICE * (1 - right) for right in ends[False] + ends[True]]
    worths += [0.0] * (len(drafts) - len(worths))
    return [split(ends[False]), split(ends[True]), split(from_poor), cell(score(worths))]


def correct(draft: dict[str, Any]) -> float:
    """How far a draft is correct, 0 to 1. One that answers what it should not is wrong."""
    if group(draft["kind"]) != "answerable":
        return float(draft["held"] or 0)
    return float(draft["right"] or 0)


def split(rights: Sequence[float]) -> str:
    """How many of these drafts are correct, and how many wrong."""
    right = sum(rights)
    return f"{right:.1f}, {len(rights) - right:.1f}"
