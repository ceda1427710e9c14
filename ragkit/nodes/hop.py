"""A second hop: search for what the best evidence names and the question does not.

"In which year was the structure introduced that holds the timers of Metronome?" One document says
that they are in a pairing heap, another when that was introduced. No search for the question finds
the second, because it does not mention Metronome. So the words that the best lines of the evidence
add to the question are searched for, *alone*: with the question's words beside them, the search
would go back to where it was.

What is found is appended behind the evidence, so that the work done on the evidence is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.nodes.bars import depth_of
from ragkit.nodes.excerpts import Rarity, excerpts
from ragkit.nodes.screen import notes_of, screen
from ragkit.settings import Depth
from ragkit.state import Passage, RunState, SetAside
from ragkit.text.words import WORD, words


def hop(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, hopped, depth, rankings, set_aside · writes passages, hopped,
    rankings, set_aside, notes
    """
    kit = runtime.context
    depth = depth_of(state.depth, kit.settings)
    rarity = kit.retriever.sparse.rarity
    passages = [*state.passages]
    rankings = dict(state.rankings)
    hopped = [*state.hopped]
    aside: list[SetAside] = []
    for lead in leads(state.question, state.passages, rarity, depth.hops):
        ranking = _search(kit, lead, depth, fused="fused" in state.rankings)
        rankings[f"hop: {lead}"] = ranking
        known = [one.passage for one in (*state.set_aside, *aside)]
        found, hostile = first_clean(state.question, ranking, passages, known, kit)
        aside += hostile
        if found is not None:
            passages.append(found)
            hopped.append(found.id)
    return {
        "passages": passages,
        "hopped": hopped,
        "rankings": rankings,
        "set_aside": [*state.set_aside, *aside],
        "notes": notes_of(aside),
    }


def first_clean(
    question: str,
    ranking: Sequence[Passage],
    passages: Sequence[Passage],
    set_aside: Sequence[Passage],
    kit: Kit,
) -> tuple[Passage | None, list[SetAside]]:
    """The best new passage of a ranking that passes the screen, and what did not before it."""
    known = [*passages, *set_aside]
    aside: list[SetAside] = []
    found = first_new(ranking, known)
    while found is not None:
        screened = screen(question, [found], kit, beside=passages)
        aside += screened.set_aside
        if screened.kept:
            return screened.kept[0], aside
        known.append(found)
        found = first_new(ranking, known)
    return None, aside


def _search(kit: Kit, query: str, depth: Depth, fused: bool) -> list[Passage]:
    """The ranking of a query, fused if that of the question is, and else dense."""
    if fused:
        return kit.retriever.hybrid(query, depth)["fused"]
    return kit.retriever.dense.search(query, depth.dense)


def leads(question: str, passages: Sequence[Passage], rarity: Rarity, most: int) -> list[str]:
    """What the best lines of the evidence say beyond the question: a query for each line.

    `rarity` gives the weight of a word, and `most` is the number of lines.

    >>> guide = Passage("g", "Metronome keeps timers in a pairing heap.")
    >>> leads("What holds the timers of Metronome?", [guide], lambda word: 1.0, most=1)
    ['keeps pairing heap']
    """
    known = set(words(question))
    queries = []
    for line in excerpts(question, passages, rarity)[:most]:
        new = [word for word in WORD.findall(line.text) if _adds(word, known)]
        if new:
            queries.append(" ".join(new))
    return queries


def _adds(word: str, known: set[str]) -> bool:
    """Whether a word is no stop word and is not known."""
    stems = words(word)
    return bool(stems) and not known.issuperset(stems)


def first_new(ranking: Sequence[Passage], known: Sequence[Passage]) -> Passage | None:
    """The best passage of a ranking that is not known yet, or None."""
    ids = {passage.id for passage in known}
    for passage in ranking:
        if passage.id not in ids:
            return passage
    return None
