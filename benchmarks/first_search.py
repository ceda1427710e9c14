"""Choose the thresholds of `single`: which route is complex, and when enough passages help.

    python -m benchmarks.first_search corpora/algorithms corpora/almanac [--most N]

Each golden question of the part called fit is routed, and searched for once by keywords. The judge
says whether each passage helps. Then two things are compared with what the corpus has:

- the odds of *complex*, with whether the facts of the answer are spread over several passages;
- *enough passages help*, with whether the passages have every fact. Other thresholds for what
  counts as help, and other numbers of passages, are tried on the same odds.

Questions without an answer count as simple, and their evidence is never complete. How often one
search has every fact, and how often both searches together do, is counted on all questions of fit
that have an answer; no model is asked for it.
`results/first_search.jsonl` has a row for each question, so a stopped run goes on where it was;
delete it after a change of the judge or of a prompt. `results/first_search.json` has the scores.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.question_rows import Row, rows_of
from ragkit import Kit
from ragkit.evaluate.golden.carriers import Golden, golden
from ragkit.evaluate.golden.parts import of_part
from ragkit.evaluate.judging.calibration import auc
from ragkit.evaluate.measures.ranks import coverage
from ragkit.evaluate.measures.stops import Decision, stop_scores
from ragkit.graphs.single.router import route_of
from ragkit.judges import HELPS
from ragkit.report.cells import cell
from ragkit.score import Score, score
from ragkit.text.markdown_table import markdown_table
from ragkit.tools import TOOLS

RESULTS = Path(__file__).parent / "results"
FILE = RESULTS / "first_search.jsonl"
FIRST, SECOND = "keyword_search", "semantic_search"
SEED = 0
COMPLEX_FROM = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9)
"""Thresholds for the odds of *complex* that are tried."""
HELPS_FROM = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45)
"""Thresholds for the odds that a passage helps that are tried."""
ENOUGH = (1, 2)
"""Numbers of helpful passages that are tried."""
GROUPS = {"in one passage": False, "spread over several": True}
"""Answers by where their facts are."""


def searched(kit: Kit, question: Golden) -> Row:
    """The route of a question, and what its first search brought."""
    route = route_of(kit, question.question)
    passages = TOOLS[FIRST].find(kit.evidence, question.question, question.question, ()).passages
    asked = [HELPS.format(n=number) for number in range(1, len(passages) + 1)]
    helps, _ = kit.judge.verdicts(question.question, passages, asked)
    ids = [passage.id for passage in passages]
    return {
        "id": question.id,
        "kind": question.kind,
        "route": route.others,
        "spread": is_spread(question.needs),
        "complete": coverage(ids, question.needs, len(ids)) == 1,
        "carries": [id in question.carriers for id in ids],
        "helps": helps,
    }


def is_spread(needs: Sequence[frozenset[str]]) -> bool:
    """Whether no single passage has every fact of an answer; `needs` are the passages of each.

    >>> is_spread([frozenset({"a", "b"}), frozenset({"b"})])
    False
    >>> is_spread([frozenset({"a"}), frozenset({"b"})])
    True
    """
    return bool(needs) and not frozenset.intersection(*needs)


def completed(kit: Kit, question: Golden) -> Row:
    """Whether one search brings every fact of an answer, and whether both do; without a model."""
    found = {}
    for name in (FIRST, SECOND):
        passages = TOOLS[name].find(kit.evidence, question.question, question.question, ())
        found[name] = [passage.id for passage in passages.passages]
    found["both"] = found[FIRST] + found[SECOND]
    whole = {name: coverage(ids, question.needs, len(ids)) == 1 for name, ids in found.items()}
    return {"spread": is_spread(question.needs), **whole}


def completeness(rows: Sequence[Row]) -> dict[str, Any]:
    """How often each search brings every fact, for answers in one passage and for spread ones."""
    found: dict[str, Any] = {}
    for group, spread in GROUPS.items():
        own = [row for row in rows if row["spread"] == spread]
        shares = {
            name: score([float(row[name]) for row in own]) for name in (FIRST, SECOND, "both")
        }
        found[group] = {name: asdict(share) for name, share in shares.items()}
    return found


def routed(rows: Sequence[Row]) -> dict[str, Any]:
    """How well the odds of *complex* tell which questions need several passages."""
    known = [row for row in rows if row["route"]]
    labels = [row["spread"] for row in known]
    odds = [row["route"]["complex"] for row in known]
    found: dict[str, Any] = {"n": len(known), "spread": sum(labels), "auc": auc(odds, labels)}
    for threshold in COMPLEX_FROM:
        pairs = zip(odds, labels, strict=True)
        right = [float((one >= threshold) == label) for one, label in pairs]
        found[f"complex from {threshold:.2f}"] = asdict(score(right))
    found["always simple"] = asdict(score([float(not label) for label in labels]))
    return found


def stopped(rows: Sequence[Row]) -> dict[str, Any]:
    """Precision and recall of stopping after the first search, by rule."""
    judged = [row for row in rows if None not in row["helps"]]
    found = {}
    for enough in ENOUGH:
        for threshold in HELPS_FROM:
            decisions = [[decided(row, threshold, enough)] for row in judged]
            scores = stop_scores(decisions)
            name = f"{enough} from {threshold:.2f}"
            found[name] = {measure: asdict(one) for measure, one in scores.items()}
    return found


def decided(row: Row, threshold: float, enough: int) -> Decision:
    """Whether a rule stops after this search, and whether its evidence was complete.

    >>> decided({"helps": [0.5, 0.2], "complete": True}, threshold=0.3, enough=2)
    Decision(stopped=False, complete=True)
    """
    helping = sum(odds >= threshold for odds in row["helps"])
    return Decision(helping >= enough, row["complete"])


def routes_table(result: dict[str, Any]) -> str:
    """A row for each threshold of *complex*."""
    if not result:
        return "Not run yet.\n"
    routes = result["routes"]
    names = [*(f"complex from {threshold:.2f}" for threshold in COMPLEX_FROM), "always simple"]
    body = [[name, cell(Score(**routes[name]))] for name in names]
    return (
        f"{routes['n']} questions, {routes['spread']} of them spread over several passages; "
        f"AUC {routes['auc']:.2f}.\n\n" + markdown_table(["rule", "right"], body)
    )


def searches_table(result: dict[str, Any]) -> str:
    """A row for each group of answers, a column for each way to search."""
    if not result:
        return "Not run yet.\n"
    body = []
    for group, found in result["searches"].items():
        body.append([group, *(cell(Score(**one)) for one in found.values())])
    return markdown_table(["facts of the answer", FIRST, SECOND, "both"], body)


def first_stops_table(result: dict[str, Any]) -> str:
    """A row for each rule of stopping."""
    if not result:
        return "Not run yet.\n"
    body = []
    for name, scores in result["stops"].items():
        found = [Score(**scores[measure]) for measure in ("precision", "recall")]
        body.append([f"helpful passages: {name}", *map(cell, found), f"{f1(*found):.2f}"])
    return markdown_table(["rule", "precision", "recall", "F1"], body)


def f1(precision: Score, recall: Score) -> float:
    """The harmonic mean of precision and recall; 0 where both are."""
    both = precision.mean + recall.mean
    return 2 * precision.mean * recall.mean / both if both else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument("--most", type=int, help="a random sample of so many questions of each")
    chosen = parser.parse_args()
    rows = []
    whole = []
    for folder in chosen.corpora:
        kit = Kit.open(folder, memory=False)
        asked = of_part(list(golden(kit).values()), "fit")
        whole += [completed(kit, one) for one in asked if one.needs]
        random.Random(SEED).shuffle(asked)
        rows += rows_of(asked[: chosen.most], partial(searched, kit), FILE, folder.name)
        judge = kit.judge.name
        kit.close()
    result = {"judge": judge, "n": len(rows), "searches": completeness(whole)}
    result |= {"routes": routed(rows), "stops": stopped(rows)}
    FILE.with_suffix(".json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(searches_table(result), routes_table(result), first_stops_table(result), sep="\n")


if __name__ == "__main__":
    main()
