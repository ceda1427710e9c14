"""Search over the passages: dense, sparse, fused, reranked; the profile of the documents; and the
memory of earlier runs.
"""

from ragkit.search.blend import scaled, weights
from ragkit.search.budget import room, within
from ragkit.search.copies import Copies
from ragkit.search.dense import Dense
from ragkit.search.domains import MARGIN, Domains, detected
from ragkit.search.embedder import SentenceEmbedder
from ragkit.search.fuse import Retriever, Way, rrf
from ragkit.search.memory import VERIFIED_BELOW, FailureMemory
from ragkit.search.neighbours import beside
from ragkit.search.profile import CorpusProfile, DocumentProfile
from ragkit.search.rerank import Score, reranker
from ragkit.search.route_cache import RouteCache
from ragkit.search.sparse import Sparse

__all__ = [
    "Copies",
    "CorpusProfile",
    "Dense",
    "DocumentProfile",
    "Domains",
    "FailureMemory",
    "MARGIN",
    "Retriever",
    "RouteCache",
    "Score",
    "SentenceEmbedder",
    "Sparse",
    "VERIFIED_BELOW",
    "Way",
    "beside",
    "detected",
    "reranker",
    "room",
    "rrf",
    "scaled",
    "weights",
    "within",
]
