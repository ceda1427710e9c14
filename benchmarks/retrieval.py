"""Measure retrieval, dense, sparse, fused, blended and reranked: recall@1 and @5 with intervals.

`split` is BM25 over `str.split`, so the difference of sparse and split is the effect of lower case,
stop words and stemming.

    python -m benchmarks.retrieval corpora/algorithms
    python -m benchmarks.retrieval --data path/to/squad_like.json --data path/to/hotpot_like.json

Results go to benchmarks/results/retrieval-<name>.json, which the README and the notebooks read.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
from tqdm.auto import tqdm

from benchmarks.datasets.forms import Dataset, golden, read_dataset
from ragkit import Kit, Settings
from ragkit.evaluate.measures.ranks import coverage
from ragkit.model.chat import chat
from ragkit.score import Score, difference, score
from ragkit.search.blend import blend
from ragkit.search.dense import Dense
from ragkit.search.embedder import SentenceEmbedder
from ragkit.search.fuse import rrf
from ragkit.search.rerank import odds_score, rerank, reranker
from ragkit.search.sparse import Sparse
from ragkit.state import Passage
from ragkit.stores import Embed, ExactVectors
from ragkit.weights import ensure

RESULTS = Path(__file__).parent / "results"
DEEP = 50
"""Number of passages of each ranking that are fused."""
SHALLOW = 10
"""Number of fused passages that are reranked (adaptive, Table 2)."""
Search = Callable[[str], Sequence[Passage]]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "corpora", nargs="*", type=Path, help="folders with docs/ and questions.jsonl"
    )
    parser.add_argument(
        "--data", action="append", type=Path, default=[], help="a SQuAD- or HotpotQA-like file"
    )
    parser.add_argument(
        "--rerank", type=int, default=0, metavar="N", help="rerank too, on the first N questions"
    )
    chosen = parser.parse_args()
    # No reply comes from disk, because a benchmark measures the model.
    settings = Settings(reuse_replies=False)
    weights = ensure(settings.embedder, settings.weights_folder)
    embed = _remembering(SentenceEmbedder(weights))
    datasets = [read_dataset(path) for path in chosen.data]
    datasets += [_corpus(path) for path in chosen.corpora]
    pairs: list[str] = []
    for dataset in datasets:
        pairs += measure(_shuffled(dataset), settings, embed, chosen.rerank)
    print(" ".join(pairs))


def _shuffled(dataset: Dataset) -> Dataset:
    """Questions in a fixed random order, so that the first N of them are a fair sample."""
    questions = list(dataset.questions)
    random.Random(0).shuffle(questions)
    return replace(dataset, questions=tuple(questions))


def _corpus(folder: Path) -> Dataset:
    kit = Kit.open(folder)
    dataset = golden(folder, kit.corpus.passages)
    kit.close()
    return dataset


def _remembering(embed: Embed) -> Embed:
    """The embedder with a cache: dense and fused retrieval have the same queries."""

    @cache
    def of_one(text: str) -> np.ndarray:
        return embed([text])

    def of_all(texts: Sequence[str]) -> np.ndarray:
        if len(texts) == 1:
            return of_one(texts[0])
        return embed(texts)

    return of_all


def measure(dataset: Dataset, settings: Settings, embed: Embed, to_rerank: int) -> list[str]:
    """Print the dataset's table, write its results file and return its name=value pairs."""
    print(f"\n{dataset.name}: {len(dataset.passages)} passages, {len(dataset.questions)} questions")
    with tempfile.TemporaryDirectory() as folder:
        dense = Dense(ExactVectors(Path(folder), dataset.passages, embed))
        stemmed = Sparse(dataset.passages)
        split = Sparse(dataset.passages, tokenise=str.split)

        def fused(query: str) -> list[Passage]:
            rankings = [dense.search(query, DEEP), stemmed.search(query, DEEP)]
            return rrf(rankings)

        def blended(query: str) -> list[Passage]:
            return blend([dense.search(query, DEEP), stemmed.search(query, DEEP)])

        searches: dict[str, Search] = {
            "dense": lambda query: dense.search(query, DEEP),
            "split": lambda query: split.search(query, DEEP),
            "sparse": lambda query: stemmed.search(query, DEEP),
            "fused": fused,
            "blended": blended,
        }
        rankings = {}
        for name, search in searches.items():
            rankings[name] = _rankings(name, search, dataset)
        note = ""
        if to_rerank:
            rankings["reranked"], note = _reranked(dataset, fused, settings, to_rerank)
        dense.close()
    return _report(dataset, rankings, note)


def _rankings(name: str, search: Search, dataset: Dataset) -> list[list[str]]:
    """The ids of the passages found for each question."""
    rankings = []
    for question in tqdm(dataset.questions, desc=name, leave=False):
        passages = search(question.question)
        rankings.append([passage.id for passage in passages])
    return rankings


def _reranked(
    dataset: Dataset, fused: Search, settings: Settings, first: int
) -> tuple[list[list[str]], str]:
    """The rankings of the first questions after reranking, and a note about the reranker."""
    grade, note = reranker(settings, lambda: chat(settings, "judge"))
    # Without a cross-encoder, the chat model's odds are measured.
    if grade is None:
        grade = odds_score(chat(settings, "judge"))
        note = f"reranked by the chat model's odds; {note}"
    rankings = []
    for question in tqdm(dataset.questions[:first], desc="reranked", leave=False):
        candidates = fused(question.question)[:SHALLOW]
        passages = rerank(question.question, candidates, grade, SHALLOW)
        rankings.append([passage.id for passage in passages])
    return rankings, note


def _report(dataset: Dataset, rankings: dict[str, list[list[str]]], note: str) -> list[str]:
    results: dict[str, object] = {
        "passages": len(dataset.passages),
        "questions": len(dataset.questions),
        "note": note,
    }
    pairs = []
    for k in (1, 5):
        recalls = {name: _recalls(dataset, own, k) for name, own in rankings.items()}
        for name, values in recalls.items():
            recall = score(values)
            results[f"{name}@{k}"] = _row(f"{name:9} recall@{k}", recall)
            pairs.append(f"{dataset.name}_{name}_recall{k}={recall.mean:.3f}")
        best = max(("dense", "sparse"), key=lambda name: score(recalls[name]).mean)
        compared = [("fused", best), ("blended", best), ("sparse", "split")]
        if "reranked" in recalls:
            compared.append(("reranked", "fused"))
        for better, worse in compared:
            # Only the first questions are reranked.
            same = recalls[worse][: len(recalls[better])]
            gain = difference(recalls[better], same)
            results[f"{better}-{worse}@{k}"] = _row(f"{better} - {worse}@{k}", gain)
    if note:
        print(f"note: {note}")
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"retrieval-{dataset.name}.json"
    file.write_text(json.dumps(results, indent=1) + "\n")
    return pairs


def _recalls(dataset: Dataset, rankings: list[list[str]], k: int) -> list[float]:
    """The recall of each question, without those that need no passage."""
    recalls = []
    for ranking, question in zip(rankings, dataset.questions):
        recall = coverage(ranking, question.needs, k)
        if recall is not None:
            recalls.append(recall)
    return recalls


def _row(label: str, value: Score) -> dict[str, float]:
    print(f"  {label:22} {value}")
    return {
        "mean": value.mean,
        "low": value.low,
        "high": value.high,
        "n": value.n,
    }


if __name__ == "__main__":
    main()
