"""Measure search at size: what each store finds, how fast, and what it takes to build and to open.

    python -m benchmarks.stores FOLDER [--sizes 10000 100000 500000] [--real N]

The vectors are those of the sentences of a folder of documents, which is asked for once and kept in
`build/stores`. Where it has fewer sentences than a size, more vectors are made of them, each turned
a little away; the result says how many. The questions are sentences that were held back.

Each store is built in one process and opened in another, so the seconds of a start are those of a
start. Recall is the share of the nearest passages, by comparing all, that a store finds. Seconds
are of this machine; beside them stands the ratio to the exact store in the same run. Memory is what
the process holds for itself, without the pages of files that are mapped. The last line gives the
ratios.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import numpy as np
from psutil import Process
from tqdm.auto import tqdm

from ragkit.disk.whole import write_whole
from ragkit.opening import open_corpus
from ragkit.search.embedder import SentenceEmbedder
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.stores import ChromaVectors, ExactVectors, VectorStore, grown
from ragkit.text.markdown_table import TIGHT, markdown_table
from ragkit.text.sentences import sentences
from ragkit.weights import ensure

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results"
BUILD = ROOT / "build" / "stores"
STORES = {"exact": ExactVectors, "chroma": ChromaVectors}
SIZES = (10_000, 100_000, 500_000)
QUESTIONS = 200
DEEP = 50
"""Number of passages that are searched for."""
AT_ONCE = 512
"""Number of sentences embedded at a time."""


def embedded(folder: Path, most: int) -> np.ndarray:
    """The vectors of the different sentences of a folder's documents, in a random order."""
    file = BUILD / f"{folder.resolve().name}-{most}.npy"
    if file.exists():
        return np.load(file, mmap_mode="r")
    settings = Settings()
    weights = ensure(settings.embedder, settings.weights_folder)
    found: dict[str, None] = {}
    for passage in open_corpus(folder, settings, weights, quiet=False).passages:
        found.update(dict.fromkeys(sentences(passage.text)))
    texts = [text for text in found if 4 <= len(text.split()) <= 60]
    np.random.default_rng(0).shuffle(texts)
    embed = SentenceEmbedder(weights)
    starts = tqdm(range(0, min(len(texts), most), AT_ONCE), desc="sentences", unit=f"x{AT_ONCE}")
    vectors = np.concatenate([embed(texts[start : start + AT_ONCE]) for start in starts])
    BUILD.mkdir(parents=True, exist_ok=True)
    np.save(file, vectors[:most])
    return vectors[:most]


def opened(store: str, folder: Path, vectors: np.ndarray) -> VectorStore:
    """A store of these vectors, whose passages have their numbers as ids and texts."""
    passages = [Passage(str(number), str(number)) for number in range(len(vectors))]
    return STORES[store](folder, passages, lambda texts: vectors[[int(one) for one in texts]])


def work(store: str, folder: Path, size: int, step: str) -> dict[str, Any]:
    """Build a store, or open and ask it; in a process of its own."""
    vectors = np.load(folder / "vectors.npy", mmap_mode="r")[:size]
    questions = np.load(folder / "questions.npy")
    begin = time.perf_counter()
    own = folder / f"{store}-{size}"
    searched = opened(store, own, vectors)
    done = {step: time.perf_counter() - begin}
    if step == "build":
        searched.close()
        return done
    seconds, found = [], []
    for question in questions:
        start = time.perf_counter()
        hits = searched.nearest(question, DEEP, None)
        seconds.append(time.perf_counter() - start)
        found.append([int(id) for id, _ in hits])
    done |= {"first": seconds[0], "median": median(seconds[1:])}
    done["p99"] = quantiles(seconds[1:], n=100)[-1]
    done["megabytes"] = Process().memory_full_info().uss / 1e6
    files = [file for file in own.rglob("*") if file.is_file()]
    done["disk"] = sum(file.stat().st_size for file in files) / 1e6
    searched.close()
    return done | {"found": found}


