"""The nodes that graphs are made of.

A node reads state, calls one function, and returns only the fields that it wrote.
"""

from ragkit.nodes.answer_critic import answer_critic
from ragkit.nodes.answerability import answerability
from ragkit.nodes.apologise import apologise
from ragkit.nodes.as_of import as_of
from ragkit.nodes.context_critic import context_critic
from ragkit.nodes.correct import correct
from ragkit.nodes.generate import draft, generate
from ragkit.nodes.hop import hop
from ragkit.nodes.quote import quote
from ragkit.nodes.readings import readings
from ragkit.nodes.remember import remember
from ragkit.nodes.retrieve import retrieve, retrieve_dense
from ragkit.nodes.rewrite import rewrite
from ragkit.nodes.search_web import search_web
from ragkit.nodes.verify import verify

__all__ = [
    "answer_critic",
    "answerability",
    "apologise",
    "as_of",
    "context_critic",
    "correct",
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
