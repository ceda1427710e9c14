"""Phase III: does a tier's evidence answer the question, and which of its passages are evidence?

This is the refined context filtering of (tiered). First the tier is judged as a whole, as the
context critic judges evidence: what does not answer the question is left out altogether. Then each
passage is graded for noise, relevance and contradiction. Noise is what is there twice, or has
hardly a word: rules see it. Relevance is a question to the judge for each passage, with all of them
in view, so that they are read once. A passage is contradicted where another document, which is
newer, gives another number for the same matter: superseded versions are so left out. Where nothing
says which of two is newer, both stay, and a note says that they differ. The paper's grader is a
model that sees each document alone.

The evidence prefix of what follows is that of the passages that are kept. When none is left out, it
is the one that the grading has read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.tiered.date_of import date_of
from ragkit.graphs.tiered.state import Sifted, TieredState
from ragkit.judges import Judge, helpful
from ragkit.kit import Kit
from ragkit.nodes.context_critic import grade_evidence
from ragkit.nodes.readings import differ
from ragkit.state import Grade, Passage
from ragkit.text.dates import years
from ragkit.text.excerpts import Excerpt, Rarity, excerpts
from ragkit.text.overlap import overlap
from ragkit.text.words import words

SHORTEST = 3
"""Minimum number of words of a passage that says something, stop words not counted."""
SAME = 0.9
"""Share of words, in both directions, from which two passages say the same."""
BESIDE_BEST = 0.3
"""Share of the best passage's odds from which a passage helps, too.

Judges differ in how high their odds are, and so do questions; a share does not depend on that. Of
the values that were tried, it is the highest that hardly ever lost what carries the answer
(`python -m benchmarks.context_filter corpora/almanac`).
"""
NEARLY = 0.6
"""Share of the best sentence's weight from which a sentence may answer the question, too."""
ALIKE = 0.5
"""Share of words from which two sentences are about the same matter."""
UNJUDGED = Grade(None, None, None, confidence=0.0, approved=False)
"""The grade of a tier that brought nothing to judge."""
Reasons = dict[str, str]
"""Why passages were left out, by their ids."""
Odds = dict[str, float | None]
"""The probability that a passage helps to answer, by its id; None where it could not be judged."""


