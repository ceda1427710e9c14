"""What a line of golden questions leaves out, made from its question and its answer.

A line needs these two and nothing else. What is filled in depends on the line alone, so that a
question keeps its id, and its finished runs, when lines are added above it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bm25s.stopwords import STOPWORDS_EN

from ragkit.evaluate.golden.keys import holds, says_nothing
from ragkit.state import REFUSAL
from ragkit.text.anchors import missing
from ragkit.text.words import all_words

Keys = tuple[tuple[str, ...], ...]
Fields = dict[str, Any]
"""A line of JSON by the names of its fields, of any types: nothing has checked them yet."""

EXAMPLE = (
    '{"question": "How many voles does a pair of barn owls need in a year?", '
    '"answer": "A pair needs 4,000 voles.", '
    '"keys": [["4,000", "four thousand"]], '
    '"support": [{"document": "owls.md", "quote": "A pair needs 4,000 voles a year."}]}'
)
"""A line of a file. Its keys and its support may be left out."""
ADVICE = f"; a whole line is {EXAMPLE}, of which question and answer are enough"
"""What is said after the fault of a line."""
MISSING = (
    f"; write it, with a question on each line, such as {EXAMPLE}; or let `python -m ragkit draft` "
    "draft some"
)
"""What is said where there is no file."""
MOST_KEYS = 2
"""Maximum number of keys that are made from numbers and names."""
MOST_WORDS = 3
"""Maximum number of words of an answer that is graded by all of them."""
VERDICT = re.compile(r"\s*(yes|no)\s*(?:[,.;:!]|$)", re.IGNORECASE)
"""A yes or a no that an answer begins with."""
LONGEST_ID = 60
"""Maximum length of an id that is made from a question, in characters."""


def filled(line: Fields, phrased: Sequence[str] = ()) -> Fields:
    """A line with the fields that it leaves out: id, kind, keys, support and difficulty.

    Kinds that are `phrased` are graded by the answer as a whole.

    >>> asked = filled({"question": "When do owls hunt?", "answer": "At night."})
    >>> asked["id"], asked["kind"], asked["keys"]
    ('when-do-owls-hunt', 'factual', (('night',),))
    """
    question = _text(line.get("question"))
    answer = _text(line.get("answer"))
    kind, keys = _graded_by(question, answer)
    if line.get("kind") in phrased and answer:
        keys = ((answer,),)
    made: Fields = {
        "id": id_of(question),
        "kind": kind,
        "keys": keys,
        "support": (),
        "difficulty": "medium",
    }
    if "answer" in line and line["answer"] is None:
        made["kind"] = "near-miss"
    elif _documents(line) > 1:
        made["kind"] = "multi-hop"
    return made | line


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _documents(line: Fields) -> int:
    """How many documents the support of a line names."""
    support = line.get("support")
    if not isinstance(support, list):
        return 0
    return len({one.get("document") for one in support if isinstance(one, dict)})


def id_of(question: str) -> str:
    """The words of a question in lower case, as many as an id has room for.

    >>> id_of("Who wrote RFC 1034, and when?")
    'who-wrote-rfc-1034-and-when'
    """
    id = ""
    for word in all_words(question):
        longer = f"{id}-{word}" if id else word
        if len(longer) > LONGEST_ID:
            break
        id = longer
    return id


def _graded_by(question: str, answer: str) -> tuple[str, Keys]:
    """The kind of a question, and the keys that grade it; no keys where none can be made."""
    named = named_keys(answer, question)
    if named:
        return "factual", named
    verdict = VERDICT.match(answer)
    if verdict:
        # As a phrase, it is looked for at the beginning of an answer only.
        return "span", ((verdict[1],),)
    return "factual", _word_keys(answer, question)


def named_keys(answer: str, question: str) -> Keys:
    """The numbers and names of an answer that its question does not have, as keys, at most two.

    >>> named_keys("A pair of barn owls needs 4,000 voles.", "How many does a pair need?")
    (('4,000',),)
    """
    different = dict.fromkeys(missing(answer, "", question))
    usable = []
    for anchor in different:
        if holds(answer, anchor) and not says_nothing(anchor):
            usable.append((anchor,))
    return tuple(usable[:MOST_KEYS])


def _word_keys(answer: str, question: str) -> Keys:
    """The words of a short answer that its question does not have, as keys.

    A longer answer has none: a right one may say the same in other words.
    """
    idle = {*STOPWORDS_EN, *all_words(question), *all_words(REFUSAL)}
    own = [word for word in dict.fromkeys(all_words(answer)) if word not in idle]
    telling = [word for word in own if not says_nothing(word)]
    if len(telling) > MOST_WORDS:
        return ()
    return tuple((word,) for word in telling)
