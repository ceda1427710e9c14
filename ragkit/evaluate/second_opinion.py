"""A second opinion on results: what RAGAS says of a sample of their runs, and whether it agrees with the kit."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

from langchain_core.language_models import BaseChatModel
from pydantic import TypeAdapter, ValidationError

from ragkit.dense import Embed
from ragkit.evaluate.agreement import Agreement, Opinion, agreement
from ragkit.evaluate.questions import load_questions
from ragkit.evaluate.results import BadResults, Results, Row
from ragkit.evaluate.score import Score, score
from ragkit.trace_file import load

OPINIONS = TypeAdapter(dict[str, Opinion])


def ask_ragas(
    folder: str | Path, rows: Sequence[Row], llm: BaseChatModel, embed: Embed, most: int, quiet: bool = False
) -> dict[str, Opinion]:
    """Grade at most so many answered runs of each system, and keep that as ragas.json; by the runs' keys.

    The same questions of every system, as far as they were answered, in an order that never changes. Stopped, it
    begins anew, and finds its replies on disk. Raises `BadQuestions`, `TraceFileError`.
    """
    from ragkit.evaluate.ragas_scores import ragas_scores  # late: RAGAS is an extra, and takes seconds to import

    results = Results(Path(folder))
    asked = {question.id: question for question in load_questions(results.folder / "questions.jsonl")}
    order = Random(0).sample(sorted(asked), len(asked))
    answered = sorted(
        (r for r in rows if not r.refused and not r.failed), key=lambda r: (order.index(r.question), r.key)
    )
    chosen = [row for system in dict.fromkeys(r.system for r in rows) for row in _of(system, answered)[:most]]
    runs = [(load(results.trace_file(row.key)), asked[row.question]) for row in chosen]
    found = {row.key: grades for row, grades in zip(chosen, ragas_scores(runs, llm, embed, quiet), strict=True)}
    text = json.dumps({key: asdict(one) for key, one in found.items()}, indent=1)
    (results.folder / "ragas.json").write_text(text + "\n", encoding="utf-8")
    return found


def _of(system: str, rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.system == system and row.repeat == 0]


def opinions(folder: str | Path) -> dict[str, Opinion]:
    """What `ask_ragas` kept in a folder; nothing where it was not asked. Raises `BadResults`."""
    file = Path(folder) / "ragas.json"
    try:
        return OPINIONS.validate_json(file.read_bytes()) if file.is_file() else {}
    except ValidationError as error:
        raise BadResults(f"{file} is not as RAGAS's grades were written; delete it and ask again") from error


def by_system(rows: Sequence[Row], found: Mapping[str, Opinion]) -> dict[str, dict[str, Score]]:
    """RAGAS's scores of each system, by metric."""
    scores: dict[str, dict[str, Score]] = {}
    for system in dict.fromkeys(row.system for row in rows):
        own = [found[row.key].grades for row in rows if row.system == system and row.key in found]
        names = dict.fromkeys(name for grades in own for name in grades)
        scores[system] = {name: score([grades[name] for grades in own if name in grades]) for name in names}
    return scores


def faithfulness_agrees(rows: Sequence[Row], found: Mapping[str, Opinion]) -> Agreement:
    """The kit's faithfulness against RAGAS's, on the runs that RAGAS was asked about."""
    both = [(row.faithfulness, found[row.key].grades.get("faithfulness")) for row in rows if row.key in found]
    return agreement([ours for ours, _ in both], [theirs for _, theirs in both])
