"""A view of a kit that reads only some documents: what one user, or one group, may see.

A permission is a list of globs over the paths of the documents in their folder, such as `public/*`.
A view is a kit on the documents that match, and everything that is made of documents is made of
these alone: the index of words, the copies, the screen, the profile, the tiers, the tools. So it
finds what a kit finds whose folder has no others, with the same scores, and its rankings say
nothing about them. Only the index of vectors is shared, of which a view searches its own.

What is kept of runs is not shared either: a view has a cache of routes of its own, and no failure
memory, because that contains the questions of others. Replies on disk need no filter: their key is
the whole request with its evidence. The limits are in docs/production.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from typing import TypeVar

from ragkit.documents.corpus import Corpus
from ragkit.documents.tiers import Tier, is_in, tiers_of
from ragkit.kit import Kit
from ragkit.mcp import Tools, open_tools
from ragkit.search.copies import Copies
from ragkit.search.fuse import Retriever
from ragkit.search.sparse import Sparse
from ragkit.thresholds import home

Known = TypeVar("Known")


class NothingToRead(ValueError):
    """No document of the folder matches a permission; the message names none of the others."""


@dataclass(frozen=True)
class View(Kit):
    """A kit on some documents of another one, whose index stays the other one's."""

    @cached_property
    def tiers(self) -> tuple[Tier, ...]:
        """The tiers of the corpus, without the folders of which no document may be read."""
        corpus = self.corpus
        sources = corpus.sources
        there = []
        for tier in tiers_of(corpus.folder, sources):
            is_folder = tier.reach == "folder"
            has_one = any(is_in(source, tier.archive) for source in sources)
            if has_one or not is_folder:
                there.append(tier)
        return tuple(there)

    def close(self) -> None:
        """End the tools' server. The index is closed with the kit that the view is of."""
        if self.tools is not None:
            self.tools.close()


def only(kit: Kit, globs: str | Sequence[str]) -> View:
    """A view of a kit for somebody who may read only the documents that one of the globs matches.

    A glob is a path below the folder of the documents, with `*`, `?` and `[...]`; `*` matches
    slashes too. A view of a view reads what both allow. Make one for each group of users and keep
    it: its index of words is built anew. Raises `NothingToRead`.
    """
    allowed = [globs] if isinstance(globs, str) else list(globs)
    corpus = _readable(kit.corpus, allowed)
    if not corpus.passages:
        raise NothingToRead(
            f"asked for the documents of {corpus.folder} that match {', '.join(allowed) or 'none'}"
            ", got no document; a glob is a path below that folder, such as 'public/*'"
        )
    retriever = _over(kit.retriever, corpus)
    tools = _over_these(kit, corpus)
    return View(kit.settings, corpus, retriever, kit.model, None, kit.web, tools)


def may_read(source: str, globs: Sequence[str]) -> bool:
    """Whether one of the globs matches the path of a document.

    >>> [may_read(path, ["public/*"]) for path in ("public/2026/plan.md", "public-old/plan.md")]
    [True, False]
    """
    return any(fnmatchcase(source, glob) for glob in globs)


def _readable(corpus: Corpus, globs: Sequence[str]) -> Corpus:
    """The corpus without the other documents, and without what is known of their files."""
    passages = [passage for passage in corpus.passages if may_read(passage.source, globs)]
    return Corpus(
        corpus.folder,
        tuple(passages),
        _of_readable(corpus.skipped, globs),
        _of_readable(corpus.notes, globs),
        _of_readable(corpus.about, globs),
    )


def _of_readable(by_file: Mapping[str, Known], globs: Sequence[str]) -> dict[str, Known]:
    return {file: known for file, known in by_file.items() if may_read(file, globs)}


def _over(retriever: Retriever, corpus: Corpus) -> Retriever:
    """A retriever whose rankings, word weights and copies come from these documents alone."""
    return replace(
        retriever,
        dense=retriever.dense.part(corpus.passages),
        sparse=Sparse(corpus.passages, copies_once=True),
        copies=Copies(corpus.passages),
    )


def _over_these(kit: Kit, corpus: Corpus) -> Tools | None:
    """The kit's own tools over these documents; none of a foreign server, which may read others."""
    if kit.tools is None or kit.settings.mcp_server is not None:
        return None
    return open_tools(kit.settings, corpus, home(corpus.folder), kit.tools.embed)