def recall(found: Sequence[Sequence[int]], nearest: Sequence[Sequence[int]], k: int) -> float:
    """The mean share of the `k` nearest that are among the first `k` found.

    >>> recall([[1, 2, 3]], [[1, 3, 4]], 2)
    0.5
    """
    shares = []
    for own, right in zip(found, nearest, strict=True):
        shares.append(len(set(own[:k]) & set(right[:k])) / k)
    return float(np.mean(shares))


def in_a_process(store: str, folder: Path, size: int, step: str) -> dict[str, Any]:
    """What `work` returns, done by another process."""
    command = [sys.executable, "-m", "benchmarks.stores", str(folder), "--sizes", str(size)]
    command += ["--stores", store, "--step", step]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)
    if ended.returncode:
        said = ended.stderr.strip().splitlines()[-1]
        raise RuntimeError(f"{store} at {size}: {said}")
    done: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return done


def measure(
    folder: Path, sizes: Sequence[int], stores: Sequence[str], most: int | None = None
) -> dict[str, Any]:
    """The figures of each size and store; at most so many sentences are embedded."""
    vectors = embedded(folder, (most or max(sizes)) + QUESTIONS)
    real = len(vectors) - QUESTIONS
    np.save(BUILD / "questions.npy", vectors[:QUESTIONS])
    np.save(BUILD / "vectors.npy", grown(vectors[QUESTIONS:], max(sizes)))
    result: dict[str, Any] = {"questions": QUESTIONS, "sizes": {}}
    for size in tqdm(sizes, desc="sizes"):
        row: dict[str, Any] = {"made": max(0, size - real)}
        nearest: list[list[int]] = []
        for store in stores:
            done = in_a_process(store, BUILD, size, "build")
            done |= in_a_process(store, BUILD, size, "open")
            found = done.pop("found")
            # The first store is the exact one, which compares all.
            nearest = nearest or found
            done |= {f"recall_{k}": recall(found, nearest, k) for k in (5, DEEP)}
            row[store] = done
        for store in stores[1:]:
            for name in ("build", "open", "first", "median"):
                row[store][f"{name}_ratio"] = row[store][name] / row[stores[0]][name]
        result["sizes"][str(size)] = row
    return result


def stores_table(result: Mapping[str, Any]) -> str:
    """A row for each size and store."""
    if not result:
        return "Not measured yet.\n"
    rows = []
    for size, row in result["sizes"].items():
        for store in STORES:
            done = row.get(store)
            if done is None:
                continue
            recalls = f"{done['recall_5']:.3f} / {done[f'recall_{DEEP}']:.3f}"
            asked = f"{done['median'] * 1e3:.1f} / {done['p99'] * 1e3:.1f}"
            begun = [f"{done['build']:.1f}", f"{done['open']:.2f}", f"{done['first'] * 1e3:.0f}"]
            space = [f"{done['megabytes']:,.0f}", f"{done['disk']:,.0f}"]
            passages = [f"{int(size):,}", f"{row['made']:,}"]
            rows.append([*passages, store, recalls, asked, *begun, *space])
    head = [
        "passages",
        "of them made",
        "store",
        f"recall at 5 / {DEEP}",
        "a search, ms: median / 99 %",
    ]
    head += ["build, s", "open, s", "first search, ms", "memory, MB", "disk, MB"]
    return markdown_table(head, rows, TIGHT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--real", type=int, help="sentences to embed at most; default: all needed")
    parser.add_argument("--stores", nargs="+", default=list(STORES), choices=list(STORES))
    parser.add_argument("--step", choices=("build", "open"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.step:
        done = work(chosen.stores[0], chosen.folder, chosen.sizes[0], chosen.step)
        print(json.dumps(done))
        return
    result = measure(chosen.folder, chosen.sizes, chosen.stores, chosen.real)
    write_whole(RESULTS / "stores.json", f"{json.dumps(result, indent=1)}\n".encode())
    print(stores_table(result))
    pairs = []
    for size, row in result["sizes"].items():
        for store in chosen.stores[1:]:
            ratio = row[store]["median_ratio"]
            pairs.append(f"{store}_over_exact_{size}={ratio:.2f}")
    print(" ".join(pairs))


if __name__ == "__main__":
    main()
