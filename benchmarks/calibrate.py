"""Choose the kit's own thresholds: those of `ragkit/settings/critics.py` for the zero-shot judge,
and those of `ragkit/thresholds/shipped.json` for the taught one.

    python -m benchmarks.calibrate corpora/algorithms [--most N]
    python -m benchmarks.calibrate corpora/algorithms --judge taught --hold-back 0.8
    python -m benchmarks.calibrate corpora/algorithms --judge taught --hold-back 0.8 --in-view
    python -m benchmarks.calibrate corpora/algorithms --judge taught --hold-back 0.8 --tier budget

It is `python -m ragkit calibrate`, with files that are committed: the outcomes are in
`results/calibration.jsonl` (or `calibration-taught.jsonl`), and what is chosen is in the file of
the same name that ends in `.json`, which the docs and the tests read. Delete the first one after a
change of the model, the adapter or a prompt. The thresholds are tested on the part called test
(docs/checking.md). `--in-view` shows the judge of a draft all of the evidence, and not the cited
passages alone; it changes no threshold of the kit. `--tier budget` chooses for the small model and
the adapter that ships for it; then `budget` is in the names of the files.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import date
from importlib import import_module
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np

from benchmarks.selective import selective
from benchmarks.unseen import about
from ragkit.documents.corpus import Corpus
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.judging.by_price import choose_at, halves, nearest_price, values, with_halves
from ragkit.evaluate.judging.choice import Choice, choose
from ragkit.evaluate.judging.drafts import TARGETS, drafts_of
from ragkit.evaluate.judging.first_passes import (
    Row,
    asked,
    collect,
    graded,
    opened,
    rows,
    why_left_out,
)
from ragkit.score import score
from ragkit.settings import Settings
from ragkit.teach.material import own_questions
from ragkit.thresholds import (
    CHOSEN,
    KITS_CORPUS,
    OPEN,
    SHIPPED,
    Entry,
    Models,
    conditions,
    keep,
    read,
)

RESULTS = Path(__file__).parent / "results"


HOLD_BACK = (0.3, 0.5, 0.6, 0.7, 0.8, 0.9)
"""Shares of near misses and false premises to hold back: what each costs is written down."""


PRICES = (0.5, 1.0, 2.0)
"""Prices of a wrong answer for which thresholds are chosen, and ship."""


def results_file(judge: str, in_view: bool = False, tier: str = "balanced") -> Path:
    """The file of a judge's outcomes; what is chosen from them is beside it."""
    name = "calibration" if judge == "odds" else f"calibration-{judge}"
    if tier != "balanced":
        name += f"-{tier}"
    if in_view:
        name += "-in-view"
    return RESULTS / f"{name}.jsonl"


def show_all_evidence() -> None:
    """Show the judge of a draft all passages, in this process (`nodes/answer_critic.py`)."""
    # by its full name, because the package has the node itself under the short one
    module = import_module("ragkit.nodes.answer_critic")
    module.cited = lambda draft, passages: list(passages)  # type: ignore[attr-defined]


def record(choice: Choice, hold_back: float = TARGETS["hold back"]) -> dict[str, Any]:
    """What is kept of a choice, and the targets that it was made for."""
    chosen = {}
    for name in CHOSEN:
        chosen[name] = {"threshold": choice.thresholds[name], "auc": choice.auc[name]}
    shares = {name: share.mean for name, share in choice.ends_well.items()}
    return {
        "n": choice.n,
        "right": choice.right,
        **chosen,
        "first pass": shares,
        "targets": TARGETS | {"hold back": hold_back},
    }


def prices(outcomes: Sequence[Row]) -> list[dict[str, Any]]:
    """What each of `HOLD_BACK` leads to as the target: thresholds, and shares that end well, also
    where the thresholds were chosen on other outcomes."""
    found = []
    for target in HOLD_BACK:
        choice = choose(outcomes, Settings(), target)
        thresholds = {name: choice.thresholds[name] for name in CHOSEN}
        shares = {name: asdict(share) for name, share in choice.ends_well.items()}
        price = {"target": target, "thresholds": thresholds, "ends well": shares}
        found.append(price | {"in halves": in_halves(outcomes, Settings(), target)})
    return found


def in_halves(outcomes: Sequence[Row], settings: Settings, hold_back: float) -> dict[str, float]:
    """For each group, the share that ends well under thresholds chosen on other outcomes.

    Each random half is looked at under the thresholds that the other one chose; the mean of all is
    returned. What chose a threshold ends better under it than new questions would.
    """
    found: dict[str, list[float]] = {name: [] for name in TARGETS}
    for chosen_on, looked_at in halves(outcomes):
        choice = choose(chosen_on, settings, hold_back)
        shares = shares_under(choice.thresholds, looked_at, settings)
        for name, share in shares.items():
            found[name].append(share)
    return {name: mean(shares) for name, shares in found.items() if shares}


def shares_under(
    thresholds: Mapping[str, float], outcomes: Sequence[Row], settings: Settings
) -> dict[str, float]:
    """For each group of questions, the share of these outcomes that ends well under thresholds."""
    cut = [thresholds[name] for name in CHOSEN]
    # only this threshold of claims is of interest
    drafts = drafts_of(outcomes, settings, [thresholds["partly_above"]])
    passes = np.all(drafts.odds >= np.array(cut), axis=1)
    ends = drafts.ends_well(passes)
    return {name: float(values.mean()) for name, values in ends.items()}


