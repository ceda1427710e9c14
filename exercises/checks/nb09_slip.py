"""09-slip: a question that was asked before, in other words that the memory does not recognise.

The similarity here counts shared words, so that no model is needed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.shown import shown

Synonyms = Mapping[str, str]

ADJECTIVES = {"quick": "fast", "small": "little", "ill": "sick", "big": "large"}
NOUNS = {"hare": "rabbit", "toad": "frog", "snake": "serpent", "hound": "dog"}
VERBS = {"fear": "dread", "watch": "observe", "follow": "pursue", "help": "aid"}
ADVERBS = {"often": "frequently", "silently": "quietly", "daily": "everyday"}
OTHER = "it asks something else: each word must be the same, or stand in `same`"
NOT_FIRST = "it slips through, but by other words than those that are to be exchanged first"

OF_ALL = "The similarity is `len(first & second) / len(first | second)`"
LOWER = "The similarity must be at most `above - 0.1`"
ORDERS = (
    *("those that come first in the question", "those that come last in the question"),
    *("those that come first in the alphabet", "those that come last in the alphabet"),
    *("those whose other words come first in the alphabet",),
    *("those whose other words come last in the alphabet",),
)
OWN = Own(
    "{way[0]}; and of the words in `same`, {way[1]} are exchanged first.",
    way=(("", ""), *product((OF_ALL, LOWER), ORDERS)),
)


def similarity(one: str, other: str) -> float:
    """The cosine between the words of two questions, in [0, 1]; no word is in one of them twice.

    >>> similarity("why do owls hunt", "why do owls sleep")
    0.75
    """
    first = set(one.split())
    second = set(other.split())
    shared = first & second
    lengths = math.sqrt(len(first) * len(second))
    measure, _ = OWN.way
    if measure == OF_ALL:
        lengths = len(first | second)
    return round(len(shared) / lengths, 9)


def _is_near(question: str, came: str, above: float) -> bool:
    measure, _ = OWN.way
    threshold = above - 0.1 if measure == LOWER else above
    return similarity(question, came) > threshold


def _in_order(question: str, same: Synonyms) -> list[str]:
    """The words that have another word, in the order in which they are exchanged."""
    _, order = OWN.way
    found = [word for word in question.split() if word in same]
    if "alphabet" in order:
        found.sort()
    if "other words" in order:
        found.sort(key=same.__getitem__)
    if "last" in order:
        found.reverse()
    return found


def slip(question: str, same: Synonyms, above: float) -> str:
    """The question with as few other words as are enough for a similarity of at most `above`.

    >>> slip("why do hares fear owls", {"hares": "rabbits", "fear": "dread"}, 0.85)
    'why do rabbits fear owls'
    """
    words = question.split()
    for word in _in_order(question, same):
        if not _is_near(question, " ".join(words), above):
            break
        words[words.index(word)] = same[word]
    return " ".join(words)


def outcome(question: str, same: Synonyms, above: float, came: object) -> str:
    """What the memory does with a question that is meant to slip through."""
    if not isinstance(came, str):
        return f"{shown(came)} is no text"
    if _meaning(came, same) != _meaning(question, same):
        return OTHER
    if _is_near(question, came, above):
        return f"the memory matches it: the similarity is {similarity(question, came):.2f}"
    if not _changed_first(question, same, came):
        return NOT_FIRST
    return f"it slips through, with {_changed(question, came)} other words"


def _changed_first(question: str, same: Synonyms, came: str) -> bool:
    """Whether the words that were exchanged are those that are to be exchanged first."""
    left = set(came.split())
    changed = [word not in left for word in _in_order(question, same)]
    _, order = OWN.way
    return not order or changed == sorted(changed, reverse=True)


def _meaning(text: str, same: Synonyms) -> list[str]:
    """The words of a text, each as its synonym, in the order of the alphabet."""
    words = _every_word(text, same, 0).split()
    return sorted(words)


def _changed(question: str, came: str) -> int:
    before = set(question.split())
    after = set(came.split())
    new = after - before
    return len(new)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A question for which three words are needed and five have synonyms; then others."""
    yield _trial(answer, _long(rng), 0.72)
    for above in (0.85, 0.72, 0.55, 0.55):
        yield _trial(answer, _long(rng), above)
        yield _trial(answer, [*_long(rng), *_pick(ADVERBS, 1, rng)], above)
    for above in (0.85, 0.72):
        yield _trial(answer, _short(rng), above)


def _trial(answer: Answer, words: Sequence[str], above: float) -> Trial:
    every = ADJECTIVES | NOUNS | VERBS | ADVERBS
    same = {word: every[word] for word in words if word in every}
    question = " ".join(words)
    best = slip(question, same, above)
    came = answer(question, same, above)
    return Trial(
        f"{answer.asked}\ngives {shown(came)}",
        expected=outcome(question, same, above, best),
        came=outcome(question, same, above, came),
    )


def _long(rng: Random) -> list[str]:
    """Such as: why does every quick hare fear a small toad."""
    adjective, other_adjective = _pick(ADJECTIVES, 2, rng)
    short = _short(rng)
    return [*short[:3], adjective, *short[3:6], other_adjective, short[6]]


def _short(rng: Random) -> list[str]:
    """Such as: why does every hare fear a toad."""
    noun, other_noun = _pick(NOUNS, 2, rng)
    (verb,) = _pick(VERBS, 1, rng)
    return ["why", "does", "every", noun, verb, "a", other_noun]


def _pick(words: Synonyms, count: int, rng: Random) -> list[str]:
    every = list(words)
    return rng.sample(every, count)


def _another_order(question: str, same: Synonyms, above: float) -> str:
    words = question.split()
    return " ".join(reversed(words))


def _shorter(question: str, same: Synonyms, above: float) -> str:
    words = question.split()
    half = len(words) // 2
    kept = words[:half]
    return " ".join(kept)


def _one_word(question: str, same: Synonyms, above: float) -> str:
    first, *_ = same
    other = same[first]
    return question.replace(first, other, 1)


def _every_word(question: str, same: Synonyms, above: float) -> str:
    words = []
    for word in question.split():
        words.append(same.get(word, word))
    return " ".join(words)


MISCONCEPTIONS = {
    "the words come in another order, which a count of words does not see": _another_order,
    "the question is cut short, so that it asks something else": _shorter,
    "one other word is taken to be enough": _one_word,
    "every word that can be changed is changed": _every_word,
}
