"""Markdown tables of `tiered`: what each tier answers and costs, what becomes of premises, and how
often the memory of the model is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ragkit.evaluate.experiments.comparison import comparisons
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.measures.outcome import WITHHELD
from ragkit.evaluate.measures.rows import Row
from ragkit.report.cells import cell
from ragkit.report.report import read_results
from ragkit.score import score
from ragkit.text.markdown_table import markdown_table

TIERED = "tiered"
TIERED_PAPER: dict[str, dict[str, float]] = {
    "TimeQA": {"questions": 86, "wins": 72, "ties": 10, "losses": 4, "groundedness": 0.864},
    "MMLU": {"questions": 50, "wins": 39, "ties": 8, "losses": 3, "groundedness": 0.669},
    "FreshQA": {"questions": 150, "wins": 97, "ties": 37, "losses": 16, "groundedness": 0.845},
    "TruthfulQA": {"questions": 150, "wins": 82, "ties": 56, "losses": 12, "groundedness": 0.849},
    "HaluEval": {"questions": 150, "wins": 75, "ties": 45, "losses": 30, "groundedness": 0.788},
}
"""The figures of tiered (Table 3) by benchmark.

Wins, ties and losses are numbers of questions, against the same model without documents. The
groundedness of FreshQA is that of its 34 answers; the other replies were denials.
"""
NO_ANSWER = "abstained"
NOT_RUN = "Not run yet.\n"


def tiers_table(rows: Sequence[Row]) -> str:
    """A row a tier, the one with most answers first, and the questions without an answer last.

    *Share* is of all questions. A question *ended well* if it was answered rightly, or held back
    where it should be: of the refused ones, these are the correct denials.
    """
    own = [row for row in rows if row.system == TIERED and not row.failed]
    if not own:
        return NOT_RUN
    named = sorted({row.tier for row in own})
    tiers = sorted(named, key=lambda tier: (tier == "", -_count(own, tier)))
    body = []
    for tier in tiers:
        ended = [row for row in own if row.tier == tier]
        share = score([row.tier == tier for row in own])
        well = score([row.held if row.kind in WITHHELD else row.right for row in ended])
        tokens = score([row.evaluated for row in ended])
        body.append(
            [
                tier or NO_ANSWER,
                cell(share),
                cell(well) if well.n else "",
                cell(tokens, "tokens evaluated"),
            ]
        )
    head = ["answered from", "share", "ended well", "tokens evaluated"]
    return markdown_table(head, body)


def _count(rows: Sequence[Row], tier: str) -> int:
    return sum(row.tier == tier for row in rows)


def premises_table(rows: Sequence[Row], questions: Sequence[Question]) -> str:
    """A row a system: what it made of false premises, and of their twins, whose premise is true.

    An over-claim is an answer that takes the false premise for true. A twin is a question of the
    same form. Refusing it is the price of a gate that sees traps everywhere.
    """
    false = [question.id for question in questions if question.kind == "false-premise"]
    twins = [question.twin for question in questions if question.twin]
    systems = list(dict.fromkeys(row.system for row in rows))
    body = []
    for system in systems:
        own = {row.question: row for row in rows if row.system == system and not row.failed}
        traps = [own[id] for id in false if id in own]
        true = [own[id] for id in twins if id in own]
        if not traps:
            continue
        claimed = score([not row.held for row in traps])
        refused = score([row.refused for row in true])
        right = score([row.right for row in true])
        body.append([system, cell(claimed), cell(refused), cell(right)])
    if not body:
        return NOT_RUN
    head = ["system", "false premise: over-claimed", "true twin: abstained", "true twin: correct"]
    return markdown_table(head, body)


def published_table(results: Path) -> str:
    """A row a benchmark of the paper: how often its judge preferred the paper's system.

    The last row is ours, if the folder of results has it: `tiered` against `naive` by our pairwise
    judge, and the groundedness of `tiered` by our auditor.
    """
    body = []
    for benchmark, own in TIERED_PAPER.items():
        shares = [f"{own[end] / own['questions']:.2f}" for end in ("wins", "ties", "losses")]
        body.append([benchmark, f"{own['questions']:.0f}", *shares, f"{own['groundedness']:.3f}"])
    if (results / "almanac" / "pairwise.jsonl").is_file():
        body.append(_ours(results / "almanac", results / "almanac_grounded"))
    head = ["the paper's benchmark", "questions", "won", "tied", "lost", "groundedness"]
    return markdown_table(head, body)


def _ours(almanac: Path, grounded: Path) -> list[str]:
    found = comparisons(almanac, *read_results(almanac))[0]
    rates = [f"{rate.mean:.2f}" for rate in found.rates().values()]
    _, rows = read_results(grounded)
    supported = score(
        [row.faithfulness for row in rows if row.system == TIERED and not row.refused]
    )
    return ["here: the almanac", f"{len(found.judged)}", *rates, f"{supported.mean:.3f}"]


def closed_book_table(result: Mapping[str, Any]) -> str:
    """What the model knows and how sure it is, and the score from which it may be trusted.

    `result` is `results/closed_book.json`.
    """
    if not result:
        return NOT_RUN
    n = result["n"]
    chosen = result["choice"]["threshold"]
    answered = n - result["does not know"]
    body = [
        ["questions", f"{n}"],
        ['answered, and not "I do not know"', f"{answered} of {n}"],
        ["of these not about what was asked, by the rules", f"{result['violates']} of {answered}"],
        ["correct", f"{result['right']} of {n}"],
    ]
    for one in result["curve"]:
        named = f"correct of the {one['n']} with a score of about {one['odds']:.2f}"
        body.append([named, f"{one['true']:.2f}"])
    body.append(["memory may be trusted from", "never" if chosen is None else f"{chosen:.2f}"])
    return markdown_table([f"{result['model']}, {result['corpus']}", ""], body)
