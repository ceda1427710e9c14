"""Three tools at three grains: search by words, search by meaning, read a passage (teams).

All of them go through the seam for evidence, so what may be hostile is set aside. Each has a budget
for one run and a bound on what comes back, because an agent that may go on often does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from ragkit.evidence import Evidence
from ragkit.kit import Kit
from ragkit.state import Found
from ragkit.web.page import LONGEST_QUERY, one_line

MOST = 5
"""Maximum number of passages that a search returns."""
LONGEST_ID = 80
"""Maximum length of an id that a note repeats, in characters."""
NO_PASSAGE = "there is no passage {id!r}: read one whose id a search returned"

Find = Callable[[Evidence, str, str, Collection[str]], Found]
"""A search of the evidence: the question, what is looked for, and ids of passages not wanted."""


@dataclass(frozen=True)
class Tool:
    """A way to look into the documents."""

    meaning: str
    """What it does and when it helps, as an agent reads it."""
    find: Find
    takes: Literal["query", "passage_id"] = "query"
    """What it is called with."""
    budget: int = 2
    """How often it may be called in one run."""


def keyword_search(
    evidence: Evidence, question: str, query: str, known: Collection[str] = ()
) -> Found:
    """The passages that share the rarest words with a query."""
    return evidence.one_way(question, one_line(query, LONGEST_QUERY), "keyword", MOST, known)


def semantic_search(
    evidence: Evidence, question: str, query: str, known: Collection[str] = ()
) -> Found:
    """The passages whose meaning is nearest to that of a query."""
    return evidence.one_way(question, one_line(query, LONGEST_QUERY), "semantic", MOST, known)


def read_passage(
    evidence: Evidence, question: str, passage_id: str, known: Collection[str] = ()
) -> Found:
    """A passage with the one before and the one after it in its document, known or not.

    A note says where there is no such passage.
    """
    found = evidence.around(question, passage_id)
    if not found.passages and not found.set_aside:
        return Found([], [NO_PASSAGE.format(id=one_line(passage_id, LONGEST_ID))])
    return found


TOOLS: dict[str, Tool] = {
    "keyword_search": Tool(
        "search the documents for the exact words of a query: names, numbers, technical terms",
        keyword_search,
    ),
    "semantic_search": Tool(
        "search the documents for the meaning of a query, in whatever words they put it",
        semantic_search,
    ),
    "read_passage": Tool(
        "read on: a passage that was found, with what stands before and after it",
        read_passage,
        takes="passage_id",
    ),
}
"""The tools by name, from the coarsest to the finest grain."""


def looked_for(kit: Kit, name: str, target: str) -> Found:
    """What a tool finds for an agent that is not in one of our graphs: its call is all there is."""
    return TOOLS[name].find(kit.evidence, target, target, ())


def as_text(found: Found) -> str:
    """What a tool found, as an agent reads it: each passage behind its id and its place.

    >>> from ragkit.state import Passage
    >>> print(as_text(Found([Passage("owl", "Owls hunt.", "owls.md")], ["one was set aside"])))
    [owl] owls.md
    Owls hunt.
    <BLANKLINE>
    Note: one was set aside
    >>> as_text(Found([]))
    'Nothing was found.'
    """
    parts = [f"[{one.id}] {one.place}\n{one.text}" for one in found.passages]
    parts += [f"Note: {note}" for note in found.notes]
    return "\n\n".join(parts) or "Nothing was found."
