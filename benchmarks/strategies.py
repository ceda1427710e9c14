"""Does it pay to choose how each question is searched? Recall@5 and nDCG@5 by way of searching.

    python -m benchmarks.strategies corpora/algorithms corpora/almanac

No chat model is asked. The rules of `graphs/advanced/strategy.py` choose; a question that none of
them decides is searched by both. They were written with the questions of *fit* in view. *Best of
three* takes for each question the way that finds most, which no choice can beat. Reworded is a
query without the words that only ask; half reworded, the one of BM25 alone. Results go to
benchmarks/results/strategies.json.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ragkit import Kit
from ragkit.evaluate.golden.parts import of_part
from ragkit.evaluate.golden.questions import (
    Part,
    Question,
    folded_passages,
    load_questions,
    relevant,
)
from ragkit.evaluate.measures.ranks import coverage, ndcg
from ragkit.graphs.advanced.strategy import Strategy, choose, worded
from ragkit.score import difference, score
from ragkit.search import Way, rrf
from ragkit.search.blend import blend
from ragkit.state import Passage

RESULTS = Path(__file__).parent / "results"
FILE = RESULTS / "strategies.json"
PARTS: tuple[Part, ...] = ("fit", "test")
K = 5
WAYS: tuple[Way, ...] = ("semantic", "keyword", "hybrid")
Needs = Sequence[set[str]]
MEASURES: dict[str, Callable[[Sequence[str], Needs, int], float | None]] = {
    "recall": coverage,
    "ndcg": ndcg,
}
PAIRS = (
    ("chosen", "hybrid"),
    ("chosen, else blend", "blend"),
    ("best of three", "blend"),
    ("hybrid", "semantic"),
    ("blend", "hybrid"),
    ("keyword, reworded", "keyword"),
    ("blend, half reworded", "blend"),
)
"""Of which searches the paired differences are reported."""
Rankings = dict[str, list[str]]


@dataclass(frozen=True)
class Asked:
    """A question with the ids that each search finds, and what it needs."""

    strategy: Strategy | None
    needs: Needs
    rankings: Rankings

    @property
    def way(self) -> Way:
        """How it is searched: by both where no rule decides."""
        return self.strategy.way if self.strategy else "hybrid"


def asked(kit: Kit, questions: Sequence[Question]) -> list[Asked]:
    """The questions that have evidence, searched in every way."""
    letters = folded_passages(kit.corpus.passages)
    found = []
    for question in questions:
        if not question.support:
            continue
        strategy = choose(question.question, kit.profile)
        rankings = searched(kit, question.question)
        found.append(Asked(strategy, relevant(question, letters), rankings))
    return found


def searched(kit: Kit, question: str) -> Rankings:
    """The ids that each search finds for a question; `hybrid` is fused by rank, as in the paper."""
    row = kit.settings.depth_of("simple")
    whole = row._replace(final=row.dense)
    reworded = worded(question, Strategy("keyword", None, ""))
    # The question is embedded once.
    dense = kit.retriever.by("semantic", question, whole)
    sparse = kit.retriever.by("keyword", question, whole)
    by_content = kit.retriever.by("keyword", reworded, whole)
    rankings: dict[str, Sequence[Passage]] = {
        "semantic": dense,
        "keyword": sparse,
        "hybrid": rrf([dense, sparse]),
        "blend": blend([dense, sparse]),
        "keyword, reworded": by_content,
        "blend, half reworded": blend([dense, by_content]),
    }
    return {name: [passage.id for passage in found] for name, found in rankings.items()}


def values(all_asked: Sequence[Asked], measure: str) -> dict[str, list[float]]:
    """A measure of each question, by search; the choice and the best of three among them."""
    of_ranking = MEASURES[measure]
    found: dict[str, list[float]] = {}
    for one in all_asked:
        own = {}
        for name, ranking in one.rankings.items():
            own[name] = of_ranking(ranking, one.needs, K) or 0.0
        own["chosen"] = own[one.way]
        # Where the choice is to search by both, it may be with the better fusion.
        own["chosen, else blend"] = own["blend" if one.way == "hybrid" else one.way]
        own["best of three"] = max(own[way] for way in WAYS)
        for name, value in own.items():
            found.setdefault(name, []).append(value)
    return found


def measured(kit: Kit, questions: Sequence[Question]) -> dict[str, Any]:
    """The scores of each search, the paired differences, and how often each way was chosen."""
    all_asked = asked(kit, questions)
    result: dict[str, Any] = {"questions": len(all_asked), "ways": _counts(all_asked)}
    for measure in MEASURES:
        of_search = values(all_asked, measure)
        result[measure] = {name: asdict(score(own)) for name, own in of_search.items()}
        result[f"{measure} differences"] = {
            f"{ours} - {theirs}": asdict(difference(of_search[ours], of_search[theirs]))
            for ours, theirs in PAIRS
        }
    return result


def _counts(all_asked: Sequence[Asked]) -> dict[str, int]:
    found = Counter(one.way if one.strategy else "undecided" for one in all_asked)
    return dict(found.most_common())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", nargs="+", type=Path)
    parser.add_argument("--part", choices=PARTS, help="one part alone, and nothing is written")
    chosen = parser.parse_args()
    results = {}
    for folder in chosen.corpora:
        kit = Kit.open(folder, memory=False)
        questions = load_questions(folder / "questions.jsonl")
        for part in [chosen.part] if chosen.part else PARTS:
            results[f"{folder.name}, {part}"] = measured(kit, of_part(questions, part))
        kit.close()
    if not chosen.part:
        FILE.write_text(json.dumps(results, indent=1) + "\n")
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
