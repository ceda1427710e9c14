"""From pages to evidence: cut them, rank the pieces as a corpus's passages are ranked, keep the best.

The pages of one search are few, so the two rankings live in memory for as long as it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ragkit.corpus import chunk
from ragkit.dense import Embed
from ragkit.read import Document
from ragkit.retrieve import rrf
from ragkit.sparse import Sparse
from ragkit.state import Passage
from ragkit.web.page import Page

LENGTH = 900
OVERLAP = 100
"""Of a passage, in characters: what the embedding model reads at once (256 tokens), and a good sentence."""


def best(pages: Sequence[Page], query: str, embed: Embed, most: int, rrf_k: int = 60) -> list[Passage]:
    """The `most` pieces of the pages that fit the query best, by reciprocal rank fusion of cosine and BM25."""
    pieces = list({piece.id: piece for page in pages for piece in cut(page)}.values())
    if not pieces:
        return []
    vectors = embed([query, *(piece.searchable for piece in pieces)])
    near = [pieces[i] for i in np.argsort(-(vectors[1:] @ vectors[0]), kind="stable")]
    return rrf([near, Sparse(pieces).search(query, len(pieces))], rrf_k)[:most]


def cut(page: Page) -> list[Passage]:
    """A page's pieces; `source` is its address, `section` its title and date.

    >>> cut(Page("Owls", "https://owls.example", "Owls hunt at night.", "2012-08-20"))[0].place
    'https://owls.example, Owls (2012-08-20)'
    """
    title = f"{page.title} ({page.published})" if page.published else page.title
    pieces = chunk(Document(page.url, page.title, page.text), LENGTH, OVERLAP, len)
    return [replace(piece, id=f"web:{piece.id}", section=title) for piece in pieces]
