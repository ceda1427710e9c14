"""The nodes that graphs are made of, one in each file.

A node reads state, calls one function, and returns only the fields that it wrote. A node that only
one system uses is in that system's folder.
"""

from ragkit.nodes.answer_critic import answer_critic, judge_draft
from ragkit.nodes.apologise import apologise
from ragkit.nodes.context_critic import ANSWERABLE, SUFFICIENT, context_critic, grade_evidence
from ragkit.nodes.draft import draft
from ragkit.nodes.generate import generate
from ragkit.nodes.hop import hop
from ragkit.nodes.quote import quote
from ragkit.nodes.readings import differ, readings
from ragkit.nodes.remember import remember
from ragkit.nodes.retrieve import retrieve
from ragkit.nodes.retrieve_dense import retrieve_dense
from ragkit.nodes.retry import RETRIES, ROUNDS, may_retry, next_query, rewrite, stalled
from ragkit.nodes.search_web import search_web
from ragkit.nodes.verify import verify

__all__ = [
    "ANSWERABLE",
    "RETRIES",
    "ROUNDS",
    "SUFFICIENT",
    "answer_critic",
    "apologise",
    "context_critic",
    "differ",
    "draft",
    "generate",
    "grade_evidence",
    "hop",
    "judge_draft",
    "may_retry",
    "next_query",
    "quote",
    "readings",
    "remember",
    "retrieve",
    "retrieve_dense",
    "rewrite",
    "search_web",
    "stalled",
    "verify",
]