def filter_context(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, grades · writes passages, sifted, grades, notes"""
    kit = runtime.context
    question = state.question
    noise = noisy(state.passages)
    heard = [passage for passage in state.passages if passage.id not in noise]
    grade, odds, note = grade_tier(question, heard, kit.judge, kit.settings.answerable_from)
    best = beside_best(heard, odds)
    contradicted, notes = superseded(
        question, best, kit.retriever.sparse.rarity, kit.corpus.passages
    )
    kept = [passage for passage in best if passage.id not in contradicted]
    sifted = [fate_of(passage, noise, odds, contradicted, kept) for passage in state.passages]
    if heard:
        notes += [kit.judge_note, note]
    return {
        "passages": kept,
        "sifted": sifted,
        "grades": [*state.grades, grade],
        "notes": [note for note in notes if note],
    }


def noisy(passages: Sequence[Passage]) -> Reasons:
    """The passages that say nothing, or nothing new.

    >>> owl, again = Passage("o", "Owls hunt mice."), Passage("a", "Owls hunt mice!")
    >>> noisy([owl, again, Passage("n", "See below.")])
    {'a': 'an earlier passage says the same', 'n': 'it has hardly a word'}
    """
    found = {}
    new: list[Passage] = []
    for passage in passages:
        if len(words(passage.text)) < SHORTEST:
            found[passage.id] = "it has hardly a word"
        elif any(_same(passage.text, other.text) for other in new):
            found[passage.id] = "an earlier passage says the same"
        else:
            new.append(passage)
    return found


def _same(text: str, other: str) -> bool:
    return min(overlap(text, other), overlap(other, text)) >= SAME


def grade_tier(
    question: str, passages: Sequence[Passage], judge: Judge, answerable_from: float
) -> tuple[Grade, Odds, str]:
    """The grade of the passages together, the odds that each of them helps, and a note.

    All passages are in view of each judgement, so that they are read once. Passages that are
    rejected together are not asked about one by one, and have no odds. The note says where
    something could not be judged; what could not be judged is not rejected.
    """
    if not passages:
        # A tier that brought nothing may be down, which says nothing about its documents.
        return UNJUDGED, {}, ""
    grade, note = grade_evidence(judge, question, passages, answerable_from)
    is_rejected = grade.answerability is not None and not grade.approved
    if is_rejected:
        return grade, {}, note
    each, second_note = helpful(judge, question, passages)
    ids = [passage.id for passage in passages]
    odds = dict(zip(ids, each, strict=True))
    return replace(grade, helpful=tuple(each)), odds, note or second_note


def beside_best(passages: Sequence[Passage], odds: Odds) -> list[Passage]:
    """The passages that do not help much less than the best one, and those that were not judged.

    Without any odds, which is when the passages were rejected together, there are none.

    >>> owl, cat, ant = Passage("o", "Owls."), Passage("c", "Cats."), Passage("a", "Ants.")
    >>> [p.id for p in beside_best([owl, cat, ant], {"o": 0.8, "c": 0.2, "a": None})]
    ['o', 'a']
    """
    known = [one for one in odds.values() if one is not None]
    best = max(known, default=0.0)
    kept = []
    for passage in passages:
        if passage.id not in odds:
            continue
        own = odds[passage.id]
        if own is None or own >= BESIDE_BEST * best:
            kept.append(passage)
    return kept


def superseded(
    question: str, passages: Sequence[Passage], rarity: Rarity, corpus: Sequence[Passage] = ()
) -> tuple[Reasons, list[str]]:
    """The passages that a newer document contradicts, and notes of those that differ undated.

    A question that names a year may ask for what is out of date, so for it nothing is left out.
    `rarity` gives the weight of a word; `corpus` has the other passages of the documents.

    >>> old = Passage("old", "The map has 12 roads.", source="map-2029.md")
    >>> new = Passage("new", "The map has 19 roads.", source="map-2031.md")
    >>> superseded("How many roads has the map?", [old, new], lambda word: 1.0)[0]
    {'old': 'it is of 2029, and map-2031.md of 2031 gives other numbers'}
    """
    found: Reasons = {}
    notes: list[str] = []
    if years(question):
        return found, notes
    lines = _best_lines(question, passages, rarity)
    for (one, its_line), (other, other_line) in combinations(lines, 2):
        if one.source == other.source or not _disagree(its_line, other_line):
            continue
        dated = sorted([(date_of(one, corpus), one.id), (date_of(other, corpus), other.id)])
        (older, old), (newer, new) = dated
        if not older or newer.startswith(older):
            notes.append(f"{one.source} and {other.source} give different numbers")
            continue
        by = one if one.id == new else other
        found[old] = f"it is of {older}, and {by.source} of {newer} gives other numbers"
    return found, notes


def _best_lines(
    question: str, passages: Sequence[Passage], rarity: Rarity
) -> list[tuple[Passage, str]]:
    """The passages with a sentence that may answer the question, each with its best one."""
    best: list[tuple[Passage, Excerpt]] = []
    for passage in passages:
        lines = excerpts(question, [passage], rarity)
        if lines:
            best.append((passage, lines[0]))
    highest = max((line.weight for _, line in best), default=0.0)
    return [(p, line.text) for p, line in best if line.weight >= NEARLY * highest]


def _disagree(line: str, other: str) -> bool:
    """Whether two sentences are about the same matter and give other numbers."""
    alike = max(overlap(line, other), overlap(other, line))
    return alike >= ALIKE and differ(line, other)


def fate_of(
    passage: Passage,
    noise: Reasons,
    odds: Odds,
    contradicted: Reasons,
    kept: Sequence[Passage],
) -> Sifted:
    """What became of a passage, and why."""
    id = passage.id
    if id in noise:
        return Sifted(id, "noise", why=noise[id])
    if id not in odds:
        return Sifted(id, "irrelevant", why="the passages together do not answer the question")
    if id in contradicted:
        return Sifted(id, "contradicted", odds[id], contradicted[id])
    if passage in kept:
        return Sifted(id, "kept", odds[id])
    return Sifted(id, "irrelevant", odds[id], "it helps much less than the best passage")
