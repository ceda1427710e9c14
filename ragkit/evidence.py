"""The one seam for evidence: every search of a run goes through here.

Whatever is searched (documents, an archive of them, the web, a tool), what may be hostile is set
aside before a model sees it. A ranking of the documents is long, so the next best passages take
the places that this leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from ragkit.mcp import Tools
from ragkit.screen import Screen
from ragkit.search.budget import room, within
from ragkit.search.fuse import Retriever, Way, rrf
from ragkit.search.neighbours import beside
from ragkit.search.rerank import Score, rerank
from ragkit.settings import FUSED_KEEPS, RERANK_KEEPS, Depth, Settings
from ragkit.state import Found, Passage
from ragkit.web import Web

Rankings = dict[str, list[Passage]]
SPARE = 20
"""Number of further passages that are searched for when something has to be set aside.

They take its place, and show what other documents say about the same.
"""
WEB_OFF = "the web was not asked: it is switched off"
TOOLS_OFF = "no tool was asked: `mcp` is switched off"
NO_WORDS = "searched by meaning too: no passage has a word of the question"
NO_TOOLS = "no tool was asked: this kit has none"
"""So it is for a kit that `Kit.open` did not make, or that leaves out passages for a question."""


@dataclass(frozen=True)
class Evidence:
    """What can be searched, and the screen that all of it passes."""

    settings: Settings
    retriever: Retriever
    screen: Screen
    reranker: Callable[[], tuple[Score | None, str]]
    web: Web | None = None
    tools: Tools | None = None

    def dense(self, question: str, query: str) -> Found:
        """The `k_naive` passages nearest to a query, by dense retrieval alone."""
        k = self.settings.k_naive

        def search(more: int) -> Rankings:
            return {"dense": self.retriever.nearest(query, k + more)}

        found = self._refilled(question, search)
        return self._copied(replace(found, passages=found.passages[:k]))

    def hybrid(
        self,
        question: str,
        query: str,
        depth: str = "",
        kept: Sequence[Passage] = (),
        known: Collection[str] = (),
    ) -> Found:
        """The passages that hybrid retrieval finds for a query and there is room for.

        `kept` is evidence of an earlier search, which comes first; `known` are the ids of passages
        that are not wanted again.
        """
        row = self.settings.depth_of(depth)
        known = {passage.id for passage in kept}.union(known)

        def search(more: int) -> Rankings:
            return self.retriever.hybrid(query, row.deeper(len(known) + more))

        def shown(passages: list[Passage]) -> list[Passage]:
            return within(passages[: row.final], room(kept, row.tokens))

        # What is reranked may all be shown.
        found = self._refilled(question, search, known, list if row.rerank else shown)
        if row.rerank:
            found = self._reranked(question, found)
        return self._copied(replace(found, passages=shown(found.passages)))

    def variants(
        self,
        question: str,
        queries: Sequence[str],
        way: Way = "hybrid",
        depth: str = "",
        known: Collection[str] = (),
        also: Sequence[Passage] = (),
    ) -> Found:
        """The passages that several queries find in one way, fused by rank (advanced, feature 5).

        Where a search by words finds nothing, it is by both, and a note says so. `known` are the
        ids of passages that are not wanted again; `also` is a further ranking to be fused.
        """
        row = self.settings.depth_of(depth)
        also = _without(also, self.retriever.left_out)
        chosen, notes = self._finding(way, queries, row)

        def search(more: int) -> Rankings:
            deeper = row.deeper(len(known) + more)
            rankings = {}
            for query in queries:
                rankings[query] = self.retriever.by(chosen, query, deeper)
            if also:
                rankings["also"] = list(also)
            return rankings | {"fused": _fused(rankings, deeper)}

        def shown(passages: list[Passage]) -> list[Passage]:
            return within(passages[: row.final], row.tokens)

        found = self._refilled(question, search, known, shown)
        found = replace(found, passages=shown(found.passages), notes=notes + found.notes)
        return self._copied(found)

    def one_way(
        self, question: str, query: str, way: Way, most: int, known: Collection[str] = ()
    ) -> Found:
        """At most so many passages that one way of searching finds, without those that are known.

        What an agent's tool finds is what its name says, so no other way stands in for it.
        """
        row = self.settings.depth_of()

        def search(more: int) -> Rankings:
            return {way: self.retriever.by(way, query, row.deeper(len(known) + more))}

        found = self._refilled(question, search, known, lambda ranking: ranking[:most])
        return self._copied(replace(found, passages=found.passages[:most]))

    def around(self, question: str, id: str) -> Found:
        """A passage with its neighbours in its document, in the order of the document."""
        near = beside(self.retriever.sparse.passages, id)
        return self._screened(question, Found(_without(near, self.retriever.left_out)))

    def _finding(self, way: Way, queries: Sequence[str], row: Depth) -> tuple[Way, list[str]]:
        """The way to search, which is by both where a search by words finds nothing; and a note."""
        if way != "keyword":
            return way, []
        for query in queries:
            if self.retriever.by(way, query, row):
                return way, []
        return "hybrid", [NO_WORDS]

    def hop(
        self,
        question: str,
        query: str,
        depth: str,
        beside: Sequence[Passage],
        known: Collection[Passage],
        fused: bool,
    ) -> Found:
        """The best passage for a query that is not known yet, if there is one.

        The ranking is fused or dense; `beside` is the evidence so far.
        """
        row = self.settings.depth_of(depth)
        if fused:
            ranking = self.retriever.hybrid(query, row)["fused"]
        else:
            ranking = self.retriever.nearest(query, row.dense)
        found = Found([], rankings={f"hop: {query}": ranking})
        for passage in _without(ranking, {one.id for one in known}):
            screened = self.screen.apply(question, [passage], beside)
            found.set_aside.extend(screened.set_aside)
            if screened.passages:
                return replace(found, passages=screened.passages[:1])
        return found

    def archive(self, question: str, depth: str, folder: str = "") -> Found:
        """The passages of a folder's documents that hybrid retrieval finds, or of all documents."""
        row = self.settings.depth_of(depth)
        ranking = self.retriever.hybrid(question, row, folder)["fused"]
        found = Found(within(ranking[: row.final], row.tokens))
        return self._copied(self._screened(question, found))

    def from_web(self, question: str) -> Found:
        """What the web has, if it is switched on."""
        if self.web is None:
            return Found([], [WEB_OFF])
        return self._screened(question, self.web.search(question))

    def from_tool(self, question: str, tool: str, beside: Sequence[Passage]) -> Found:
        """What a tool has beyond the evidence so far."""
        if not self.settings.mcp:
            return Found([], [TOOLS_OFF])
        if self.tools is None:
            return Found([], [NO_TOOLS])
        return self._screened(question, self.tools.ask(tool, question, beside), beside)

    def _screened(self, question: str, found: Found, beside: Sequence[Passage] = ()) -> Found:
        """What was found, without what may be hostile."""
        screened = self.screen.apply(question, found.passages, beside)
        return replace(screened, notes=[*found.notes, *screened.notes])

    def _copied(self, found: Found) -> Found:
        """What was found, with a note on what of it is in several documents."""
        notes = self.retriever.copies.notes(found.passages)
        return replace(found, notes=[*found.notes, *notes])

    def _refilled(
        self,
        question: str,
        search: Callable[[int], Rankings],
        known: Collection[str] = (),
        shown: Callable[[list[Passage]], list[Passage]] = list,
    ) -> Found:
        """What a search finds, best first, in which others take the place of what is set aside.

        `search` finds as many more passages than usual as it is told. It is told to find more only
        when something may be hostile among the passages that would be shown.
        """
        rankings = search(0)
        fresh = _without(_last(rankings), known)
        if not self.screen.suspects(question, shown(fresh)):
            return Found(fresh, rankings=rankings)
        more = _without(_last(search(SPARE)), {passage.id for passage in fresh}.union(known))
        screened = self.screen.apply(question, fresh + more)
        if not screened.set_aside:
            return Found(fresh, rankings=rankings)
        return replace(screened, rankings=rankings)

    def _reranked(self, question: str, found: Found) -> Found:
        """The best passages by the reranker; without one, the first, and a note says why."""
        score, note = self.reranker()
        notes = [*found.notes, note] if note else found.notes
        if score is None:
            return replace(found, passages=found.passages[:FUSED_KEEPS], notes=notes)
        best = rerank(question, found.passages, score, RERANK_KEEPS)
        return replace(
            found, passages=best, notes=notes, rankings=found.rankings | {"reranked": best}
        )


def _last(rankings: Rankings) -> list[Passage]:
    """The ranking that counts: the last one is made from the others."""
    *_, ranking = rankings.values()
    return ranking


def _fused(rankings: Rankings, row: Depth) -> list[Passage]:
    """One ranking of several, by rank; a single one is as it was."""
    if len(rankings) == 1:
        return _last(rankings)
    several = list(rankings.values())
    return rrf(several)[: row.final]


def _without(ranking: Sequence[Passage], known: Collection[str]) -> list[Passage]:
    """The passages of a ranking that are not known."""
    return [passage for passage in ranking if passage.id not in known]
