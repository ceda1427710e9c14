"""Why a passage stands where it stands: what each ranking gave it in the fusion, and what the reranker made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from IPython.display import HTML

from ragkit.state import Passage
from ragkit.widgets.steps import STYLE, table

LATER = ("fused", "reranked")
WIDE = 2
"""So many rankings have a column each; what more of them give, as sub-questions do, is told in one column."""
NOTHING = "No fused ranking here: this run searched in one way only."


def fusion_table(rankings: Mapping[str, Sequence[Passage]], rrf_k: int = 60, top: int = 10) -> HTML:
    """One row a passage of the fused ranking: its rank and its share 1/(k + rank) in each ranking, and their sum.

    `rankings` is what the node `retrieve` wrote. The whole question's rankings count as often as there are
    sub-questions (`Retriever.hybrid`), and the shares say so.
    """
    if "fused" not in rankings:
        return HTML(f"{STYLE}<p class='rk-note'>{NOTHING}</p>")
    searched = [name for name in rankings if name not in LATER]
    given = searched if len(searched) <= WIDE else ["given by"]
    head = ["place", "passage", "because", *given, "sum", *(["reranked"] if "reranked" in rankings else [])]
    rows = [_row(place, passage, rankings, searched, rrf_k) for place, passage in enumerate(rankings["fused"][:top], 1)]
    return HTML(STYLE + table(f"fused by rank, k = {rrf_k}", head, rows))


def shares(id: str, rankings: Mapping[str, Sequence[Passage]], rrf_k: int = 60) -> dict[str, float]:
    """What each ranking gave a passage in the fusion (papers/000, eq. 10); 0 where it was not found.

    >>> cat, dog = Passage("cat", ""), Passage("dog", "")
    >>> {name: round(share, 4) for name, share in shares("dog", {"dense": [cat, dog], "sparse": [dog]}).items()}
    {'dense': 0.0161, 'sparse': 0.0164}
    """
    searched = [name for name in rankings if name not in LATER]
    weight = max(1, sum(name.startswith("dense ") for name in searched))
    return {
        name: (weight if name in ("dense", "sparse") else 1) / (rrf_k + rank) if rank else 0.0
        for name in searched
        for rank in [rank_of(id, rankings[name])]
    }


def rank_of(id: str, ranking: Sequence[Passage]) -> int:
    """The place of a passage in a ranking, from 1; 0 where it is not in it."""
    return next((rank for rank, passage in enumerate(ranking, start=1) if passage.id == id), 0)


def _row(
    place: int, passage: Passage, rankings: Mapping[str, Sequence[Passage]], searched: Sequence[str], rrf_k: int
) -> list[tuple[str, str]]:
    given = shares(passage.id, rankings, rrf_k)
    ranks = {name: rank_of(passage.id, rankings[name]) for name in searched}
    again = rank_of(passage.id, rankings.get("reranked", ()))
    reranked = [(f"{again}." if again else "left out", "")] if "reranked" in rankings else []
    total = (f"{sum(given.values()):.4f}", "rk-number")
    began = [(str(place), "rk-number"), (passage.place, ""), (_why(place, ranks), "")]
    return [*began, *((text, "rk-lines") for text in _given(given, ranks)), total, *reranked]


def _given(given: Mapping[str, float], ranks: Mapping[str, int]) -> list[str]:
    told = {name: f"place {rank} gives {given[name]:.4f}" if rank else "not found" for name, rank in ranks.items()}
    lines = "\n".join(f"{name}: {text}" for name, text in told.items())
    return [lines] if len(told) > WIDE else list(told.values())


def _why(place: int, ranks: Mapping[str, int]) -> str:
    held = {name: rank for name, rank in ranks.items() if rank}
    best = min(held.values(), default=0)
    if len(held) > 1 and place < best:
        return "several rankings have it, and together they lift it"
    if len(held) == 1:
        return f"only {next(iter(held))} has it"
    return "fell: others are higher in more rankings" if place > best else "high in several rankings"
