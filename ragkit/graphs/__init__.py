"""The systems: each builder returns an uncompiled graph, to which a notebook may add before it runs."""

from ragkit.graphs.hybrid import hybrid
from ragkit.graphs.naive import naive

__all__ = ["hybrid", "naive"]
