"""How deep a search is: the rows, the settings, and which row is in force.

The row of a run is the one that its planner chose for the question (`RunState.depth`), or else the
one of the setting `depth`. The setting `k` overrides how many passages of it are kept.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, NamedTuple

from pydantic import BaseModel, Field, field_validator

from ragkit.settings.in_force import BY_USER, DEFAULT, Value, lines
from ragkit.settings.marks import Off, Share


class Depth(NamedTuple):
    """How deep to search: a row of `DEPTHS` (adaptive, Table 2)."""

    dense: int
    """Passages taken from the dense ranking."""
    sparse: int
    """Passages taken from the sparse ranking."""
    final: int
    """Passages kept after fusion."""
    rerank: bool
    """Whether the fused passages are reranked; only the best three are then used."""
    retries: int
    """How often a critic may send the question back to the search, if the setting `retry` is on."""
    tokens: int | None = None
    """About how many tokens of evidence are kept; None: only their number, `final`, counts."""
    hops: int = 0
    """From how many lines of the evidence a second hop searches (`nodes/hop.py`)."""

    def deeper(self, by: int) -> Depth:
        """A depth with `by` more places in each ranking.

        So passages that are known already take no place from new ones.
        """
        return self._replace(
            dense=self.dense + by,
            sparse=self.sparse + by,
            final=self.final + by,
        )


# Long rankings are fused, because a passage that only one ranker has far up is lost when short ones
# are. What a prompt has room for is kept. The next two rows are the paper's own. The last one
# is for passages that are reranked before a prompt has them (advanced, feature 11).
DEPTHS: dict[str, Depth] = {
    "simple": Depth(50, 50, final=20, rerank=False, retries=2, tokens=1_000),
    "complex": Depth(50, 50, final=20, rerank=False, retries=3, tokens=1_000, hops=2),
    "paper simple": Depth(dense=3, sparse=3, final=3, rerank=False, retries=2),
    "paper complex": Depth(dense=8, sparse=8, final=10, rerank=True, retries=3),
    "wide": Depth(50, 50, final=10, rerank=False, retries=3),
}

RERANK_KEEPS = 3
"""Number of passages used after reranking (adaptive, section 4.3)."""
FUSED_KEEPS = 5
"""Number of passages used where reranking is wanted but not possible.

It is larger by two, because the right passage is less often among the first three.
"""


class DepthInForce(NamedTuple):
    """The depth of a search, with where its parts come from. Print it."""

    row: Depth
    values: tuple[Value, ...]

    def __str__(self) -> str:
        return lines(self.values)


class DepthSettings(BaseModel):
    """The settings of the depth of a search."""

    depth: str = Field("simple", description="a row of DEPTHS")
    k: int | None = Field(
        None, ge=1, description="passages kept by hybrid retrieval; None: as many as the depth says"
    )
    complex_above: Annotated[Share, Off("policy", 1.0, boxed=False)] = Field(
        0.72, description="complexity above which the search is deep: it hops"
    )

    @field_validator("depth")
    @classmethod
    def _known(cls, depth: str) -> str:
        if depth not in DEPTHS:
            known = ", ".join(DEPTHS)
            raise ValueError(f"depth is {depth!r}; rows of ragkit.settings.DEPTHS: {known}")
        return depth

    def depth_of(self, name: str = "") -> Depth:
        """The row of this name, or the one of the setting for an empty name.

        >>> DepthSettings(depth="complex", k=5).depth_of()
        Depth(dense=50, sparse=50, final=5, rerank=False, retries=3, tokens=None, hops=2)
        """
        row = DEPTHS[name or self.depth]
        if self.k is None:
            return row
        return row._replace(
            dense=max(self.k, row.dense),
            sparse=max(self.k, row.sparse),
            final=self.k,
            tokens=None,
        )

    def depth_in_force(self) -> DepthInForce:
        """The row of the settings, for a question that no planner chose a row for.

        >>> print(DepthSettings(depth="paper simple", k=5).depth_in_force())
        depth          paper simple  set by you
        complex_above  0.72          default; `adaptive` takes "complex" above, "simple" below
        dense          5             the row, at least k
        sparse         5             the row, at least k
        final          5             k, set by you
        rerank         False         the row
        retries        2             the row, if `retry` is on
        tokens         None          k, set by you
        hops           0             the row
        """
        sources = {
            name: BY_USER if name in self.model_fields_set else DEFAULT
            for name in ("depth", "complex_above")
        }
        sources["complex_above"] += '; `adaptive` takes "complex" above, "simple" below'
        values = [Value(name, getattr(self, name), source) for name, source in sources.items()]
        of_row = dict.fromkeys(Depth._fields, "the row")
        of_row["retries"] += ", if `retry` is on"
        if self.k is not None:
            at_least, by_k = "the row, at least k", f"k, {BY_USER}"
            of_row |= {"dense": at_least, "sparse": at_least, "final": by_k, "tokens": by_k}
        row = self.depth_of()
        values += [Value(name, getattr(row, name), source) for name, source in of_row.items()]
        return DepthInForce(row, tuple(values))

    def depth_for(self, complexity: float, failures: Collection[str] = ()) -> str:
        """The name of the row for a complexity in [0, 1] and the modes of earlier failures.

        >>> [DepthSettings().depth_for(score) for score in (0.4, 0.8)]
        ['simple', 'complex']
        >>> DepthSettings().depth_for(0.4, ["unsupported"])
        'complex'
        """
        if complexity > self.complex_above or "unsupported" in failures:
            return "complex"
        return "simple"
