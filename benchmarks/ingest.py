"""Measure an ingest: seconds of each part, peak memory by number of passages, a second start.

    python -m benchmarks.ingest [--texts FOLDER] [--files 5000]

The files are made of the paragraphs of a folder, by default the documentation of this machine. Each
paragraph is used once, in a random order that is always the same. A tenth of the files, and then
all of them, are ingested by a process of its own, which is started again for the second start. A
tenth is also ingested by the Dask workers of this machine. The seconds of a start are those of
`Kit.open`. The peak is that of resident memory, in which mapped files count too. The last line
gives ratios.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from ragkit.disk.whole import write_whole
from ragkit.kit import Kit
from ragkit.settings import Settings
from ragkit.text.markdown_table import TIGHT, markdown_table

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results"
BUILD = ROOT / "build" / "ingest"
TEXTS = Path("/usr/share/doc")
FILES = 5_000
CHARACTERS = 7_600
"""Mean length of a file: some twenty passages."""
VARIES = (0.4, 1.6)
"""Shortest and longest file, as shares of the mean."""
SHORTEST, LONGEST = 80, 1_500
"""Characters of a paragraph."""
A_PART = 6
"""Number of paragraphs below a heading."""
MARKUP = re.compile(r"<!--|```|^\s*[#|<]")
"""What would make a paragraph something else than text."""


def paragraphs(folder: Path) -> list[str]:
    """The different paragraphs of the texts in a folder, each in one line."""
    found: dict[str, None] = {}
    for file in sorted(folder.rglob("*")):
        for paragraph in plain(file).split("\n\n"):
            line = " ".join(paragraph.split())
            if SHORTEST <= len(line) <= LONGEST and not MARKUP.search(line):
                found[line] = None
    return list(found)


def plain(file: Path) -> str:
    """The text of a file, which may be compressed; nothing of one that is no text."""
    if not file.is_file():
        return ""
    raw = file.read_bytes()
    try:
        text = gzip.decompress(raw) if file.suffix == ".gz" else raw
        return "" if b"\0" in text else text.decode()
    except (OSError, EOFError, ValueError):
        return ""


def in_rounds(texts: list[str]) -> Iterator[str]:
    """Yield all texts in a random order, and then again in another one, without an end."""
    for seed in count():
        yield from Random(seed).sample(texts, len(texts))


def write_files(folder: Path, texts: list[str], files: int) -> None:
    """Write so many files of these paragraphs. Raises `ValueError` where there are none."""
    if not texts:
        raise ValueError("asked for the paragraphs of a folder, got none; name one with --texts")
    folder.mkdir(parents=True)
    next_ones = in_rounds(texts)
    for number in range(files):
        size = CHARACTERS * Random(number).uniform(*VARIES)
        parts = [f"# Notes {number}"]
        while sum(map(len, parts)) < size:
            parts.append(f"## Part {len(parts) // A_PART}")
            parts += [next(next_ones) for _ in range(A_PART - 1)]
        (folder / f"notes-{number:05}.md").write_text("\n\n".join(parts), encoding="utf-8")


def work(folder: Path, own: Path, dask: str) -> dict[str, Any]:
    """Ingest a folder, with a cache and an index in `own`, and count."""
    begin = time.perf_counter()
    weights = Settings().weights_folder
    kit = Kit.open(folder, memory=False, cache=own, weights=weights, dask=dask, judge="odds")
    seconds = time.perf_counter() - begin
    corpus = kit.corpus
    kit.close()
    sizes = {name: megabytes(own / name) for name in ("chunks", "indexes")}
    counted = {"files": len(corpus.sources), "passages": len(corpus.passages)}
    return counted | {"seconds": seconds} | vars(corpus.seconds) | {"peak": peak()} | sizes


def peak() -> float:
    """The peak of this process's resident memory so far, in megabytes (Linux)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (kilobytes,) = re.findall(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
    return int(kilobytes) * 1024 / 1e6


def megabytes(folder: Path) -> float:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files) / 1e6


def in_a_process(folder: Path, own: Path, dask: str) -> dict[str, Any]:
    """What `work` returns, done by another process, whose progress is shown."""
    command = [sys.executable, "-m", "benchmarks.ingest", "--work", str(folder), str(own), dask]
    ended = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    done: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return done


def measure(texts: list[str], files: int) -> dict[str, Any]:
    """The figures of a tenth of the files and of all; of a tenth also by Dask workers."""
    shutil.rmtree(BUILD, ignore_errors=True)
    result: dict[str, Any] = {}
    plan = {"tenth": (files // 10, ""), "tenth, dask": (files // 10, "local"), "all": (files, "")}
    for name, (number, dask) in plan.items():
        folder, own = BUILD / name / "texts", BUILD / name / "own"
        write_files(folder, texts, number)
        first = in_a_process(folder, own, dask)
        again = in_a_process(folder, own, dask)
        result[name] = first | {"texts": megabytes(folder), "again": again["seconds"]}
    return result


def ratios(result: Mapping[str, Any]) -> dict[str, float]:
    """What the last line gives: a tenth against all, and one process against Dask workers."""
    tenth, by_dask, every = result["tenth"], result["tenth, dask"], result["all"]
    return {
        "passages_all_over_tenth": every["passages"] / tenth["passages"],
        "peak_all_over_tenth": every["peak"] / tenth["peak"],
        "read_dask_over_here": by_dask["read"] / tenth["read"],
        "embed_dask_over_here": by_dask["embed"] / tenth["embed"],
        "again_over_first": every["again"] / every["seconds"],
    }


def ingest_table(result: Mapping[str, Any]) -> str:
    """A row for each run."""
    if not result:
        return "Not measured yet.\n"
    rows = []
    for name, done in result.items():
        by = "Dask, local" if "dask" in name else "this process"
        seconds = [f"{done[part]:,.1f}" for part in ("read", "embed", "store", "words")]
        space = [f"{done[part]:,.0f}" for part in ("peak", "texts", "chunks", "indexes")]
        counted = [f"{done[part]:,}" for part in ("files", "passages")]
        rows.append([*counted, by, *seconds, f"{done['again']:,.1f}", *space])
    head = ["files", "passages", "by", "read, s", "embed, s", "store, s", "words, s"]
    head += ["second start, s", "peak memory, MB", "texts, MB", "cache, MB", "index, MB"]
    return markdown_table(head, rows, TIGHT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--texts", type=Path, default=TEXTS, help="folder of the paragraphs")
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--work", nargs=3, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.work:
        folder, own, dask = chosen.work
        print(json.dumps(work(Path(folder), Path(own), dask)))
        return
    result = measure(paragraphs(chosen.texts), chosen.files)
    write_whole(RESULTS / "ingest.json", f"{json.dumps(result, indent=1)}\n".encode())
    print(ingest_table(result))
    print(" ".join(f"{name}={ratio:.2f}" for name, ratio in ratios(result).items()))


if __name__ == "__main__":
    main()
