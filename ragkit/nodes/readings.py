"""Read other documents that may answer the question too, in another meaning or opinion.

A small model that is asked for an answer takes the first passage that fits and stops. No wording
that we tried made it look for a second one (docs/critics.md). So a rule finds other passages to
read, in documents that the draft does not cite. One of their sentences has to contain nearly as
many of the question's words as the best sentence of all. Such a passage is read alone, because
beside the others the model repeats what they say. The reading is judged, and verified like the
rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from langchain_core.language_models import BaseChatModel

from ragkit.judges import Judge, fit
from ragkit.model.briefing import brief
from ragkit.model.llm import at_most, say
from ragkit.state import REFUSAL, Passage
from ragkit.text.anchors import missing
from ragkit.text.sentences import citations, sentences, without_citations
from ragkit.text.words import words

READING = (
    "Answer this question from the passage: {question}\n"
    "One sentence, with its exact names, numbers and formulas."
)
LONGEST = 80
"""Maximum length of a reading, in tokens."""
MOST = 2
"""Maximum number of other documents that are read."""


def rivals(
    question: str,
    passages: Sequence[Passage],
    draft: str,
    rarity: Callable[[str], float],
    nearly: float,
) -> list[int]:
    """Numbers, from 1, of the passages of other documents that may answer the question too.

    These are the best passages of documents that the draft does not cite, best first and one for
    each document. `rarity` gives the weight of a word. A passage counts when the weight of its best
    sentence is at least `nearly` times the weight of the best sentence of all.

    >>> guide = Passage("g", "The map has 12 roads.", source="guide.md")
    >>> lab = Passage("l", "The map has 19 roads.", source="lab.md")
    >>> question, draft = "How many roads has the map?", "The map has 12 roads. [1]"
    >>> rivals(question, [guide, lab], draft, lambda word: 1.0, nearly=0.7)
    [2]
    """
    if draft == REFUSAL:
        return []
    sources = {n: passage.source for n, passage in enumerate(passages, start=1)}
    cited = {sources[n] for n in citations(draft) if n in sources}
    weights = {
        n: _best_weight(question, passage, rarity) for n, passage in enumerate(passages, start=1)
    }
    least = nearly * max(weights.values(), default=0.0)

    # Passages of equal weight stay in their order.
    best_first = sorted(weights, key=lambda n: -weights[n])
    by_document: dict[str, int] = {}
    for n in best_first:
        relevant = weights[n] != 0 and weights[n] >= least
        if relevant and sources[n] not in cited:
            by_document.setdefault(sources[n], n)
    numbers = list(by_document.values())
    return numbers[:MOST]


def _best_weight(question: str, passage: Passage, rarity: Callable[[str], float]) -> float:
    """The weight of the words that a passage's best sentence shares with the question."""
    question_words = set(words(question))
    weights = []
    for sentence in sentences(passage.text):
        sentence_words = words(sentence)
        shared = question_words.intersection(sentence_words)
        # Sorted, because the last digit of a sum of floats depends on the order of its terms.
        weight = sum(map(rarity, sorted(shared)))
        weights.append(weight)
    return max(weights, default=0.0)


def reading(
    llm: BaseChatModel, judge: Judge, question: str, passage: Passage, draft: str, fit_from: float
) -> tuple[str, str]:
    """The answer of one passage in a sentence, and a note when it could not be judged.

    The sentence is empty when it adds nothing to the draft, says what its passage does not, or does
    not answer the question.
    """
    prompt = brief(question, [passage], READING.format(question=question))
    reply = str(say(at_most(llm, LONGEST), prompt).content)
    found = sentences(without_citations(reply))
    sentence = found[0] if found else ""

    known = words(f"{without_citations(draft)} {question}")
    new = set(words(sentence)) - set(known)
    if not new:
        return "", ""
    if missing(sentence, passage.searchable, question):
        return "", ""
    odds, note = fit(judge, question, [passage], sentence)
    if odds is None or odds < fit_from:
        return "", note
    return sentence, note


def with_readings(
    llm: BaseChatModel,
    judge: Judge,
    question: str,
    passages: Sequence[Passage],
    draft: str,
    others: Sequence[int],
    fit_from: float,
) -> tuple[str, list[str]]:
    """The draft, followed by the readings of other passages, each with its number; and notes.

    `others` are the numbers of these passages, from 1.
    """
    notes = []
    for n in others:
        passage = passages[n - 1]
        sentence, note = reading(llm, judge, question, passage, draft, fit_from)
        if sentence:
            draft = joined(draft, n, sentence)
        if note:
            notes.append(f"passage [{n}] was left out: {note}")
    return draft, notes


def joined(draft: str, n: int, said: str) -> str:
    """The draft, followed by what passage `n` says.

    >>> joined("The map has 12 roads. [1]", 2, "It has 19 roads.")
    'The map has 12 roads. [1] According to [2], it has 19 roads.'
    """
    first = said.split()[0]
    rest = said[len(first) :]
    # A stop word loses its capital; any other word may be a name.
    is_stop_word = not words(first)
    if is_stop_word:
        first = first.lower()
    return f"{draft} According to [{n}], {first}{rest}"
