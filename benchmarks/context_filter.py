"""Which passages `tiered` keeps of an archive, and what other rules would keep.

    python -m benchmarks.context_filter corpora/almanac [--most N]

Every golden question of the part called fit is sent to the archive that it is asked of first. The
judge says whether the archive's passages answer it together, and whether each of them helps. A rule
is good that keeps what carries the answer and leaves out much of the rest. An absolute threshold
for the odds and a share of the best passage's odds are compared, and the rule in force.

`results/context_filter.jsonl` has a row for each question, so a stopped run goes on where it was;
delete it after a change of the judge or of a prompt. `results/context_filter.json` keeps what is
printed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.question_rows import Row, rows_of
from ragkit import Kit
from ragkit.evaluate.golden.carriers import Golden, golden
from ragkit.evaluate.golden.parts import part_of
from ragkit.graphs.tiered.detect_domain import first_archive
from ragkit.graphs.tiered.filter_context import BESIDE_BEST, grade_tier, noisy
from ragkit.report.cells import cell
from ragkit.score import Score, score
from ragkit.text.markdown_table import markdown_table

RESULTS = Path(__file__).parent / "results"
LEAST_ODDS = (0.1, 0.22, 0.45)
"""Absolute thresholds that are tried."""
SHARES = (0.3, 0.4, 0.5, 0.7)
"""Shares of the best passage's odds that are tried."""
Rule = Callable[[Row], list[bool]]
"""Which of a question's passages are kept."""


def collect(kit: Kit, questions: Sequence[Golden], file: Path) -> list[Row]:
    """The rows of these questions; those that the file lacks are made, and added to it."""
    return rows_of(questions, partial(graded, kit), file, "graded")


def graded(kit: Kit, question: Golden) -> Row:
    """What the first archive of a question brought, and what the judge said of it.

    Without an archive that is asked first there are no passages. No archive is rejected as a whole
    here, so that each passage is judged.
    """
    archive = first_archive(question.question, kit)
    passages = []
    if archive:
        passages = kit.evidence.archive(question.question, "simple", archive).passages
        noise = noisy(passages)
        passages = [passage for passage in passages if passage.id not in noise]
    grade, odds, _ = grade_tier(question.question, passages, kit.judge, answerable_from=0)
    return {
        "id": question.id,
        "kind": question.kind,
        "archive": archive,
        "carries": [passage.id in question.carriers for passage in passages],
        "helps": [odds[passage.id] for passage in passages],
        "answerability": grade.answerability,
    }


def at_least(threshold: float, row: Row) -> list[bool]:
    """Keep the passages with odds at or above a threshold.

    >>> at_least(0.4, {"helps": [0.8, 0.4, 0.1]})
    [True, True, False]
    """
    return [odds >= threshold for odds in row["helps"]]


def beside(share: float, row: Row) -> list[bool]:
    """Keep the passages with at least a share of the best one's odds.

    >>> beside(0.5, {"helps": [0.2, 0.1, 0.05]})
    [True, True, False]
    """
    best = max(row["helps"], default=0.0)
    return at_least(share * best, row)


def in_force(answerable_from: float, row: Row) -> list[bool]:
    """Keep nothing of an archive that is rejected as a whole, and else those beside the best.

    >>> in_force(0.5, {"helps": [0.2, 0.1], "answerability": 0.4})
    [False, False]
    """
    if row["answerability"] < answerable_from:
        return [False] * len(row["helps"])
    return beside(BESIDE_BEST, row)


def rules(answerable_from: float) -> dict[str, Rule]:
    """The rules that are compared, by name."""
    found: dict[str, Rule] = {}
    for threshold in LEAST_ODDS:
        found[f"odds of at least {threshold:.2f}"] = partial(at_least, threshold)
    for share in SHARES:
        found[f"at least {share:.1f} of the best odds"] = partial(beside, share)
    name = f"in force: answerability of at least {answerable_from:.2f}, and {BESIDE_BEST:.1f}"
    found[f"{name} of the best odds"] = partial(in_force, answerable_from)
    return found


def summary(rows: Sequence[Row], answerable_from: float) -> dict[str, Any]:
    """How each rule does on the questions that were sent to an archive and could be judged."""
    asked = [row for row in rows if row["archive"] and row["helps"]]
    judged = [row for row in asked if None not in (*row["helps"], row["answerability"])]
    carried = [row for row in judged if any(row["carries"])]
    others = [row for row in judged if not any(row["carries"])]
    tried = {name: _scores(rule, carried, others) for name, rule in rules(answerable_from).items()}
    return {
        "n": len(rows),
        "no archive": len(rows) - len(asked),
        "unjudged": len(asked) - len(judged),
        "rules": {
            name: {measure: asdict(one) for measure, one in scores.items()}
            for name, scores in tried.items()
        },
    }


def _scores(rule: Rule, carried: Sequence[Row], others: Sequence[Row]) -> dict[str, Score]:
    return {
        "carriers kept": score([_keeps_carriers(rule(row), row) for row in carried]),
        "passages kept": score([sum(rule(row)) / len(row["helps"]) for row in carried]),
        "sent on, carried": score([not any(rule(row)) for row in carried]),
        "sent on, others": score([not any(rule(row)) for row in others]),
    }


def _keeps_carriers(kept: Sequence[bool], row: Row) -> bool:
    """Whether every passage that carries some of the answer is kept."""
    pairs = zip(kept, row["carries"], strict=True)
    return all(is_kept for is_kept, carries in pairs if carries)


def filter_table(result: dict[str, Any]) -> str:
    """A row for each rule."""
    if not result:
        return "Not run yet.\n"
    body = []
    for name, scores in result["rules"].items():
        body.append([name, *(cell(Score(**one)) for one in scores.values())])
    head = [
        "a passage is kept with",
        "no supporting passage lost",
        "passages kept",
        "archive skipped, though it has the answer",
        "archive skipped, correctly",
    ]
    return markdown_table(head, body)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--most", type=int, help="only the first so many questions")
    chosen = parser.parse_args()
    kit = Kit.open(chosen.corpus, memory=False)
    questions = [one for one in golden(kit).values() if part_of(one) == "fit"][: chosen.most]
    file = RESULTS / "context_filter.jsonl"
    result = {"corpus": chosen.corpus.name, "judge": kit.judge.name}
    result |= summary(collect(kit, questions, file), kit.settings.answerable_from)
    kit.close()
    file.with_suffix(".json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
