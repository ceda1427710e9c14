"""The nodes that graphs are made of, one in each file.

A node reads state, calls one function, and returns only the fields that it wrote. A node that only
one system uses is in that system's folder.
"""

from ragkit.nodes.answer_critic import answer_critic
from ragkit.nodes.apologise import apologise
from ragkit.nodes.choose import choose
from ragkit.nodes.context_critic import context_critic
from ragkit.nodes.draft import draft
from ragkit.nodes.generate import generate
from ragkit.nodes.hop import hop
from ragkit.nodes.quote import quote
from ragkit.nodes.readings import readings
from ragkit.nodes.remember import remember
from ragkit.nodes.retrieve import retrieve
from ragkit.nodes.retrieve_dense import retrieve_dense
from ragkit.nodes.retry import rewrite
from ragkit.nodes.search_web import search_web
from ragkit.nodes.verify import verify

__all__ = [
    "answer_critic",
    "apologise",
    "choose",
    "context_critic",
    "draft",
    "generate",
    "hop",
    "quote",
    "readings",
    "remember",
    "retrieve",
    "retrieve_dense",
    "rewrite",
    "search_web",
    "verify",
]
