"""How often the domain detector names the right archive, and says none where there is none.

    python -m benchmarks.domains corpora/almanac

It prints how thresholds from .2 to .5 do on the golden questions of the part called fit, which of
them is chosen by balanced accuracy on one half and how it does on the other, and how the threshold
in force does on the part called test. No chat model is asked. `results/domains.json` keeps what is
printed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.domain_choice import (
    Located,
    archives_of,
    choose_domain_threshold,
    domain_scores,
)
from ragkit import Kit
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.report.cells import cell
from ragkit.score import Score
from ragkit.search.domains import MARGIN
from ragkit.text.markdown_table import TIGHT, markdown_table

RESULTS = Path(__file__).parent / "results"
GRID = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
"""Thresholds of which the scores are printed."""
NAMES = ("routed", "first", "none")
"""The scores, as in `DomainChoice`."""


def located(kit: Kit, questions: Sequence[Question]) -> list[Located]:
    """Each question with its similarities, and the archives that have its answer."""
    archives = [archive.archive for archive in kit.domains.archives]
    found = []
    for question in questions:
        similarities = kit.domains.similarities(question.question)
        found.append(Located(similarities, archives_of(question, archives)))
    return found


def measured(kit: Kit, questions: Sequence[Question]) -> dict[str, Any]:
    """What is chosen on fit, and how the threshold in force does on test.

    Raises `ValueError` for a corpus without archives.
    """
    if not kit.domains.archives:
        raise ValueError("this corpus has no archives; list its folders in tiers.yml")
    parts: dict[str, list[Located]] = {"fit": [], "test": []}
    for part, own in parts.items():
        own += located(kit, [question for question in questions if question.part == part])
    in_force = kit.settings.domain_from
    return {
        "on fit": {f"{cut:.2f}": scored(parts["fit"], cut, MARGIN) for cut in GRID},
        "chosen": asdict(choose_domain_threshold(parts["fit"], MARGIN)),
        "in force": in_force,
        "test": scored(parts["test"], in_force, MARGIN),
    }


def scored(asked: Sequence[Located], threshold: float, margin: float) -> dict[str, Any]:
    """The scores of a threshold by name."""
    scores = domain_scores(asked, threshold, MARGIN)
    return {name: asdict(one) for name, one in zip(NAMES, scores, strict=True)}


def domains_table(result: dict[str, Any]) -> str:
    """A row for each threshold on fit, and the last one for that in force on test."""
    if not result:
        return "Not run yet.\n"
    rows = [[f"{cut}, fit", *_cells(scores)] for cut, scores in result["on fit"].items()]
    rows.append([f"{result['in force']:.2f} (in force), test", *_cells(result["test"])])
    head = ["`domain_from`, questions", "sent to an archive that has the answer", "sent to none"]
    return markdown_table(head, rows, TIGHT)


def _cells(scores: dict[str, Any]) -> list[str]:
    return [cell(Score(**scores[name])) for name in ("routed", "none")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    chosen = parser.parse_args()
    kit = Kit.open(chosen.corpus, memory=False)
    result = measured(kit, load_questions(chosen.corpus / "questions.jsonl"))
    kit.close()
    (RESULTS / "domains.json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
