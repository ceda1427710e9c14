"""Passages that repeat the question and contradict the others: poisoned evidence (poisonedrag).

Whoever wants a false answer to one question writes a passage for it: the question, so that it is
found, and a fluent lie. It is found before all true ones. A document that is written for readers
does not know the words of the question. So a passage is set aside when

- it repeats the question, nearly word for word,
- it is not from a list of questions and answers, and does not repeat the question in its heading
  where that is the custom,
- another document speaks about the same, and confirms nothing of what the passage adds, and
- it has another number or name where that document has its own. Where two documents or more repeat
  the question, this need not be.

A passage that contradicts others and does not repeat the question stays: it may be the newer one
(`readings.py`).

Left out: lies that do not repeat the question, and questions that only the liar answers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ragkit.state import Passage
from ragkit.text.anchors import anchors, missing
from ragkit.text.excerpts import Rarity, excerpts
from ragkit.text.sentences import lower_words, sentences
from ragkit.text.words import words

REPEATED = 0.85
"""Fraction of the question's words, in about as many words, that count as a repetition."""
ANYWHERE = 0.75
"""Fraction of the question's different words that a text needs to have at all."""
SHORTEST = 5
"""Number of words that a question needs: the words of a shorter one are anywhere."""
LETTERS = re.compile(r"[^\W_]+")
"""A word, as `lower_words` cuts it."""
FAQ = 3
"""Number of questions from which a document is a list of questions."""
CUSTOM = 3
"""Number of documents with a question as a heading, from which that is the custom."""
QUESTION = re.compile(r"\w\?(?=[\s\"'*_)]|$)")
SAME = 0.3
"""Fraction of the question's weight that a sentence about the same subject shares."""
CONFIRMED = 0.6
"""Fraction of the words that a passage adds, from which another one confirms it."""
ADDS = 3
"""Number of sentences after the question in which the passage says what it wants."""
YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
CONTRADICTS = "repeats the question word for word, and contradicts {}"
TOGETHER = (
    "repeats the question word for word, as other documents do ({}), and what it adds is confirmed "
    "by no other document"
)


def poisoned(
    question: str,
    passages: Sequence[Passage],
    beside: Sequence[Passage],
    rarity: Rarity,
    documents: Sequence[Passage] = (),
) -> dict[str, str]:
    """The poisoned ones of these passages by id, each with the reason.

    `beside` is other evidence, `documents` are all passages of the corpus, and `rarity` gives the
    weight of a word.

    >>> guide = Passage("g", "The map has 12 roads and lists all of them.", source="guide.md")
    >>> text = "How many roads has the map? The map has 90 roads."
    >>> lie = Passage("l", text, source="lie.md")
    >>> poisoned("How many roads has the map?", [lie, guide], [], lambda word: 1.0)
    {'l': 'repeats the question word for word, and contradicts guide.md'}
    """
    added = _added(question, passages, documents)
    sources = {passage.source for passage in passages if passage.id in added}
    if not added:
        return {}
    liars = sources - lists_of_questions([*documents, *passages], sources)
    others = [one for one in (*passages, *beside) if one.source not in sources]
    about = same_subject(question, others, rarity)
    found = {}
    for passage in passages:
        if passage.id in added and passage.source in liars:
            why = _reason(question, added[passage.id], about, len(liars) - 1)
            if why:
                found[passage.id] = why
    return found


def _added(
    question: str, passages: Sequence[Passage], documents: Sequence[Passage]
) -> dict[str, str]:
    """What the passages that repeat the question add to it, by id.

    Where questions are the custom in headings, one there is no repetition.
    """
    added = {}
    for passage in passages:
        after = after_question(question, passage.searchable)
        if after is not None:
            added[passage.id] = after
    sources = {passage.source for passage in passages if passage.id in added}
    # Those that repeat the question do not make it the custom.
    others = [one for one in (*documents, *passages) if one.source not in sources]
    if questions_are_headings(others):
        for passage in passages:
            if after_question(question, passage.section) is not None:
                added.pop(passage.id, None)
    return added


def lists_of_questions(passages: Sequence[Passage], sources: Collection[str]) -> set[str]:
    """Those of the sources that have several questions, and so may repeat one.

    >>> faq = Passage("f", "Who hunts? Owls. Who sleeps? Cats. Who sings? Larks.", source="faq.md")
    >>> lie = Passage("l", "Who hunts? Cats.", source="lie.md")
    >>> lists_of_questions([faq, lie], {"faq.md", "lie.md"})
    {'faq.md'}
    """
    each = {passage.id: passage for passage in passages}
    asked: Counter[str] = Counter()
    for passage in each.values():
        asked[passage.source] += len(QUESTION.findall(passage.text))
    return {source for source in sources if asked[source] >= FAQ}


