"""20-accept: why a rewrite is not used, by three of the kit's rules.

The kit's own rules are in `ragkit/conversation/accept.py`; it has more of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.text.anchors import missing
from ragkit.text.sentences import lower_words, sentences
from ragkit.text.words import words

PEOPLE = ["Prim", "Kruskal", "Tarjan", "Kahn", "Ukkonen", "Johnson"]
STRUCTURES = ["binary heap", "sorted array", "linked list", "balanced tree", "hash table"]
PLACES = ["Paris", "Berlin", "London", "Madrid", "Vienna"]
OWN = Own(
    'The three reasons are called, in this order, `"{form}"`, `"{shared}"` and `"{new}"`.',
    form=("no single sentence", "not one sentence"),
    shared=("no shared word", "another topic", "off topic"),
    new=("new name", "unknown name"),
)


class Story(NamedTuple):
    """A message, what was said before it, and what a model made of it."""

    rewrite: str
    typed: str
    said: list[str]


def refused(rewrite: str, typed: str, said: Sequence[str]) -> str:
    """Why a rewrite is not used; empty where it is.

    >>> said = ["Do owls hunt mice?", "Yes, at night."]
    >>> refused("When do owls hunt mice?", "When?", said)
    ''
    >>> refused("Sure! When do owls hunt?", "When?", said), refused("", "When?", said)
    ('no single sentence', 'no single sentence')
    >>> refused("Is it late?", "When?", said), refused("Do owls hunt in Paris?", "When?", said)
    ('no shared word', 'new name')
    """
    everything = _joined([*said, typed])
    if len(sentences(rewrite)) != 1:
        return OWN.form
    if not set(words(rewrite)) & set(words(everything)):
        return OWN.shared
    if missing(rewrite, everything):
        return OWN.new
    return ""


def _joined(texts: Sequence[str]) -> str:
    return "\n".join(texts)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each story is told wrongly by another misconception; then they come again, drawn anew."""
    for story in stories(rng):
        yield answer.against(refused, *story)
    again = stories(rng) + stories(rng)
    rng.shuffle(again)
    for story in again:
        yield answer.against(refused, *story)


def stories(rng: Random) -> list[Story]:
    """A lead-in, an initial, three that are good, and four that are refused."""
    one, other = rng.sample(PEOPLE, 2)
    structure, place = rng.choice(STRUCTURES), rng.choice(PLACES)
    question = f"How fast is the algorithm of {one}?"
    said = [question, f"{one} needs quadratic time with a matrix."]
    typed = f"And with a {structure}?"
    return [
        Story(f"Sure! How fast is it with a {structure}?", typed, said),
        Story(
            "When did Edsger W. Dijkstra publish that?",
            "And when did Edsger W. Dijkstra?",
            ["What did Edsger W. Dijkstra publish?", "A method for paths."],
        ),
        Story(f"How fast is {one} with a {structure}?", typed, said),
        Story(f"How fast is {other}?", f"And {other}?", said),
        Story(f"How quickly does {one} finish with a {structure}?", typed, said),
        Story(f"How fast is {one} in {place}?", "And there?", said),
        Story("What is the weather like?", typed, said),
        Story(f"Is {place} in a valley?", typed, said),
        Story("", typed, said),
    ]


def _by_full_stops(rewrite: str, typed: str, said: Sequence[str]) -> str:
    """Only a full stop ends a sentence."""
    bare = rewrite.replace("!", ",")
    return refused(bare, typed, said)


def _initials_end(rewrite: str, typed: str, said: Sequence[str]) -> str:
    parts = re.split("[.!?]", rewrite)
    written = list(filter(None, parts))
    if len(written) != 1:
        return OWN.form
    return refused(rewrite, typed, said)


def _capitals(rewrite: str, typed: str, said: Sequence[str]) -> str:
    """Every word with a capital that nobody has said is a name."""
    reason = refused(rewrite, typed, said)
    everything = _joined([*said, typed])
    known = everything.split()
    new = []
    for word in rewrite.split():
        if word.istitle() and word not in known:
            new.append(word)
    if reason or not new:
        return reason
    return OWN.new


def _message_only(rewrite: str, typed: str, said: Sequence[str]) -> str:
    return refused(rewrite, typed, [])


def _history_only(rewrite: str, typed: str, said: Sequence[str]) -> str:
    return refused(rewrite, "", said)


def _every_word(rewrite: str, typed: str, said: Sequence[str]) -> str:
    reason = refused(rewrite, typed, said)
    everything = _joined([*said, typed])
    known = set(words(everything))
    own = set(words(rewrite))
    if reason or own <= known:
        return reason
    return OWN.new


def _no_names(rewrite: str, typed: str, said: Sequence[str]) -> str:
    reason = refused(rewrite, typed, said)
    if reason == OWN.new:
        return ""
    return reason


def _stop_words(rewrite: str, typed: str, said: Sequence[str]) -> str:
    """Words such as "is" and "the" count as shared ones."""
    reason = refused(rewrite, typed, said)
    everything = _joined([*said, typed])
    known = lower_words(everything)
    shared = set(known).intersection(lower_words(rewrite))
    if reason == OWN.shared and shared:
        return ""
    return reason


def _names_first(rewrite: str, typed: str, said: Sequence[str]) -> str:
    everything = _joined([*said, typed])
    new = missing(rewrite, everything)
    if new:
        return OWN.new
    return refused(rewrite, typed, said)


def _at_most_one(rewrite: str, typed: str, said: Sequence[str]) -> str:
    if not rewrite:
        return OWN.shared
    return refused(rewrite, typed, said)


MISCONCEPTIONS = {
    'only a full stop ends a sentence, and "Sure!" is none': _by_full_stops,
    "the full stop of an initial ends a sentence": _initials_end,
    "every word with a capital is a name, even one that opens the question": _capitals,
    "the rewrite is compared with the message alone, and not with what was said": _message_only,
    "the rewrite is compared with what was said, and not with the message": _history_only,
    "every word that nobody has said is a new name": _every_word,
    "names that nobody has said are not looked for": _no_names,
    'stop words such as "is" and "the" count as shared words': _stop_words,
    "names are looked at before the shared words": _names_first,
    "an empty rewrite has at most one sentence, and passes the first rule": _at_most_one,
}
