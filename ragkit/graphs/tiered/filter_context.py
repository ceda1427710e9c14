"""Phase III: which of a tier's passages become evidence?

This is the refined context filtering of (tiered). Each is graded for noise, relevance and
contradiction. Noise is what is there twice, or has hardly a word: rules see it. Relevance is a
question to the judge for each passage, with all of them in view, so that they are read once. A
passage is contradicted where another document, which is newer, gives another number for the same
matter: superseded versions are so left out. Where nothing says which of two is newer, both stay,
and a note says that they differ. The paper's grader is a model that sees each document alone.

The evidence prefix of what follows is that of the passages that are kept. When none is left out, it
is the one that the grading has read.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.tiered.state import Sifted, TieredState
from ragkit.judges import Judge
from ragkit.kit import Kit
from ragkit.nodes.context_critic import HELPS
from ragkit.nodes.dated import date_of
from ragkit.nodes.excerpts import Excerpt, Rarity, excerpts
from ragkit.nodes.readings import differ
from ragkit.state import Grade, Passage
from ragkit.text.dates import years
from ragkit.text.overlap import overlap
from ragkit.text.words import words

SHORTEST = 3
"""Minimum number of words of a passage that says something, stop words not counted."""
SAME = 0.9
"""Share of words, in both directions, from which two passages say the same."""
NEARLY = 0.6
"""Share of the best sentence's weight from which a sentence may answer the question, too."""
ALIKE = 0.5
"""Share of words from which two sentences are about the same matter."""
Reasons = dict[str, str]
"""Why passages were left out, by their ids."""


def filter_context(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, grades · writes passages, sifted, grades, notes"""
    kit = runtime.context
    question = state.question
    noise = noisy(state.passages)
    heard = [passage for passage in state.passages if passage.id not in noise]
    odds, note = helping(question, heard, kit.judge)
    helpful = [p for p in heard if _helps(odds[p.id], kit.settings.helpful_from)]
    contradicted, notes = superseded(
        question, helpful, kit.retriever.sparse.rarity, kit.corpus.passages
    )
    kept = [passage for passage in helpful if passage.id not in contradicted]
    sifted = [fate_of(passage, noise, odds, contradicted, kept) for passage in state.passages]
    if heard:
        notes += [kit.judge_note, note]
    return {
        "passages": kept,
        "sifted": sifted,
        "grades": [*state.grades, grade_of(list(odds.values()), bool(kept))],
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


def helping(
    question: str, passages: Sequence[Passage], judge: Judge
) -> tuple[dict[str, float | None], str]:
    """The probability that each passage helps to answer, by its id, and a note where one is None.

    All passages are in view of each judgement, so that they are read once.
    """
    if not passages:
        return {}, ""
    numbers = range(1, len(passages) + 1)
    asked = [HELPS.format(n=number) for number in numbers]
    odds, note = judge.verdicts(question, passages, asked)
    ids = [passage.id for passage in passages]
    return dict(zip(ids, odds, strict=True)), note


def _helps(odds: float | None, helpful_from: float) -> bool:
    """Whether a passage is kept; one that could not be judged is."""
    return odds is None or odds >= helpful_from


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
    odds: dict[str, float | None],
    contradicted: Reasons,
    kept: Sequence[Passage],
) -> Sifted:
    """What became of a passage, and why."""
    id = passage.id
    if id in noise:
        return Sifted(id, "noise", why=noise[id])
    if id in contradicted:
        return Sifted(id, "contradicted", odds[id], contradicted[id])
    if passage in kept:
        return Sifted(id, "kept", odds[id])
    return Sifted(id, "irrelevant", odds[id], "it does not help to answer")


def grade_of(odds: Sequence[float | None], any_kept: bool) -> Grade:
    """The grade of a tier's evidence, in the form of the context critic's.

    Its relevance is that of the best passage. Sufficiency and answerability are not asked for.
    """
    known = [one for one in odds if one is not None]
    return Grade(
        relevance=max(known, default=None),
        sufficiency=None,
        answerability=None,
        confidence=1.0 if len(known) == len(odds) else 0.0,
        approved=any_kept,
        helpful=tuple(odds),
    )
