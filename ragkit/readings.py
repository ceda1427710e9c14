"""Other documents that speak to the question as well: two meanings of a word, or two opinions about a fact.

Asked for an answer, a small model takes the first passage that fits and stops, and no wording that we tried made it
look for a second one (docs/critics.md). So a rule finds whom else to ask: a passage of a document that the draft does
not cite, with a sentence that holds nearly as many of the question's telling words as the best sentence of all. It is
asked alone, for beside the others the model repeats what they say; what it says is judged, and verified like the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from langchain_core.language_models import BaseChatModel

from ragkit.anchors import missing
from ragkit.briefing import brief
from ragkit.claims import citations, sentences, without_citations
from ragkit.judges import Judge, fit
from ragkit.llm import at_most, say
from ragkit.sparse import words
from ragkit.state import REFUSAL, Passage

READING = "Answer this question from the passage: {question}\nOne sentence, with its exact names, numbers and formulas."
LONGEST, MOST = 80, 2
"""Tokens of one reading, and how many documents are asked."""


def rivals(
    question: str, passages: Sequence[Passage], draft: str, rarity: Callable[[str], float], nearly: float
) -> list[int]:
    """Numbers, from 1, of the passages that speak to the question too: the best one of each document not cited.

    `rarity` is a word's weight; `nearly` the share of the best sentence's weight from which another one is as good.

    >>> guide = Passage("g", "The map has 12 roads.", source="guide.md")
    >>> lab = Passage("l", "The map has 19 roads.", source="lab.md")
    >>> rivals("How many roads has the map?", [guide, lab], "The map has 12 roads. [1]", lambda word: 1.0, nearly=0.7)
    [2]
    """
    if draft == REFUSAL:
        return []
    wanted = set(words(question))
    held = [max((_weight(wanted & set(words(s)), rarity) for s in sentences(p.text)), default=0.0) for p in passages]
    cited = {passages[n - 1].source for n in citations(draft) if 1 <= n <= len(passages)}
    best: dict[str, int] = {}
    for n in sorted(range(len(passages)), key=lambda n: -held[n]):
        if held[n] and held[n] >= nearly * max(held) and passages[n].source not in cited:
            best.setdefault(passages[n].source, n + 1)
    return list(best.values())[:MOST]


def _weight(held: set[str], rarity: Callable[[str], float]) -> float:
    return sum(map(rarity, sorted(held)))  # sorted: a float sum depends on its order


def reading(
    llm: BaseChatModel, judge: Judge, question: str, passage: Passage, draft: str, fit_from: float
) -> tuple[str, str]:
    """What one passage answers, in a sentence, and a note when that could not be judged.

    The sentence is empty when it adds nothing to the draft, holds what its passage does not, or is not its answer.
    """
    reply = str(say(at_most(llm, LONGEST), brief(question, [passage], READING.format(question=question))).content)
    said = next(iter(sentences(without_citations(reply))), "")
    if not set(words(said)) - set(words(f"{without_citations(draft)} {question}")):
        return "", ""
    if missing(said, passage.searchable, question):
        return "", ""
    fits, note = fit(judge, question, [passage], said)
    return (said if fits is not None and fits >= fit_from else ""), note


def with_readings(
    llm: BaseChatModel, judge: Judge, question: str, passages: Sequence[Passage], draft: str, others: Sequence[int],
    fit_from: float,
) -> tuple[str, list[str]]:  # fmt: skip
    """The draft, and after it what the passages numbered in `others` say, each with its number; and notes."""
    notes = []
    for n in others:
        said, note = reading(llm, judge, question, passages[n - 1], draft, fit_from)
        draft = joined(draft, n, said) if said else draft
        notes += [f"passage [{n}] was left out: {note}"] if note else []
    return draft, notes


def joined(draft: str, n: int, said: str) -> str:
    """The draft, and after it what passage `n` says.

    >>> joined("The map has 12 roads. [1]", 2, "It has 19 roads.")
    'The map has 12 roads. [1] According to [2], it has 19 roads.'
    """
    first = said.split()[0]
    plain = first if words(first) else first.lower()  # a stop word is no name
    return f"{draft} According to [{n}], {plain}{said[len(first) :]}"