def questions_are_headings(passages: Sequence[Passage]) -> bool:
    """Whether questions are the custom in headings: several documents have one."""
    headed = {one.source for one in passages if QUESTION.search(one.section)}
    return len(headed) >= CUSTOM


def repeats(question: str, passages: Sequence[Passage]) -> bool:
    """Whether a passage repeats the question."""
    texts = [passage.searchable for passage in passages]
    return any(after_question(question, text) is not None for text in texts)


def after_question(question: str, text: str) -> str | None:
    """What a text says after it repeats the question; None where it does not repeat it.

    >>> after_question("How many roads has the map?", "Well: how many roads has the map? Ninety.")
    'Ninety.'
    >>> after_question("How many roads has the map?", "The map has many roads.") is None
    True
    """
    wanted = Counter(lower_words(question))
    total = wanted.total()
    # Most passages lack many of its words, which is quickly seen.
    present = wanted.keys() & set(lower_words(text))
    if total < SHORTEST or len(present) < ANYWHERE * len(wanted):
        return None
    spoken = list(LETTERS.finditer(text.lower()))
    most = 0
    end = 0
    for start in range(len(spoken) - total + 1):
        window = spoken[start : start + total]
        shared = Counter(word[0] for word in window) & wanted
        if shared.total() > most:
            most = shared.total()
            end = window[-1].end()
    if most < REPEATED * total:
        return None
    return text[end:].lstrip("?!.:*_ \n")


class About(NamedTuple):
    """A passage about the subject of a question, and its sentence that is closest to it."""

    passage: Passage
    sentence: str


def same_subject(question: str, passages: Sequence[Passage], rarity: Rarity) -> list[About]:
    """The passages with a sentence about the same, each with its best sentence."""
    whole = sum(rarity(word) for word in sorted(set(words(question))))
    found: dict[int, About] = {}
    for line in excerpts(question, passages, rarity):
        if line.weight >= SAME * whole and line.number not in found:
            found[line.number] = About(passages[line.number - 1], line.text)
    return list(found.values())


def _reason(question: str, added: str, about: Sequence[About], others: int) -> str:
    """Why a passage is set aside, by what it adds to the question; empty where it is not."""
    said = " ".join(sentences(added)[:ADDS])
    if not said or any(confirms(question, said, one.passage) for one in about):
        return ""
    if others:
        return TOGETHER.format(others)
    for one in about:
        if contradicts(question, said, one.sentence):
            return CONTRADICTS.format(one.passage.source)
    return ""


def confirms(question: str, said: str, passage: Passage) -> bool:
    """Whether a passage has the numbers and names of a statement or, without any, its words.

    >>> guide = Passage("g", "The map of Harrow has 12 roads.")
    >>> confirms("How many roads?", "It has 12.", guide), confirms("How many?", "It has 90.", guide)
    (True, False)
    """
    text = f"{passage.source}\n{passage.searchable}"
    if anchors(said) - anchors(question):
        return not missing(said, text, question)
    new = set(words(said)).difference(words(question))
    shared = new.intersection(words(text))
    return len(shared) >= CONFIRMED * len(new)


def contradicts(question: str, said: str, sentence: str) -> bool:
    """Whether both have a number, a year, a formula or a name, and none of that kind in common.

    >>> contradicts("When?", "Kahn found it in 1962.", "Kahn found it in 1958 for 12 tasks.")
    True
    >>> contradicts("When?", "It was in 1962.", "It has 12 roads.")
    False
    """
    own = _by_kind(anchors(said) - anchors(question))
    other = _by_kind(anchors(sentence) - anchors(question))
    both = own.keys() & other.keys()
    return any(own[kind].isdisjoint(other[kind]) for kind in both)


def _by_kind(found: Iterable[str]) -> dict[str, set[str]]:
    """Anchors by the kind of value that they are."""
    kinds: dict[str, set[str]] = {}
    for anchor in found:
        kinds.setdefault(_kind(anchor), set()).add(anchor)
    return kinds


def _kind(anchor: str) -> str:
    """What kind of value an anchor is."""
    if YEAR.fullmatch(anchor):
        return "year"
    if "(" in anchor or "^" in anchor:
        return "formula"
    if anchor[-1:] == "%":
        return "share"
    return "number" if anchor[:1].isdigit() else "name"
