"""26-gate: whether a remembered route may be used: the second gate of the kit's cache."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from operator import eq
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.search.route_cache import ARTICLES, TOKEN

BIRDS = ["owls", "hawks", "swifts", "rooks", "gulls", "terns"]
OWN = Own(
    'The phrases of `POLITE` are `"{please} tell me, "`, `"{could} you tell me, "` and '
    '`"{please}, "`.',
    please=("please", "kindly", "now", "so"),
    could=("could", "would", "can", "will"),
)
SMALL = {"before", "after", "not", "in", "of", "by", "which"}
MOST = 0.85
"""Share of equal words that one misconception is content with."""
Both = tuple[str, str]
"""Two questions."""


def same(one: str, other: str) -> bool:
    """Whether two questions have the same words and signs in the same order.

    >>> same("Please tell me, which owls nest in the tower?", "which owls nest in tower")
    True
    >>> same("Do owls eat hawks?", "Do hawks eat owls?")
    False
    """
    return _key(one) == _key(other)


def _polite() -> tuple[str, ...]:
    """What the exercise lets a question begin with; the cache knows more."""
    please = OWN.please.capitalize()
    could = OWN.could.capitalize()
    return (
        f"{please} tell me, ",
        f"{could} you tell me, ",
        f"{please}, ",
    )


def _key(question: str) -> list[str]:
    """The words and signs that count, in order."""
    text = question.lower()
    for phrase in _polite():
        text = text.removeprefix(phrase.lower())
    tokens = TOKEN.findall(text.removesuffix("?"))
    return [token for token in tokens if token not in ARTICLES]


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first is told wrongly by another misconception alone; then drawn ones."""
    both = stories(rng)
    for _ in range(8):
        drawn = _drawn(rng)
        both.append(drawn)
    for phrase in _polite():
        both.append(("who hunts?", phrase + "who hunts?"))
    for one, other in both:
        yield answer.against(same, one, other)


def stories(rng: Random) -> list[Both]:
    """Swapped; a sign; before and after; one word of many; polite; small; an article; longer."""
    a, b, c = rng.sample(BIRDS, 3)
    polite = rng.choice(_polite())
    number = rng.randint(2, 9)
    end = f"that nest in our old tower eat {b} by night"
    return [
        (f"Do {a} eat {b}?", f"Do {b} eat {a}?"),
        (f"Is {number}^n fast?", f"Is {number}*n fast?"),
        (f"Who saw {a} before {b}?", f"Who saw {a} after {b}?"),
        (f"Which of the young {a} {end}", f"Which of the young {c} {end}"),
        (f"Who saw {a}?", f"{polite}who saw {a}?"),
        (f"Who saw {a}?", f"who saw {a}"),
        (f"Who saw {a} by the tower?", f"Who saw {a} by tower?"),
        (f"Who saw {a}?", f"Who saw {a} eat {b} by night?"),
    ]


def _drawn(rng: Random) -> Both:
    """A question, and the same or another one in another form."""
    a, b = rng.sample(BIRDS, 2)
    number = rng.randint(2, 9)
    question = f"who saw the {a} eat {number} {b}?"
    other = question
    is_other, is_polite, is_short = (rng.choice([True, False]) for _ in range(3))
    if is_other:
        other = other.replace(a, b)
    if is_polite:
        polite = rng.choice(_polite())
        other = polite + other
    if is_short:
        other = other.replace("the ", "")
    return question, other


def _any_order(one: str, other: str) -> bool:
    own = sorted(_key(one))
    others = sorted(_key(other))
    return own == others


def _words(question: str) -> list[str]:
    """The words and numbers, without signs."""
    tokens = _key(question)
    kept = filter(str.isalnum, tokens)
    return list(kept)


def _without_signs(one: str, other: str) -> bool:
    own = _words(one)
    others = _words(other)
    return own == others


def _large(question: str) -> list[str]:
    """The words that are not small ones."""
    kept = []
    for token in _key(question):
        if token not in SMALL:
            kept.append(token)
    return kept


def _without_small_words(one: str, other: str) -> bool:
    own = _large(one)
    others = _large(other)
    return own == others


def _most(one: str, other: str) -> bool:
    """Most places have the same word."""
    pairs = zip_longest(_key(one), _key(other))
    alike = [eq(*pair) for pair in pairs]
    share = sum(alike) / len(alike)
    return share >= MOST


def _is_polite(question: str) -> bool:
    return question.startswith(_polite())


def _with_polite_words(one: str, other: str) -> bool:
    if _is_polite(one) != _is_polite(other):
        return False
    return same(one, other)


def _with_case(one: str, other: str) -> bool:
    """Capitals count, but for those that a polite beginning brings along."""
    polite = _is_polite(one) or _is_polite(other)
    if not polite and one[0] != other[0]:
        return False
    return same(one, other)


def _articles(question: str) -> list[str]:
    found = []
    for token in TOKEN.findall(question):
        if token in ARTICLES:
            found.append(token)
    return found


def _with_articles(one: str, other: str) -> bool:
    if _articles(one) != _articles(other):
        return False
    return same(one, other)


def _begins(one: str, other: str) -> bool:
    own = list(_key(one))
    others = list(_key(other))
    end = len(own)
    return others[:end] == own


MISCONCEPTIONS = {
    "the same words in any order are enough, so a question and its reversal are one": _any_order,
    "signs are left out, so 2^n and 2*n are one": _without_signs,
    "small words such as before and after are left out": _without_small_words,
    "it is enough that most words are the same": _most,
    "a polite beginning makes it another question": _with_polite_words,
    "capitals make it another question": _with_case,
    "an article makes it another question": _with_articles,
    "it is enough that one question begins like the other": _begins,
}
