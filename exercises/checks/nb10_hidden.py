"""10-hidden: two bugs in what neutralises a document before a model reads it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.web.page import visible
from ragkit.weights import MARKER

ANIMALS = ["owls", "newts", "hares", "toads", "moles", "bats"]
INVISIBLE = ["\u200b", "\u2060", "\u202e", "\x1b"]
"""Characters that no reader sees."""

WORDS = (MARKER[2:-2], "im_end", "im_start", "endoftext", "tool_call")
SPELLINGS = (("< |", "|>"), ("<| ", "|>"), ("<|", " |>"), ("<|", "| >"))
OWN = Own(
    "The marker is `<|{form[0]}|>`, and it is written as "
    "`{form[1][0]}{form[0]}{form[1][1]}` wherever it is left.",
    form=tuple(product(WORDS, SPELLINGS)),
)


def _marker() -> str:
    word, _ = OWN.form
    return f"<|{word}|>"


def _spelled() -> str:
    """The marker as it is written when it is none any more."""
    word, (before, after) = OWN.form
    return before + word + after


def neutral(text: str) -> str:
    """A text without invisible characters, in which no marker is left.

    >>> neutral("owls <|file_sep|> and <|file_\\u200bsep|> newts")
    'owls < |file_sep|> and < |file_sep|> newts'
    """
    return _rewritten(visible(text))


def _rewritten(text: str) -> str:
    return text.replace(_marker(), _spelled())


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """All tricks together; each alone; no trick; then mixtures."""
    tricks = [_marker(), _split(rng), _nested(rng)]
    rng.shuffle(tricks)
    yield answer.against(neutral, _text(tricks, rng))
    for trick in tricks:
        yield answer.against(neutral, _text([trick], rng))
    yield answer.against(neutral, _text([], rng))
    yield answer.against(neutral, "")
    for _ in range(10):
        some = rng.sample(tricks, rng.randint(1, 3))
        yield answer.against(neutral, _text([*some, rng.choice(INVISIBLE)], rng))


def _text(tricks: list[str], rng: Random) -> str:
    """Animals with a trick after each."""
    parts = []
    for trick in tricks:
        parts += [rng.choice(ANIMALS), trick]
    animals = [*parts, rng.choice(ANIMALS)]
    return " ".join(animals)


def _halves(rng: Random) -> tuple[str, str]:
    """The marker, cut at random."""
    marker = _marker()
    last = len(marker) - 1
    place = rng.randint(1, last)
    return marker[:place], marker[place:]


def _split(rng: Random) -> str:
    """The marker with an invisible character in it."""
    before, after = _halves(rng)
    unseen = rng.choice(INVISIBLE)
    return before + unseen + after


def _nested(rng: Random) -> str:
    """The marker in the midst of another one: without it, the other one closes."""
    before, after = _halves(rng)
    return before + _marker() + after


def _wrong_order(text: str) -> str:
    return visible(_rewritten(text))


def _removed(text: str) -> str:
    seen = visible(text)
    return seen.replace(_marker(), "")


def _only_the_first(text: str) -> str:
    seen = visible(text)
    return seen.replace(_marker(), _spelled(), 1)


def _still_invisible(text: str) -> str:
    return _rewritten(text)


MISCONCEPTIONS = {
    "invisible characters are removed after the marker is looked for": _wrong_order,
    "the marker is cut out, so that what is around it closes to a new one": _removed,
    "only the first marker is rewritten": _only_the_first,
    "invisible characters stay in the text": _still_invisible,
}
