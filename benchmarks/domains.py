"""How often the domain detector names the right archive, and says none where there is none.

    python -m benchmarks.domains corpora/almanac

It chooses the threshold `domain_from` on the golden questions of the part called fit, and prints it
with its scores: on the half of them that was not used, and on the part called test under the
threshold in force. No chat model is asked. `results/domains.json` keeps what is printed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ragkit import Kit
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.evaluate.judging.domains import (
    Located,
    archives_of,
    choose_domain_threshold,
    domain_scores,
)

RESULTS = Path(__file__).parent / "results"


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
    margin = kit.settings.domain_margin
    in_force = kit.settings.domain_from
    names = ("routed", "first", "none")
    scores = domain_scores(parts["test"], in_force, margin)
    return {
        "fit": asdict(choose_domain_threshold(parts["fit"], margin)),
        "in force": in_force,
        "test": {name: asdict(one) for name, one in zip(names, scores, strict=True)},
    }


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
