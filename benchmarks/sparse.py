"""How much faster bm25s is than rank-bm25, as a ratio in one run, on made-up passages.

    python -m benchmarks.sparse

Words are drawn from Zipf's law, as in real text. Both index the same passages and answer the same
queries in turn.
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
    """Texts of `length` words out of fifty thousand, the r-th most frequent with probability about
    1/r."""
    ranks = np.random.default_rng(seed).zipf(1.2, size=(count, length)) % 50_000
    return [" ".join(f"w{rank}" for rank in row) for row in ranks]


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure(size: int) -> dict[str, float]:
    passages = [Passage(str(i), text) for i, text in enumerate(made_up(size, 60))]
    for passage in passages:
        words(
            passage.text
        )  # a word is stemmed once per process: let neither index pay for it alone
    built: dict[str, Sparse] = {}
    index = {
        name: seconds(
            lambda name=name, above=above: built.update({name: Sparse(passages, bm25s_above=above)})
        )
        for name, above in (("rank_bm25", size), ("bm25s", 0))
    }
    queries = made_up(QUERIES, 8, seed=1)
    ratios = [
        seconds(lambda q=q: built["rank_bm25"].search(q, 10))
        / seconds(lambda q=q: built["bm25s"].search(q, 10))
        for q in queries
    ]
    return {"index_ratio": index["rank_bm25"] / index["bm25s"], "query_ratio": median(ratios)}


def main() -> None:
    results = {str(size): measure(size) for size in SIZES}
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "sparse.json").write_text(json.dumps(results, indent=1) + "\n")
    print("rank-bm25 over bm25s, seconds of the same work (tokenising included in indexing):")
    for size, row in results.items():
        index, query = row["index_ratio"], row["query_ratio"]
        print(f"  {int(size):7,} passages: index {index:.2f}, query {query:.0f}")
    print(
        " ".join(
            f"{name}_{size}={value:.2f}"
            for size, row in results.items()
            for name, value in row.items()
        )
    )


if __name__ == "__main__":
    main()
