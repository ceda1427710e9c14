"""How the fusion and the reranker placed each passage: its rank and share in every ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from IPython.display import HTML

from ragkit.search.blend import scaled, weights
from ragkit.state import Passage
from ragkit.widgets.runs.steps import STYLE, table

LATER = ("fused", "reranked")
"""Rankings that are made from the others."""
HOP = "hop: "
"""The beginning of the name of a second hop's ranking, which is not fused with the others."""
NOTHING = "No fused ranking: this run made one ranking only."


def fusion_table(
    rankings: Mapping[str, Sequence[Passage]], fusion: str = "rrf", rrf_k: int = 60, top: int = 10
) -> HTML:
    """A row for each passage of the fused ranking: its share of each ranking, and their sum.

    `rankings` is what the node `retrieve` wrote, and `fusion` and `rrf_k` are the settings of the
    kit. A share is 1/(k + rank) with `rrf`, and the weighted, scaled score with `blend`.
    """
    if "fused" not in rankings:
        return HTML(f"{STYLE}<p class='rk-note'>{NOTHING}</p>")
    searches = searched(rankings)
    head = ["place", "passage", "because", *searches, "sum"]
    if "reranked" in rankings:
        head.append("reranked")
    rows = []
    for place, passage in enumerate(rankings["fused"][:top], start=1):
        portions = shares(passage.id, searches, fusion, rrf_k)
        rows.append(_row(place, passage, rankings, portions))
    title = "fused by score" if fusion == "blend" else f"fused by rank, k = {rrf_k}"
    return HTML(STYLE + table(title, head, rows))


def searched(rankings: Mapping[str, Sequence[Passage]]) -> dict[str, Sequence[Passage]]:
    """The rankings that were fused."""
    found = {}
    for name, ranking in rankings.items():
        if name not in LATER and not name.startswith(HOP):
            found[name] = ranking
    return found


def shares(
    id: str, searches: Mapping[str, Sequence[Passage]], fusion: str = "rrf", rrf_k: int = 60
) -> dict[str, float]:
    """The share of each ranking in a passage's fused score; 0 where it does not have the passage.

    See (adaptive, eq. 10) for `rrf`, and `search/blend.py` for `blend`.

    >>> cat, dog = Passage("cat", ""), Passage("dog", "")
    >>> found = shares("dog", {"dense": [cat, dog], "sparse": [dog]})
    >>> {name: round(share, 4) for name, share in found.items()}
    {'dense': 0.0161, 'sparse': 0.0164}
    """
    ranking_weights = weights(list(searches.values()))
    found = {}
    for (name, ranking), weight in zip(searches.items(), ranking_weights, strict=True):
        rank = rank_of(id, ranking)
        if not rank:
            found[name] = 0.0
        elif fusion == "blend":
            found[name] = weight * scaled(ranking)[rank - 1]
        else:
            found[name] = 1 / (rrf_k + rank)
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
    portions: Mapping[str, float],
) -> list[tuple[str, str]]:
    ranks = {name: rank_of(passage.id, rankings[name]) for name in portions}
    row = [
        (str(place), "rk-number"),
        (passage.place, ""),
        (_why(place, ranks), ""),
    ]
    for name, rank in ranks.items():
        text = f"place {rank} gives {portions[name]:.4f}" if rank else "not found"
        row.append((text, "rk-lines"))
    total = sum(portions.values())
    row.append((f"{total:.4f}", "rk-number"))
    if "reranked" in rankings:
        rank = rank_of(passage.id, rankings["reranked"])
        row.append((f"{rank}." if rank else "dropped", ""))
    return row


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
