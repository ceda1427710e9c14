"""What a passage can be asked for: a sentence, and a number, a name or a term in it that answers.

The answer is chosen by rule, before there is a question. So each draft has a key that stands in a
sentence of the documents, and the model only has to ask for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from ragkit.evaluate.golden.keys import says_nothing
from ragkit.state import Passage
from ragkit.text.anchors import NUMBER_WORDS, missing
from ragkit.text.tables import rows_and_sentences

SHORTEST, LONGEST = 6, 45
"""Words of a sentence that can be asked for; a shorter one leaves open what it is about."""
CODE = re.compile(r"`([^`\n]{2,40})`")
"""A term in code, such as a command or the name of a file."""
BLOCK = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
"""A block of code, which says nothing in sentences."""
NO_PROSE = re.compile(r"[{}$]|>>>|::|``|https?:|[=<>]=|\[\d+\]")
"""Signs of code, of references and of markup that was not read."""
POINTS_BACK = re.compile(
    r"[^\w]*(?:these|this|those|that|it|its|they|their|he|she|his|her|see|however|here|such|thus|"
    r"then|also|in (?:this|that|these|those))\b",
    re.IGNORECASE,
)
"""The start of a sentence that is about what the one before it says."""
PLACES = re.compile(
    r"\b(?:sections?|figures?|tables?|chapters?|appendix|pages?|steps?|updated on) [\w.]+",
    re.IGNORECASE,
)
"""A number that only says where something is, or when a page was changed."""


class Target(NamedTuple):
    """What a question is to ask for."""

    sentence: str
    """A sentence of the passage."""
    answer: str
    """What of it is the answer, as it is written there."""


def targets(passage: Passage, seed: int = 0) -> list[Target]:
    """What a passage can be asked for, in random order; what it says once comes first.

    >>> owl = Passage("owl", "Barn owls hunt at night. A pair of them needs 4,000 voles a year.")
    >>> targets(owl)
    [Target(sentence='A pair of them needs 4,000 voles a year.', answer='4,000')]
    """
    found = list(_all(passage))
    rng = Random(f"{seed} {passage.id}")
    rng.shuffle(found)
    return sorted(found, key=lambda target: passage.text.count(target.answer))


def _all(passage: Passage) -> Iterator[Target]:
    prose = BLOCK.sub("", passage.text)
    _, sentences = rows_and_sentences(prose)
    for sentence in sentences:
        length = len(sentence.split())
        has_length = SHORTEST <= length <= LONGEST
        if has_length and _stands_alone(sentence):
            answers = _answers(sentence, passage.section)
            for answer in answers:
                yield Target(sentence, answer)


def _stands_alone(sentence: str) -> bool:
    """Whether a sentence states something by itself.

    >>> _stands_alone("Kahn wrote in 1962."), _stands_alone("It is of 1962.")
    (True, False)
    """
    bare = sentence.rstrip("\"')*_ ")
    if not bare.endswith("."):
        return False
    points_back = POINTS_BACK.match(sentence)
    is_code = NO_PROSE.search(sentence)
    return not (points_back or is_code)


def _answers(sentence: str, heading: str) -> list[str]:
    """The terms in code, names and numbers of a sentence that its heading does not say."""
    found = CODE.findall(sentence)
    bare = PLACES.sub("", CODE.sub(" ", sentence))
    for anchor in missing(bare, "", heading):
        # Number words count what is beside the point, as in "two ways of doing it".
        if anchor.lower() not in NUMBER_WORDS and not says_nothing(anchor):
            found.append(_whole(anchor, bare))
    return list(dict.fromkeys(found))


def _whole(anchor: str, sentence: str) -> str:
    """A name with its other words that have a capital; anything else as it is.

    >>> _whole("Ridley", "It was painted by Matt Ridley in 1962."), _whole("1962", "It is of 1962.")
    ('Matt Ridley', '1962')
    >>> _whole("Half", "It is left in the Half-Installed state.")
    'Half-Installed'
    """
    if not anchor[0].isupper():
        return anchor
    word = r"[A-Z][\w'-]*"
    name = rf"(?:{word} )*{re.escape(anchor)}(?:-\w+)*(?: {word}| \d[\w.]*\w)*"
    match = re.search(name, sentence)
    if match is None:
        return anchor
    return match[0]
