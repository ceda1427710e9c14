"""A second hop: search for what the best evidence names and the question does not.

"In which year was the structure introduced that holds the timers of Metronome?" One document says
that they are in a pairing heap, another when that was introduced. No search for the question finds
the second, because it does not mention Metronome. So the words that the best lines of the evidence
add to the question are searched for, *alone*: with the question's words beside them, the search
would go back to where it was.

What is found is appended behind the evidence, so that the work done on the evidence is kept. Only
the depth *complex* hops (`DEPTHS` in `settings/depth.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.screen import notes_of
from ragkit.state import Passage, RunState, SetAside
from ragkit.text.excerpts import Rarity, excerpts
from ragkit.text.words import WORD, words


def hop(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, hopped, depth, rankings, set_aside · writes passages, hopped,
    rankings, set_aside, notes
    """
    kit = runtime.context
    most = kit.settings.depth_of(state.depth).hops
    rarity = kit.retriever.sparse.rarity
    passages = [*state.passages]
    rankings = dict(state.rankings)
    hopped = [*state.hopped]
    gone = [one.passage for one in state.set_aside]
    aside: list[SetAside] = []
    for lead in leads(state.question, state.passages, rarity, most):
        known = [*passages, *gone, *(one.passage for one in aside)]
        found = kit.evidence.hop(
            state.question, lead, state.depth, passages, known, fused="fused" in state.rankings
        )
        passages += found.passages
        hopped += [passage.id for passage in found.passages]
        rankings |= found.rankings
        aside += found.set_aside
    return {
        "passages": passages,
        "hopped": hopped,
        "rankings": rankings,
        "set_aside": aside,
        "notes": notes_of(aside),
    }


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
