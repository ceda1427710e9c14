"""From web pages to evidence: pages are cut into passages, which are ranked as those of a corpus.

One search returns few pages, so the two rankings are computed in memory and then discarded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ragkit.documents import Document
from ragkit.documents.cutting import chunk
from ragkit.search.fuse import rrf
from ragkit.search.sparse import Sparse
from ragkit.state import Passage
from ragkit.stores import Embed
from ragkit.web.page import Page

LENGTH = 900
"""Number of characters of a passage: about what the embedding model reads at once (256 tokens)."""
OVERLAP = 100
"""Number of characters that two passages share: a longish sentence."""


def best(pages: Sequence[Page], query: str, embed: Embed, most: int) -> list[Passage]:
    """Return the `most` best passages of the pages for the query."""
    return ranked(_pieces(pages), query, embed, most)


def ranked(pieces: Sequence[Passage], query: str, embed: Embed, most: int) -> list[Passage]:
    """Return the `most` best passages for the query.

    The rankings by cosine similarity and by BM25 are merged by reciprocal rank fusion.
    """
    if not pieces:
        return []
    vectors = embed([query, *(piece.searchable for piece in pieces)])
    similarity = vectors[1:] @ vectors[0]
    order = np.argsort(-similarity, kind="stable")
    by_cosine = [pieces[i] for i in order]
    by_words = Sparse(pieces).search(query, len(pieces))
    return rrf([by_cosine, by_words])[:most]


def _pieces(pages: Sequence[Page]) -> list[Passage]:
    """Return the passages of all pages, each of them once."""
    pieces = {}
    for page in pages:
        for piece in cut(page):
            pieces[piece.id] = piece
    return list(pieces.values())


def cut(page: Page) -> list[Passage]:
    """Return a page's passages; `source` is its address, `section` its title and date.

    >>> cut(Page("Owls", "https://owls.example", "Owls hunt at night.", "2012-08-20"))[0].place
    'https://owls.example, Owls (2012-08-20)'
    """
    document = Document(page.url, page.title, page.text)
    pieces = []
    for piece in chunk(document, LENGTH, OVERLAP, len):
        pieces.append(replace(piece, id=f"web:{piece.id}", section=page.heading))
    return pieces