def by_price(outcomes: Sequence[Row], settings: Settings, own: Choice) -> dict[str, Any]:
    """The thresholds for each of `PRICES`, and the price that those for targets belong to.

    The value in halves is that of drafts under thresholds that other drafts chose; beside it is
    what the thresholds for targets are worth on the same drafts, which chose them.
    """
    chosen = []
    for price in PRICES:
        choice = with_halves(choose_at(outcomes, settings, price), outcomes, settings)
        kept = {name: choice.thresholds[name] for name in CHOSEN}
        shipped = values(own, outcomes, settings, price)
        chosen.append(
            {
                "price": price,
                "thresholds": kept,
                "ends well": {name: asdict(share) for name, share in choice.ends_well.items()},
                "value in halves": asdict(choice.value) if choice.value else None,
                "value of those for targets": asdict(score(shipped)),
            }
        )
    return {"nearest": nearest_price(own.thresholds, outcomes, settings), "chosen": chosen}


def curves(outcomes: Sequence[Row]) -> dict[str, Any]:
    """Risk and coverage of each of the odds, and of their product: how well they sort drafts."""
    judged = [row for row in outcomes if not why_left_out(row)]
    correct = [row["right"] or 0.0 for row in judged]
    columns = {
        "answerable_from": [row["grades"][0]["answerability"] for row in judged],
        "fit_from": [row["fit"] for row in judged],
        "partly_above": [_least(row) for row in judged],
    }
    columns["all"] = np.prod(list(columns.values()), axis=0).tolist()
    found: dict[str, Any] = {}
    for name, odds in columns.items():
        one = selective(odds, correct)
        covered = {f"{precision:g}": asdict(share) for precision, share in one.covered.items()}
        found[name] = {"area": asdict(one.area), "covered": covered}
    return found


def _least(row: Row) -> float:
    """The lowest odds of a draft's claims; a claim that is copied needs none."""
    return min(1.0 if claim.get("copied") else claim["odds"] for claim in row["claims"])


def unlearnt(
    outcomes: Sequence[Row], questions: Sequence[Question], corpus: Corpus, settings: Settings
) -> dict[str, Any]:
    """How well the odds separate on documents that the adapter that ships did not learn from.

    It learnt from the other questions of *fit*, which the thresholds are chosen on.
    """
    ids = about({"dev", "test"}, questions, corpus, own_questions(corpus))
    apart = [row for row in outcomes if row["id"] in ids]
    choice = choose(apart, settings)
    return {"n": choice.n, "auc": choice.auc}


def ship(choice: Choice, models: Models) -> None:
    """Put thresholds where every kit finds them that has these models and none of its own.

    The same choice again keeps the date on which it was made first.
    """
    entry = Entry(
        models,
        choice.thresholds,  # type: ignore[arg-type]
        conditions(Settings()),
        KITS_CORPUS,
        n=choice.n,
        date=date.today().isoformat(),
        ends_well=choice.ends_well,
        wrong_costs=choice.wrong_costs,
        value=choice.value,
        like_price=choice.like_price,
    )
    for earlier in read(SHIPPED):
        same = (entry.models, entry.wrong_costs, entry.thresholds)
        if same == (earlier.models, earlier.wrong_costs, earlier.thresholds):
            entry = replace(entry, date=earlier.date)
    keep(entry, [SHIPPED])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    parser.add_argument(
        "--most", type=int, help="only the first so many, in a random order that never changes"
    )
    parser.add_argument("--judge", choices=("odds", "taught"), default="odds")
    parser.add_argument("--hold-back", type=float, default=TARGETS["hold back"])
    parser.add_argument("--in-view", action="store_true")
    parser.add_argument("--tier", choices=("budget", "balanced"), default="balanced")
    chosen = parser.parse_args()
    if chosen.in_view:
        show_all_evidence()
    questions = asked(chosen.corpus / "questions.jsonl", chosen.most)
    file = results_file(chosen.judge, chosen.in_view, chosen.tier)
    settings = Settings(provider="embedded", tier=chosen.tier, judge=chosen.judge)
    kit = opened(chosen.corpus, settings, quiet=True)
    collect(kit, questions, file)
    outcomes = graded(rows(file), questions)
    choice = choose(outcomes, settings, chosen.hold_back)
    found = record(choice, chosen.hold_back)
    shown = {"supported_above", "tier", "provider", "judge"}
    result = {
        "questions": len(questions),
        "settings": settings.model_dump(mode="json", include=shown) | OPEN,
        "thresholds": found,
        "unlearnt": unlearnt(outcomes, questions, kit.corpus, settings),
        "in halves": in_halves(outcomes, settings, chosen.hold_back),
        "prices": prices(outcomes),
        "by price": by_price(outcomes, settings, choice),
        "risk and coverage": curves(outcomes),
    }
    file.with_suffix(".json").write_text(json.dumps(result, indent=1) + "\n")
    if not chosen.in_view:
        models = Models.of(kit.settings)
        if chosen.judge == "taught":
            ship(with_halves(choice, outcomes, settings), models)
        for price in PRICES:
            ship(with_halves(choose_at(outcomes, settings, price), outcomes, settings), models)
    print(json.dumps(found, indent=1))
    pairs = [f"{name}={found[name]['threshold']:.3f}" for name in CHOSEN]
    print(" ".join(pairs))


if __name__ == "__main__":
    main()
