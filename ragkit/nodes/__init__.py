"""What the graphs are made of: a node reads state, calls one function, and returns only what it wrote."""

from ragkit.nodes.generate import generate
from ragkit.nodes.retrieve import retrieve, retrieve_dense

__all__ = ["generate", "retrieve", "retrieve_dense"]
