"""How the fusion and the reranker placed each passage: its rank and share in every ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from IPython.display import HTML

from ragkit.state import Passage
from ragkit.widgets.runs.steps import STYLE, table

LATER = ("fused", "reranked")
"""Rankings that are made from the others."""
WHOLE = ("dense", "sparse")
"""Rankings of the whole question; those of its sub-questions have a number behind the name."""
WIDE = 2
"""Largest number of rankings with a column each; more of them, as of sub-questions, share one."""
NOTHING = "No fused ranking: this run made one ranking only."


def fusion_table(rankings: Mapping[str, Sequence[Passage]], rrf_k: int = 60, top: int = 10) -> HTML:
    """A row for each passage of the fused ranking: its shares 1/(k + rank), and their sum.

    `rankings` is what the node `retrieve` wrote. A passage has a rank and a share in each of them.
    The rankings of the whole question count as often as there are sub-questions
    (`Retriever.hybrid`), and so do their shares.
    """
    if "fused" not in rankings:
        return HTML(f"{STYLE}<p class='rk-note'>{NOTHING}</p>")
    searches = [name for name in rankings if name not in LATER]
    columns = searches if len(searches) <= WIDE else ["given by"]
    head = ["place", "passage", "because", *columns, "sum"]
    if "reranked" in rankings:
        head.append("reranked")
    rows = []
    for place, passage in enumerate(rankings["fused"][:top], start=1):
        rows.append(_row(place, passage, rankings, searches, rrf_k))
    return HTML(STYLE + table(f"fused by rank, k = {rrf_k}", head, rows))


def shares(id: str, rankings: Mapping[str, Sequence[Passage]], rrf_k: int = 60) -> dict[str, float]:
    """The share of each ranking in a passage's fused score; 0 where it does not have the passage.

    See (adaptive, eq. 10).

    >>> cat, dog = Passage("cat", ""), Passage("dog", "")
    >>> found = shares("dog", {"dense": [cat, dog], "sparse": [dog]})
    >>> {name: round(share, 4) for name, share in found.items()}
    {'dense': 0.0161, 'sparse': 0.0164}
    """
    searches = [name for name in rankings if name not in LATER]
    parts = sum(name.startswith("dense ") for name in searches)
    found = {}
    for name in searches:
        rank = rank_of(id, rankings[name])
        weight = max(1, parts) if name in WHOLE else 1
        found[name] = weight / (rrf_k + rank) if rank else 0.0
    return found


def rank_of(id: str, ranking: Sequence[Passage]) -> int:
    """The rank of a passage in a ranking, from 1; 0 if it is not there."""
    for rank, passage in enumerate(ranking, start=1):
        if passage.id == id:
            return rank
    return 0


def _row(
    place: int,
    passage: Passage,
    rankings: Mapping[str, Sequence[Passage]],
    searches: Sequence[str],
    rrf_k: int,
) -> list[tuple[str, str]]:
    portions = shares(passage.id, rankings, rrf_k)
    ranks = {name: rank_of(passage.id, rankings[name]) for name in searches}
    row = [
        (str(place), "rk-number"),
        (passage.place, ""),
        (_why(place, ranks), ""),
    ]
    for text in _contributions(portions, ranks):
        row.append((text, "rk-lines"))
    total = sum(portions.values())
    row.append((f"{total:.4f}", "rk-number"))
    if "reranked" in rankings:
        rank = rank_of(passage.id, rankings["reranked"])
        row.append((f"{rank}." if rank else "left out", ""))
    return row


def _contributions(portions: Mapping[str, float], ranks: Mapping[str, int]) -> list[str]:
    """What each ranking gave a passage: one text for each, or all in one where they are many."""
    texts = {}
    for name, rank in ranks.items():
        share = portions[name]
        texts[name] = f"place {rank} gives {share:.4f}" if rank else "not found"
    if len(texts) <= WIDE:
        return list(texts.values())
    lines = [f"{name}: {text}" for name, text in texts.items()]
    return ["\n".join(lines)]


def _why(place: int, ranks: Mapping[str, int]) -> str:
    """Why a passage is in its place, in words."""
    hits = {name: rank for name, rank in ranks.items() if rank}
    best = min(hits.values(), default=0)
    if len(hits) > 1 and place < best:
        return "several rankings contain it, and together they lift it"
    if len(hits) == 1:
        (name,) = hits
        return f"only {name} has it"
    if place > best:
        return "fell: others are higher in more rankings"
    return "high in several rankings"
