"""Measure how much faster bm25s is than rank-bm25, as a ratio in one run, on made-up passages.

    python -m benchmarks.sparse

The frequencies of words follow Zipf's law, as in real text. Both index the same passages and answer
the same queries in turn.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from ragkit.search.sparse import Sparse
from ragkit.state import Passage
from ragkit.text.words import words

RESULTS = Path(__file__).parent / "results"
SIZES = (10_000, 100_000)
QUERIES = 20


def made_up(count: int, length: int, seed: int = 0) -> list[str]:
    """Texts of `length` words out of fifty thousand.

    The probability of the r-th most frequent word is about 1/r.
    """
    random = np.random.default_rng(seed)
    ranks = random.zipf(1.2, size=(count, length)) % 50_000
    texts = []
    for row in ranks:
        texts.append(" ".join(f"w{rank}" for rank in row))
    return texts


def seconds(work: Callable[..., object], *arguments: object) -> float:
    start = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - start


def measure(size: int) -> dict[str, float]:
    passages = [Passage(str(i), text) for i, text in enumerate(made_up(size, 60))]
    # A word is stemmed once per process, so it is done before, and neither index pays for it.
    for passage in passages:
        words(passage.text)

    start = time.perf_counter()
    rank_bm25 = Sparse(passages, bm25s_above=size)
    indexed = time.perf_counter()
    bm25s = Sparse(passages, bm25s_above=0)
    index_ratio = (indexed - start) / (time.perf_counter() - indexed)

    ratios = []
    for query in made_up(QUERIES, 8, seed=1):
        slow = seconds(rank_bm25.search, query, 10)
        fast = seconds(bm25s.search, query, 10)
        ratios.append(slow / fast)
    return {"index_ratio": index_ratio, "query_ratio": median(ratios)}


def main() -> None:
    results = {str(size): measure(size) for size in SIZES}
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "sparse.json").write_text(json.dumps(results, indent=1) + "\n")
    print("rank-bm25 over bm25s, seconds of the same work (tokenising included in indexing):")
    pairs = []
    for size, row in results.items():
        index, query = row["index_ratio"], row["query_ratio"]
        print(f"  {int(size):7,} passages: index {index:.2f}, query {query:.0f}")
        pairs += [f"{name}_{size}={value:.2f}" for name, value in row.items()]
    print(" ".join(pairs))


if __name__ == "__main__":
    main()
