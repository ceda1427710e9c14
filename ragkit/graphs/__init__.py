"""The systems: each builder returns an uncompiled graph, to which a notebook may add before it runs."""

from ragkit.graphs.ablated import ablated
from ragkit.graphs.adaptive import adaptive
from ragkit.graphs.crag import crag
from ragkit.graphs.hybrid import hybrid
from ragkit.graphs.naive import naive

__all__ = ["ablated", "adaptive", "crag", "hybrid", "naive"]
