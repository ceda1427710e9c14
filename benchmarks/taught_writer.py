"""Compare a taught writer with the plain model, on the same passages, question by question.

    RAGKIT_WRITER_ADAPTER=writer.gguf python -m benchmarks.taught_writer FOLDER ... --most 20

Questions of the part called fit may choose whether the adapter pays. Of these, only such are asked
whose documents the lesson did not learn from, and questions that the documents do not answer. Each
is searched as by `hybrid`, and drafted by both from the same evidence.

A correct draft is worth 1, a refusal 0, a wrong one minus the price. Where the documents have no
answer, a refusal is right, and worth 0 as well.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.question_rows import Row, rows_of
from ragkit import Kit
from ragkit.evaluate.golden.carriers import Golden, golden
from ragkit.evaluate.golden.correct import correct
from ragkit.evaluate.golden.parts import of_part
from ragkit.nodes.generate import write_answer
from ragkit.report.cells import cell
from ragkit.score import Score, difference, score
from ragkit.state import REFUSAL
from ragkit.teach.material import material, own_questions
from ragkit.teach.split import split_of
from ragkit.text.markdown_table import markdown_table
from ragkit.weights import writer_adapter

FILE = Path(__file__).parent / "results" / "taught_writer.json"
SEED = 0
WRITERS = ("plain", "taught")
PRICE = 1.0
"""What a wrong answer costs."""


def unseen(kit: Kit, questions: Sequence[Golden]) -> list[Golden]:
    """The questions none of whose documents is in the part that teaches, in a random order."""
    groups = material(kit.corpus.passages, own_questions(kit.corpus)).groups
    found = []
    for question in questions:
        documents = {support.document for support in question.support}
        splits = {split_of(groups[document]) for document in documents if document in groups}
        if "train" not in splits:
            found.append(question)
    random.Random(SEED).shuffle(found)
    return found


def drafted(kit: Kit, question: Golden) -> Row:
    """The drafts of both writers, with their grades."""
    passages = kit.evidence.hybrid(question.question, question.question).passages
    row: Row = {"id": question.id, "kind": question.kind, "answerable": bool(question.answer)}
    for name, llm in zip(WRITERS, (kit.llm, kit.writer), strict=True):
        text = write_answer(llm, question.question, passages)
        row[name] = {"text": text, "right": correct(question, text)}
    return row


def worth(row: Mapping[str, Any], writer: str) -> float | None:
    """What a draft is worth at the price; None where it could not be graded.

    >>> worth({"answerable": True, "plain": {"text": "Owls.", "right": 0.75}}, "plain")
    0.5
    >>> worth({"answerable": False, "plain": {"text": "Owls.", "right": None}}, "plain")
    -1.0
    """
    draft = row[writer]
    if draft["text"] == REFUSAL:
        return 0.0
    if not row["answerable"]:
        return -PRICE
    right = draft["right"]
    return None if right is None else right - PRICE * (1 - right)


def scored(rows: Sequence[Row]) -> dict[str, Any]:
    """The scores of each writer, and the taught one less the plain one, paired by question."""
    asked = [row for row in rows if row["answerable"] and row["plain"]["right"] is not None]
    others = [row for row in rows if not row["answerable"]]
    measured: dict[str, dict[str, list[float | None]]] = {}
    for name in WRITERS:
        measured[name] = {
            "correct": [row[name]["right"] for row in asked],
            "refused, answerable": [float(row[name]["text"] == REFUSAL) for row in asked],
            "refused, no answer": [float(row[name]["text"] == REFUSAL) for row in others],
            "value": [worth(row, name) for row in [*asked, *others]],
        }
    result: dict[str, Any] = {name: {} for name in (*WRITERS, "difference")}
    for measure, plain in measured["plain"].items():
        taught = measured["taught"][measure]
        result["plain"][measure] = asdict(score(plain))
        result["taught"][measure] = asdict(score(taught))
        result["difference"][measure] = asdict(difference(taught, plain))
    return result


def taught_writer_table(result: Mapping[str, Any]) -> str:
    """A row a measure, for each set of questions."""
    if not result:
        return "Not run yet.\n"
    body = []
    for name, own in result["sets"].items():
        for measure, gain in own["difference"].items():
            scores = [cell(Score(**own[writer][measure])) for writer in WRITERS]
            paired = Score(**gain)
            less = f"{paired.mean:+.2f} [{paired.low:+.2f}, {paired.high:+.2f}]"
            body.append([name, measure, *scores, less])
    return markdown_table(["questions", "measure", *WRITERS, "taught less plain"], body)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument(
        "--most", type=int, help="so many of each folder, with and without an answer"
    )
    parser.add_argument("--rows", type=Path, default=FILE.with_suffix(".jsonl"))
    chosen = parser.parse_args()
    sets = {}
    for folder in chosen.corpora:
        kit = Kit.open(folder, memory=False)
        adapter, why = writer_adapter(kit.settings)
        if adapter is None:
            parser.error(why or "RAGKIT_WRITER_ADAPTER names no adapter")
        every = unseen(kit, of_part(list(golden(kit).values()), "fit"))
        asked = [one for one in every if one.answer][: chosen.most]
        asked += [one for one in every if not one.answer][: chosen.most]
        rows = rows_of(asked, partial(drafted, kit), chosen.rows, folder.name)
        sets[folder.name] = scored(rows)
        kit.close()
    result = {"adapter": adapter.sha256, "sets": sets}
    FILE.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(taught_writer_table(result))


if __name__ == "__main__":
    main()
