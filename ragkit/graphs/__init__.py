"""The systems: each builder returns an uncompiled graph, to which a notebook may add before it runs."""

from ragkit.graphs.ablated import PARTS, Part, ablated, kit_without
from ragkit.graphs.adaptive import adaptive
from ragkit.graphs.crag import crag
from ragkit.graphs.hybrid import hybrid
from ragkit.graphs.naive import naive

__all__ = ["PARTS", "Part", "ablated", "adaptive", "crag", "hybrid", "kit_without", "naive"]
