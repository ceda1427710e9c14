"""Two systems of a results folder, compared by a pairwise judge.

The judge is the one that the settings name, as for RAGAS's opinion. So it is another model than the
writer where `RAGKIT_PROVIDER`, `RAGKIT_MODEL` or the tier says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from langchain_core.language_models import BaseChatModel

from ragkit.evaluate.experiments.results import read_results
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.evaluate.judging.pairs import pairs_of
from ragkit.evaluate.judging.pairwise import PairwiseJudge
from ragkit.evaluate.judging.preferences import Asker, ask_pairs, kept
from ragkit.evaluate.judging.win_rates import Comparison, comparison
from ragkit.evaluate.measures.rows import Row
from ragkit.model.chat import chat
from ragkit.settings import Settings
from ragkit.thresholds import Models


def compare_systems(
    folder: str | Path,
    a: str,
    b: str,
    most: int | None = None,
    reference: bool = False,
    quiet: bool = False,
    llm: BaseChatModel | None = None,
    settings: Settings | None = None,
) -> Comparison:
    """Let a judge compare the answers of two systems, on at most `most` questions.

    The judge is the chat model `llm`, or the one that judges under these settings. It is shown the
    reference answers where `reference` is true. Each verdict is kept in the folder; stopped and
    called again, this goes on where it was. Raises `BadResults`, `BadQuestions`, `NotJudged`, and
    the errors of `chat`.
    """
    path = Path(folder)
    chosen = settings or Settings()
    manifest, rows = read_results(path)
    pairs, failed = pairs_of(rows, _questions(path), a, b, most)
    judge = judge_of(chosen, llm)
    ask_pairs(path, pairs, judge, reference, quiet)
    asker = Asker(judge.name, judge.structured, reference)
    return comparison(a, b, pairs, kept(path), asker, failed, writers(manifest, rows, [a, b]))


def judge_of(settings: Settings, llm: BaseChatModel | None = None) -> PairwiseJudge:
    """The pairwise judge of these settings. Raises the errors of `chat`."""
    name = Models.of(settings, llm).judging
    structured = settings.judge == "structured"
    return PairwiseJudge(llm or chat(settings, "judge"), name, structured)


def comparisons(folder: Path, manifest: Mapping[str, Any], rows: Sequence[Row]) -> list[Comparison]:
    """Every comparison that was begun in a folder. Raises `BadResults` and `BadQuestions`.

    Those of systems that are no longer in the experiment are left out.
    """
    known = kept(folder)
    if not known:
        return []
    questions = _questions(folder)
    systems = {row.system for row in rows}
    found = []
    begun = [(one.a, one.b, one.asker) for one in known.values()]
    for a, b, asker in dict.fromkeys(begun):
        if {a, b} <= systems:
            pairs, failed = pairs_of(rows, questions, a, b)
            wrote = writers(manifest, rows, [a, b])
            found.append(comparison(a, b, pairs, known, asker, failed, wrote))
    return found


def _questions(folder: Path) -> list[Question]:
    return load_questions(folder / "questions.jsonl", locked=True)


def writers(
    manifest: Mapping[str, Any], rows: Sequence[Row], systems: Sequence[str]
) -> dict[str, str]:
    """The name of the model that wrote the answers of each system; empty where none was called."""
    called = {row.system for row in rows if row.calls}
    names = {}
    for system in systems:
        own = manifest["experiment"]["systems"][system]["settings"]
        names[system] = _writer(manifest["settings"] | own) if system in called else ""
    return names


def _writer(recorded: Mapping[str, Any]) -> str:
    """The name of the model that answers under the settings of a manifest."""
    values = {name: recorded.get(name) for name in ("provider", "tier", "model")}
    # a judge that needs no adapter, which is of no interest here
    return Models.of(Settings(**values, judge="odds")).answering
