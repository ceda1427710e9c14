"""Choose the threshold of a gate that stands alone, as in `tiny` (`pass_from`).

    python -m benchmarks.gate_alone corpora/algorithms [--most N]

The usual threshold, `answerable_from`, was chosen for a graph with two more checks behind it. Here
each golden question of the part fit that the documents answer is judged twice: with the evidence
that retrieval finds, and with hard negatives in its place (tiny, section IV-A). A threshold sends a
share of either to the fallback. From these shares follow the false-positive rate, and the F1 that
routing would have if the protocol's share of the questions were noisy. The threshold with the
highest F1 is chosen, for the zero-shot judge and for the taught one.

The adapter learnt from most of these documents, and is surer of them than of others. So the choice
is made on the documents that it did not learn from, and the outcome on all is beside it.

`results/gate_alone.jsonl` has a row for each question, so a stopped run goes on; delete it after a
change of the judge or of a prompt. `results/gate_alone.json` keeps what is printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from langgraph.runtime import Runtime

from benchmarks.question_rows import Row, rows_of
from benchmarks.unseen import about
from ragkit import Kit
from ragkit.evaluate.golden.parts import of_part
from ragkit.evaluate.golden.questions import BEYOND, Question
from ragkit.evaluate.measures.outcome import WITHHELD
from ragkit.evaluate.noise.noise import noised
from ragkit.graphs.tiny.route import passing
from ragkit.graphs.tiny.state import TinyState
from ragkit.judges import Judge, OddsJudge
from ragkit.nodes import retrieve
from ragkit.report.cells import cell
from ragkit.score import Score, score
from ragkit.settings import Settings
from ragkit.teach.material import own_questions
from ragkit.teach.measure import area, wins_of
from ragkit.text.markdown_table import markdown_table

RESULTS = Path(__file__).parent / "results"
SHARE = 0.45
"""Share of noisy questions, as in the noise protocol."""
SEED = 0
TRIED = [step / 50 for step in range(1, 50)]
"""Thresholds that are tried."""
JUDGES = ("zero-shot", "taught")


def judged(kit: Kit, question: Question) -> Row:
    """The odds of both judges for the clean evidence of a question, and for its hard negatives.

    `hard` is empty where the corpus has no hard negatives for the question.
    """
    found = noised(kit.retriever, kit.corpus.passages, question, "hard negative", SEED)
    hard = None
    if found.kind == "hard negative":
        hard = odds(replace(kit, retriever=found.retriever), question)
    return {"id": question.id, "kind": question.kind, "clean": odds(kit, question), "hard": hard}


def odds(kit: Kit, question: Question) -> dict[str, float | None]:
    """The odds of pass of both judges for the evidence that this kit finds."""
    state = TinyState(question=question.question)
    passages = retrieve(state, Runtime(context=kit))["passages"]
    judges: dict[str, Judge] = {"zero-shot": OddsJudge(kit.judge_llm), "taught": kit.judge}
    found = {}
    for name in JUDGES:
        found[name], _ = passing(judges[name], question.question, passages)
    return found


def rates(rows: Sequence[Row], judge: str, threshold: float) -> tuple[Score, Score]:
    """Which share of the hard negatives a threshold sends to the fallback, and of clean evidence.

    What the judge left open is counted as ungraded.
    """
    clean = [row["clean"][judge] for row in rows]
    hard = [row["hard"][judge] for row in rows if row["hard"]]
    return _sent(hard, threshold), _sent(clean, threshold)


def _sent(found: Sequence[float | None], threshold: float) -> Score:
    return score([None if odds is None else float(odds < threshold) for odds in found])


def f1(recall: float, wrong: float) -> float:
    """The F1 of routing, if `SHARE` of the questions had noisy evidence.

    `recall` is the share of noisy evidence that is sent to the fallback, `wrong` that of clean.

    >>> f1(1.0, 0.0), round(f1(0.5, 0.5), 3)
    (1.0, 0.474)
    """
    sent = SHARE * recall + (1 - SHARE) * wrong
    return 2 * SHARE * recall / (sent + SHARE)


def best(rows: Sequence[Row], judge: str) -> float:
    """The threshold with the highest F1; of equal ones that in the middle."""
    reached = {}
    for threshold in TRIED:
        recall, wrong = rates(rows, judge, threshold)
        reached[threshold] = f1(recall.mean, wrong.mean)
    highest = max(reached.values())
    equal = [threshold for threshold in TRIED if reached[threshold] == highest]
    return equal[len(equal) // 2]


def separated(rows: Sequence[Row]) -> dict[str, Score]:
    """How well the odds of each judge tell clean evidence from hard negatives, as AUC, and by how
    much the taught one does better; of the questions whose four odds are known."""
    pairs = {}
    for judge in JUDGES:
        pairs[judge] = [(row["clean"][judge], row["hard"][judge]) for row in rows if row["hard"]]
    known = np.array([pairs[judge] for judge in JUDGES], dtype=float)
    known = known[:, ~np.isnan(known).any(axis=(0, 2))]
    untaught, taught = (wins_of(odds[:, :1], odds[:, 1]) for odds in known)
    return {
        "zero-shot": area(untaught),
        "taught": area(taught),
        "difference": area(taught - untaught),
    }


def summary(
    rows: Sequence[Row], unlearnt: set[str], in_force: Mapping[str, float]
) -> dict[str, Any]:
    """For each judge the chosen threshold, and what it and the one in force do."""
    apart = [row for row in rows if row["id"] in unlearnt]
    found: dict[str, Any] = {"n": len(rows), "unlearnt": len(apart)}
    found["auc"] = {name: asdict(one) for name, one in separated(apart).items()}
    for judge in JUDGES:
        chosen = best(apart, judge)
        lines = []
        # once, where they are the same
        for threshold in dict.fromkeys((in_force[judge], chosen)):
            for of, some in (("not learnt", apart), ("all", rows)):
                recall, wrong = rates(some, judge, threshold)
                line = {
                    "threshold": threshold,
                    "of": of,
                    "recall": asdict(recall),
                    "false positives": asdict(wrong),
                    "F1": f1(recall.mean, wrong.mean),
                }
                lines.append(line)
        found[judge] = {"pass_from": chosen, "lines": lines}
    return found


def gate_alone_table(result: dict[str, Any]) -> str:
    """A row for each judge, threshold and set of questions."""
    if not result:
        return "Not run yet.\n"
    body = []
    for judge in JUDGES:
        for line in result[judge]["lines"]:
            shown = [cell(Score(**line[name])) for name in ("recall", "false positives")]
            first = [judge, f"{line['threshold']:.2f}", line["of"]]
            body.append([*first, *shown, f"{line['F1']:.2f}"])
    head = ["judge", "`pass_from`", "documents", "routing recall", "false-positive rate"]
    head.append(f"routing F1 at {SHARE:.0%} noise")
    areas = [f"{name} {cell(Score(**one))}" for name, one in result["auc"].items()]
    told = f"AUC on documents not learnt from: {', '.join(areas)}.\n"
    return f"{markdown_table(head, body)}\n{told}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--most", type=int, help="only the first so many questions")
    chosen = parser.parse_args()
    file = RESULTS / "gate_alone.jsonl"
    with closing(Kit.open(chosen.corpus, memory=False)) as kit:
        every = own_questions(kit.corpus)
        asked = []
        for question in of_part(every, "fit"):
            if question.kind not in (*WITHHELD, *BEYOND):
                asked.append(question)
        unlearnt = about({"dev", "test"}, asked, kit.corpus, every)
        # those first, because the choice is made on them
        asked.sort(key=lambda question: question.id not in unlearnt)
        if kit.judge.name != "taught":
            sys.exit(
                f"asked to compare with a taught judge: {kit.judge_note or 'set judge: taught'}"
            )
        if not unlearnt:
            sys.exit(f"{chosen.corpus} has no answerable question of fit that was not learnt from")
        rows = rows_of(asked[: chosen.most], partial(judged, kit), file, "judged")
        result = {"corpus": chosen.corpus.name, "judge": kit.judge.name}
        untaught = Settings.model_fields["answerable_from"].default
        in_force = {"zero-shot": untaught, "taught": kit.settings.answerable_from}
        result |= summary(rows, unlearnt, in_force)
    file.with_suffix(".json").write_text(json.dumps(result, indent=1) + "\n")
    print(gate_alone_table(result))


if __name__ == "__main__":
    main()
