"""14-parts: deal questions to two parts by the hash of their ids (`golden/parts.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.evaluate.golden.parts import half

OWN = Own(
    "The SHA-256 is that of the id with `{front}` in front of it: of `{front}owls` for `owls`.",
    front=(
        *("", "v2/", "v3/", "v4/", "team-a/", "team-b/", "spring/"),
        *("autumn/", "deal-7/", "deal-8/", "birds/", "zoo/", "lab/"),
    ),
)
"""What may stand in front, so that another collection is dealt in another way."""
HALVES = ("fit", "test")
ANIMALS = ("owl", "cat", "bat", "mole", "newt", "wren", "toad", "hare", "lynx", "crow")
TOPICS = ("food", "sleep", "young", "size", "sound")
Ids = Sequence[str]
Dealt = dict[str, str]


def deal(ids: Ids) -> Dealt:
    """The part of each question.

    >>> deal(["owls", "cats"])
    {'owls': 'fit', 'cats': 'test'}
    """
    dealt: Dealt = {}
    for id in ids:
        dealt[id] = half(OWN.front + id)
    return dealt


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Many questions, then the same with one more in front, then some of them."""
    every = [f"{animal}-{topic}" for animal in ANIMALS for topic in TOPICS]
    ids = rng.sample(every, 20)
    yield answer.against(deal, ids)
    yield answer.against(deal, ["new-one", *ids])
    yield answer.against(deal, [])
    for _ in range(5):
        yield answer.against(deal, rng.sample(ids, 6))


def _in_turn(ids: Ids) -> Dealt:
    dealt = {}
    for place, id in enumerate(ids):
        dealt[id] = HALVES[place % 2]
    return dealt


def _drawn_with_a_seed(ids: Ids) -> Dealt:
    rng = Random(0)
    dealt = {}
    for id in ids:
        dealt[id] = rng.choice(HALVES)
    return dealt


def _by_pythons_hash(ids: Ids) -> Dealt:
    dealt = {}
    for id in ids:
        dealt[id] = HALVES[hash(id) % 2]
    return dealt


def _by_the_last_byte(ids: Ids) -> Dealt:
    dealt = {}
    for id in ids:
        named = OWN.front + id
        digest = sha256(named.encode()).digest()
        dealt[id] = HALVES[digest[-1] % 2]
    return dealt


def _other_way_round(ids: Ids) -> Dealt:
    other = {"fit": "test", "test": "fit"}
    dealt = {}
    for id, part in deal(ids).items():
        dealt[id] = other[part]
    return dealt


MISCONCEPTIONS = {
    "questions are dealt in turn, so that a new one moves those behind it": _in_turn,
    "parts are drawn in the order of the questions, so that a new one changes the others": (
        _drawn_with_a_seed
    ),
    "Python's own `hash` is used, which differs from process to process": _by_pythons_hash,
    "the last byte decides, and not the first": _by_the_last_byte,
    "odd and even have changed places": _other_way_round,
}
