"""What a larger corpus and a larger class need: arithmetic from the figures that were measured.

Nothing is measured here. `benchmarks/tables.py` writes the tables into docs/scaling.md, from the
results of `stores.py`, `ingest.py` and `classroom.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

from ragkit.text.markdown_table import TIGHT, markdown_table

PASSAGES = (10**6, 10**8)
LEARNERS = (30, 100, 1000)
NIGHT = 8
"""Hours in which documents are to be read and embedded."""
NOT_YET = "Not measured yet.\n"
Result = Mapping[str, Any]


def corpus_table(stores: Result, ingest: Result) -> str:
    """A row for each need of a corpus, and a column for each number of passages.

    Each need grows with the number of passages, from the largest number that was measured.
    """
    if not stores or not ingest:
        return NOT_YET
    size = max(map(int, stores["sizes"]))
    exact, chroma = (stores["sizes"][str(size)][store] for store in ("exact", "chroma"))
    every = ingest["all"]
    hours = (every["read"] + every["embed"]) / every["passages"] / 3600
    of_one = {
        "vectors in a file, GB": exact["disk"] / size / 1e3,
        "an exact search, s": exact["median"] / size,
        "memory of an HNSW index, GB": chroma["megabytes"] / size / 1e3,
        "reading and embedding on one machine, h": hours,
    }
    rows = []
    for need, one in of_one.items():
        rows.append([need, *(number(one * passages) for passages in PASSAGES)])
    machines = [f"{ceil(hours * passages / NIGHT):,}" for passages in PASSAGES]
    rows.append([f"machines for one night of {NIGHT} h", *machines])
    head = ["need", *(f"{passages:,} passages" for passages in PASSAGES)]
    return markdown_table(head, rows, TIGHT)


def class_table(classroom: Result) -> str:
    """A row for each number of learners who begin at the same moment.

    While a server is busy, each call waits for those before it, so the wait grows with the learners
    of a slot.
    """
    if "scripted" not in classroom:
        return NOT_YET
    own = classroom["scripted"]
    rows = []
    for learners in LEARNERS:
        times = learners / own["learners"]
        waits = [number(own[name] * times) for name in ("wait", "wait_95")]
        calls = round(own["calls"] * times)
        rows.append([f"{learners:,}", f"{calls:,}", *waits, f"{ceil(times):,}"])
    head = ["learners", "model calls of notebook 05", "wait at one server", "its 95th percentile"]
    head.append(f"servers for the wait of {own['learners']} learners at one")
    return markdown_table(head, rows, TIGHT)


def number(value: float) -> str:
    """A number with two digits, and all of those before the decimal point.

    >>> number(0.01234), number(1.5), number(153.6), number(21234.5)
    ('0.012', '1.5', '154', '21,234')
    """
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"
