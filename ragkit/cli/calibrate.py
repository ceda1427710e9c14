"""The command that chooses the critics' thresholds for a model on a folder's golden questions.

It asks, chooses, shows what was chosen, and writes it where `Kit.open` finds it. The parts are in
`evaluate/judging/` and `thresholds/`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from datetime import date
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any

from ragkit.cli.ending import complain, told

if TYPE_CHECKING:
    from ragkit.evaluate.experiments.estimate import Estimate
    from ragkit.evaluate.judging.choice import Choice
    from ragkit.kit import Kit
    from ragkit.settings import Settings
    from ragkit.thresholds import Entry

ENDS = {
    "out-of-domain": "abstained",
    "hold back": "abstained or corrected",
    "answerable": "answered correctly",
}
"""What it means that a question of a group ends well."""
SHOWN = 5
"""Number of outcomes without a judged draft that are listed."""


@told
def calibrate(chosen: argparse.Namespace) -> int:
    """Choose the critics' thresholds for your model on a folder's golden questions."""
    complain(f"reading the questions of {chosen.questions or chosen.folder}; loading")

    from ragkit.evaluate.judging.by_price import choose_at, with_halves
    from ragkit.evaluate.judging.choice import choose, lacking
    from ragkit.evaluate.judging.drafts import TARGETS
    from ragkit.evaluate.judging.first_passes import asked, opened
    from ragkit.settings import Settings
    from ragkit.thresholds import keep

    if chosen.wrong_costs is not None and chosen.hold_back is not None:
        complain("asked to choose for a price and for a target; give one of the two")
        return 2
    settings = Settings()
    questions = asked(chosen.questions or chosen.folder / "questions.jsonl", chosen.most)
    files = _files(chosen, settings)
    with closing(opened(chosen.folder, settings, quiet=chosen.json)) as kit:
        outcomes = _outcomes(kit, questions, chosen)
        missing = lacking(outcomes)
        if missing:
            print(_refusal(missing, outcomes), file=sys.stderr)
            return 1
        if chosen.wrong_costs is None:
            choice = choose(outcomes, settings, chosen.hold_back or TARGETS["hold back"])
        else:
            choice = choose_at(outcomes, settings, chosen.wrong_costs)
        choice = with_halves(choice, outcomes, settings)
        entry = _entry(kit, settings, choice)
    file = keep(entry, files)
    print(json.dumps(asdict(entry)) if chosen.json else _shown(entry, choice))
    print(_written(file, files), file=sys.stderr)
    return 0


def _files(chosen: argparse.Namespace, settings: Settings) -> list[Path]:
    """The files that the thresholds may be written to; a damaged one is an error before any run."""
    from ragkit.thresholds import NAME, places, read

    files = places(chosen.folder, settings.cache)
    if chosen.to:
        files = [chosen.to / NAME]
    for file in files:
        read(file)
    return files


def _outcomes(kit: Kit, questions: Sequence[Any], chosen: argparse.Namespace) -> list[Any]:
    """Ask the questions that were not asked yet; the outcomes of all."""
    from ragkit.evaluate.judging.first_passes import collect, graded, left, outcomes_file, rows

    file = outcomes_file(kit, chosen.to)
    before = rows(file)
    whole = len(questions)
    todo = len(left(questions, before))
    made = whole - todo
    print(f"{made} of {whole} questions were asked before ({file})", file=sys.stderr)
    if todo:
        print(_outlook(kit, before, todo), file=sys.stderr)
    collect(kit, questions, file, quiet=chosen.json)
    return graded(rows(file), questions)


def _outlook(kit: Kit, made: Sequence[Any], left: int) -> Estimate:
    """What the questions left will take, by those asked or by the speed of the model."""
    from ragkit.evaluate.experiments.estimate import Estimate, calibrated
    from ragkit.evaluate.judging.first_passes import TYPICAL
    from ragkit.evaluate.measures.metrics import run_cost
    from ragkit.model.meter import Usage

    use = sum([TYPICAL] * left, Usage())
    # The seconds of a run whose replies came from disk are not real.
    seconds = [row["seconds"] for row in made if not row["cached"]]
    cost = run_cost(use, kit.settings)
    if seconds:
        return Estimate(left, use, left * mean(seconds) / 60, cost)
    speed, untimed = calibrated(kit.llm)
    minutes = speed.seconds(use) / 60 if speed else None
    return Estimate(left, use, minutes, cost, untimed, speed)


def _entry(kit: Kit, settings: Settings, choice: Choice) -> Entry:
    from ragkit.evaluate.judging.first_passes import corpus_name
    from ragkit.thresholds import Entry, Models, conditions

    return Entry(
        Models.of(kit.settings, kit.model),
        choice.thresholds,  # type: ignore[arg-type]
        conditions(settings),
        corpus_name(kit),
        kit.corpus.fingerprint,
        choice.n,
        date.today().isoformat(),
        choice.ends_well,
        choice.wrong_costs,
        choice.value,
        choice.like_price,
    )


def _shown(entry: Entry, choice: Choice) -> str:
    """The choice as two small tables."""
    lines = [
        f"chosen for {entry.models} on {entry.corpus}, {entry.price}",
        f"{choice.n} judged drafts, {choice.right:g} of them correct{_left_out(choice.left_out)}",
        "",
        f"{'threshold':17}{'chosen':>9}  AUC of its odds (n={choice.n})",
    ]
    for name, cut in choice.thresholds.items():
        area = f"  {choice.auc[name]:.2f}" if name in choice.auc else ""
        lines.append(f"{name:17}{cut:>9.6g}{area}")
    lines += ["", f"{'questions':15}{'end well when':22}share [95 % interval]"]
    for name, share in choice.ends_well.items():
        lines.append(f"{name:15}{ENDS[name]:22}{share}")
    if choice.value is not None:
        lines.append(f"\nvalue of a draft at this price, chosen on other halves: {choice.value}")
    lines += [
        "",
        "These questions chose the thresholds, so the shares are a little too high.",
        "Measure on others: `python -m ragkit bench`, with questions: {part: test}.",
    ]
    return "\n".join(lines)


def _left_out(counts: dict[str, int]) -> str:
    if not counts:
        return ""
    reasons = []
    for reason, count in counts.items():
        reasons.append(f"{count} {reason}")
    return "; left out: " + ", ".join(reasons)


def _refusal(missing: Sequence[str], outcomes: Sequence[Any]) -> str:
    """Why nothing is chosen, with the reasons of what could not be used."""
    from ragkit.evaluate.judging.first_passes import why, why_left_out

    lines = [f"no threshold is chosen from {len(outcomes)} questions; what is missing:"]
    lines += missing
    unusable = [row for row in outcomes if why_left_out(row)]
    for row in unusable[:SHOWN]:
        lines.append(f"{row['id']}: {why_left_out(row)}. {why(row)}")
    more = len(unusable) - SHOWN
    if more > 0:
        lines.append(f"and {more} more without a judged draft")
    return "\n  ".join(lines)


def _written(file: Path, files: Sequence[Path]) -> str:
    """Where the thresholds are, and whether `Kit.open` looks there."""
    if len(files) == 1:
        return f"written: {file}; `Kit.open` finds it when it is in the folder of the documents"
    if file == files[0]:
        return f"written: {file}, where `Kit.open` finds it"
    return f"written: {file}, where `Kit.open` finds it; {files[0].parent} cannot be written to"
