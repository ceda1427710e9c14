"""A second opinion on results: RAGAS's grades of some runs, and their agreement with ours.

    python -m benchmarks.ragas build/results/bench8 --most 3

One run takes about a minute. The grades are kept in the folder as ragas.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

from langchain_core.language_models import BaseChatModel
from pydantic import TypeAdapter, ValidationError

from benchmarks.agreement import Agreement, Grade, Opinion, agreement
from ragkit.cli.ending import complain
from ragkit.disk.whole import write_whole
from ragkit.evaluate.experiments.results import read_results
from ragkit.evaluate.golden.questions import load_questions
from ragkit.evaluate.measures.rows import BadResults, Results, Row
from ragkit.model.chat import chat
from ragkit.report.tables import Table
from ragkit.runs.trace_file import load
from ragkit.score import Score, score
from ragkit.search.embedder import SentenceEmbedder
from ragkit.settings import Settings
from ragkit.stores import Embed
from ragkit.weights import ModelFileError, ensure

FILE = "ragas.json"
"""Name of the file, in a folder of results, that the grades are kept in."""
OPINIONS = TypeAdapter(dict[str, Opinion])


def ask_ragas(
    folder: str | Path,
    rows: Sequence[Row],
    llm: BaseChatModel,
    embed: Embed,
    most: int,
    quiet: bool = False,
) -> dict[str, Opinion]:
    """Grade at most `most` answered runs of each system, and keep the grades as ragas.json.

    Returns the grades by the keys of the runs. Every system is graded on the same questions, as far
    as it answered them, in an order that never changes. When it is stopped and called again it
    starts from the beginning, and finds its earlier replies on disk. Raises `BadQuestions` and
    `TraceFileError`.
    """
    # imported here because RAGAS is an optional dependency
    from benchmarks.ragas_scores import ragas_scores

    results = Results(Path(folder))
    questions = load_questions(results.folder / "questions.jsonl", locked=True)
    by_id = {question.id: question for question in questions}
    sample = _sample(rows, list(by_id), most)
    runs = []
    for row in sample:
        trace = load(results.trace_file(row.key))
        runs.append((trace, by_id[row.question]))
    found = ragas_scores(runs, llm, embed, quiet)
    keys = [row.key for row in sample]
    by_key = dict(zip(keys, found, strict=True))
    content = {key: asdict(opinion) for key, opinion in by_key.items()}
    text = json.dumps(content, indent=1)
    write_whole(results.folder / FILE, f"{text}\n".encode())
    return by_key


def _sample(rows: Sequence[Row], ids: Sequence[str], most: int) -> list[Row]:
    """At most so many answered rows of each system, in one random order of the questions."""
    shuffled = Random(0).sample(sorted(ids), len(ids))
    place = {id: number for number, id in enumerate(shuffled)}

    def by_place(row: Row) -> tuple[int, str]:
        return place[row.question], row.key

    answered: dict[str, list[Row]] = {row.system: [] for row in rows}
    for row in rows:
        if row.refused or row.failed or row.repeat > 0:
            continue
        answered[row.system].append(row)
    sample = []
    for own in answered.values():
        own.sort(key=by_place)
        sample += own[:most]
    return sample


def opinions(folder: str | Path, rows: Sequence[Row]) -> dict[str, Opinion]:
    """The grades of these runs that `ask_ragas` kept in a folder; empty where there are none.

    Those of runs that have left the experiment are left out. Raises `BadResults`.
    """
    file = Path(folder) / FILE
    if not file.is_file():
        return {}
    try:
        found = OPINIONS.validate_json(file.read_bytes())
    except ValidationError as error:
        raise BadResults(
            f"{file} does not have the form in which RAGAS's grades are written; "
            "delete it and ask again"
        ) from error
    runs = {row.key for row in rows}
    return {key: opinion for key, opinion in found.items() if key in runs}


def by_system(rows: Sequence[Row], found: Mapping[str, Opinion]) -> dict[str, dict[str, Score]]:
    """RAGAS's scores of each system, by metric; `found` has the grades by the keys of the runs."""
    grades: dict[str, dict[str, list[Grade]]] = {}
    for row in rows:
        own = grades.setdefault(row.system, {})
        if row.key not in found:
            continue
        for metric, grade in found[row.key].grades.items():
            own.setdefault(metric, []).append(grade)
    scores = {}
    for system, own in grades.items():
        scores[system] = {metric: score(values) for metric, values in own.items()}
    return scores


def faithfulness_agrees(rows: Sequence[Row], found: Mapping[str, Opinion]) -> Agreement:
    """The kit's faithfulness compared with RAGAS's, on the runs that RAGAS graded."""
    ours: list[Grade] = []
    theirs: list[Grade] = []
    for row in rows:
        if row.key in found:
            grades = found[row.key].grades
            ours.append(row.faithfulness)
            theirs.append(grades.get("faithfulness"))
    return agreement(ours, theirs)


def ragas_table(rows: Sequence[Row], second: Mapping[str, Opinion]) -> Table:
    """RAGAS's scores of the runs that it was asked about, and whether they agree with the kit's.

    Systems of which it was asked about no run are left out.
    """
    found = {system: own for system, own in by_system(rows, second).items() if own}
    agrees = faithfulness_agrees(rows, second)
    rank = "not known" if agrees.correlation is None else f"{agrees.correlation:.2f}"
    note = (
        f"Of {len(second)} answered runs. The kit's faithfulness less RAGAS's, run by run: "
        f"{agrees.difference}; Spearman's correlation of the two: {rank}."
    )
    names = dict.fromkeys(name for own in found.values() for name in own)
    body = [[name, *(str(own.get(name, "")) for own in found.values())] for name in names]
    return Table("A second opinion: RAGAS", note, ["metric", *found], body)


def main(arguments: list[str] | None = None) -> int:
    """Let RAGAS grade a sample of the answered runs of a folder; 0 when it did."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, help="folder of results")
    parser.add_argument("--most", type=int, default=10, metavar="N", help="runs of each system")
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")
    chosen = parser.parse_args(arguments)
    # RAGAS asks for reasons, which are long.
    settings = Settings(max_tokens=1024)
    try:
        _, rows = read_results(chosen.folder)
        embed = SentenceEmbedder(ensure(settings.embedder, settings.weights_folder))
        judge = chat(settings, "judge")
        found = ask_ragas(chosen.folder, rows, judge, embed, chosen.most, quiet=chosen.json)
    except ImportError as error:
        complain(f"RAGAS is not installed here ({error}); `pip install ragkit[evaluate]` does it")
        return 1
    except (OSError, ValueError, RuntimeError, ModelFileError) as error:
        complain(error)
        return 1
    if chosen.json:
        print(json.dumps({run: asdict(opinion) for run, opinion in found.items()}))
    else:
        print(ragas_table(rows, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
