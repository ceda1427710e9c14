"""What dense, sparse, fused and reranked retrieval find: recall@1 and @5 with 95 % intervals.

`split` is BM25 over `str.split`: sparse - split is what lower case, stop words and stemming are
worth.

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

from tqdm.auto import tqdm

from ragkit import Kit, Settings
from ragkit.evaluate.golden.datasets import Dataset, golden, read_dataset
from ragkit.evaluate.measures.retrieval import coverage
from ragkit.model.chat import chat
from ragkit.score import Score, difference, score
from ragkit.search.dense import Dense, Embed, SentenceEmbedder
from ragkit.search.fuse import rrf
from ragkit.search.rerank import odds_score, rerank, reranker
from ragkit.search.sparse import Sparse
from ragkit.state import Passage
from ragkit.weights import ensure

RESULTS = Path(__file__).parent / "results"
DEEP = 50  # places of each ranking that are fused
SHALLOW = 10  # fused places that are reranked (adaptive, Table 2)
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
    settings = Settings(reuse_replies=False)  # a benchmark asks the model, not the disk
    embed = _remembering(SentenceEmbedder(ensure(settings.embedder, settings.cache)))
    line: list[str] = []
    for dataset in [read_dataset(path) for path in chosen.data] + [
        _corpus(path) for path in chosen.corpora
    ]:
        line += measure(_shuffled(dataset), settings, embed, chosen.rerank)
    print(" ".join(line))


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
    """Dense and fused ask the same queries: each is embedded once."""
    one = cache(lambda text: embed([text]))
    return lambda texts: one(texts[0]) if len(texts) == 1 else embed(texts)


def measure(dataset: Dataset, settings: Settings, embed: Embed, to_rerank: int) -> list[str]:
    """Print the dataset's table, write its results file and return its name=value pairs."""
    print(f"\n{dataset.name}: {len(dataset.passages)} passages, {len(dataset.questions)} questions")
    with tempfile.TemporaryDirectory() as folder:
        dense = Dense(Path(folder), dataset.passages, embed)
        bm25 = settings.bm25_k1, settings.bm25_b, settings.bm25s_above
        sparse, split = (
            Sparse(dataset.passages, *bm25),
            Sparse(dataset.passages, *bm25, tokenise=str.split),
        )

        def fused(query: str) -> list[Passage]:
            return rrf([dense.search(query, DEEP), sparse.search(query, DEEP)], settings.rrf_k)

        found = {
            "dense": _rankings("dense", lambda q: dense.search(q, DEEP), dataset),
            "split": _rankings("split", lambda q: split.search(q, DEEP), dataset),
            "sparse": _rankings("sparse", lambda q: sparse.search(q, DEEP), dataset),
            "fused": _rankings("fused", fused, dataset),
        }
        note = _reranked(found, dataset, fused, settings, to_rerank) if to_rerank else ""
        dense.close()
    return _report(dataset, found, note)


def _rankings(name: str, search: Search, dataset: Dataset) -> list[list[str]]:
    return [
        [p.id for p in search(q.question)] for q in tqdm(dataset.questions, desc=name, leave=False)
    ]


def _reranked(
    found: dict[str, list[list[str]]],
    dataset: Dataset,
    fused: Search,
    settings: Settings,
    first: int,
) -> str:
    grade, note = reranker(settings, lambda: chat(settings, "judge"))
    if grade is None:  # no cross-encoder: what is measured is the chat model's odds
        grade = odds_score(chat(settings, "judge"))
        note = f"reranked by the chat model's odds; {note}"
    found["reranked"] = [
        [p.id for p in rerank(q.question, fused(q.question)[:SHALLOW], grade, SHALLOW)]
        for q in tqdm(dataset.questions[:first], desc="reranked", leave=False)
    ]
    return note


def _report(dataset: Dataset, found: dict[str, list[list[str]]], note: str) -> list[str]:
    results: dict[str, object] = {
        "passages": len(dataset.passages),
        "questions": len(dataset.questions),
        "note": note,
    }
    pairs = []
    for k in (1, 5):
        graded = {name: _graded(dataset, rankings, k) for name, rankings in found.items()}
        for name, values in graded.items():
            results[f"{name}@{k}"] = _row(f"{name:9} recall@{k}", score(values))
            pairs.append(f"{dataset.name}_{name}_recall{k}={score(values).mean:.3f}")
        best = max(("dense", "sparse"), key=lambda name: score(graded[name]).mean)
        gain = difference(graded["fused"], graded[best])
        results[f"fused-{best}@{k}"] = _row(f"fused - {best}@{k}", gain)
        tokeniser = difference(graded["sparse"], graded["split"])
        results[f"sparse-split@{k}"] = _row(f"sparse - split@{k}", tokeniser)
        if "reranked" in graded:
            same = graded["fused"][: len(graded["reranked"])]
            results[f"reranked-fused@{k}"] = _row(
                f"reranked - fused@{k}", difference(graded["reranked"], same)
            )
    if note:
        print(f"note: {note}")
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"retrieval-{dataset.name}.json").write_text(json.dumps(results, indent=1) + "\n")
    return pairs


def _graded(dataset: Dataset, rankings: list[list[str]], k: int) -> list[float]:
    graded = [coverage(ranking, q.needs, k) for ranking, q in zip(rankings, dataset.questions)]
    return [value for value in graded if value is not None]


def _row(label: str, value: Score) -> dict[str, float]:
    print(f"  {label:22} {value}")
    return {"mean": value.mean, "low": value.low, "high": value.high, "n": value.n}


if __name__ == "__main__":
    main()
