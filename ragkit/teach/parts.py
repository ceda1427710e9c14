"""Judgements as pairs, and pairs in three parts that share no document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Generic, NamedTuple

from ragkit.state import Passage
from ragkit.teach.judgement import Judgement, Pair
from ragkit.teach.pupil import Learnt
from ragkit.teach.split import split_of


class BadPairs(ValueError):
    """The judgements cannot be taught; the message says which and why."""


class Parts(NamedTuple, Generic[Learnt]):
    """Items to learn from, to decide on (when to stop, the temperature), and to report on."""

    train: list[Learnt]
    dev: list[Learnt]
    test: list[Learnt]


def paired(judgements: Iterable[Judgement]) -> list[Pair]:
    """The pairs, in the order of their first judgements.

    Raises `BadPairs` for a pair that is not one yes and one no, or of two kinds or documents.
    """
    by_name: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        by_name.setdefault(judgement.pair, []).append(judgement)
    if not by_name:
        raise BadPairs("asked to teach, got no judgement; name a folder with more documents")
    return [_pair(name, both) for name, both in by_name.items()]


def _pair(name: str, both: Sequence[Judgement]) -> Pair:
    true = [one for one in both if one.yes]
    false = [one for one in both if not one.yes]
    if len(true) != 1 or len(false) != 1:
        raise BadPairs(
            f"the pair {name!r} has {len(true)} judgements that are true and {len(false)} that are "
            "false; it needs one of each"
        )
    pair = Pair(true[0], false[0])
    if pair.yes.kind != pair.no.kind or pair.yes.group != pair.no.group:
        raise BadPairs(f"the judgements of the pair {name!r} differ in their kind or group")
    return pair


def parted(items: Iterable[Learnt], what: str = "pair") -> Parts[Learnt]:
    """The items in three parts, by their groups; `what` an item is, is said where one is missing.

    What is measured must not be what was learnt. So an item of train is left out if it shares a
    text with one of dev or test, and an item of dev if it shares one with test. Raises `BadPairs`
    where a part has none.
    """
    parts: Parts[Learnt] = Parts([], [], [])
    for item in items:
        split = split_of(item.group)
        getattr(parts, split).append(item)
    apart = _apart(parts)
    for name, part in apart._asdict().items():
        if not part:
            raise BadPairs(
                f"asked to teach, got no {what} for the part {name}; add documents, until some of "
                "them fall into each of the parts train, dev and test"
            )
    return apart


def _apart(parts: Parts[Learnt]) -> Parts[Learnt]:
    """The parts without items that share a text with what is measured on."""
    measured = _texts(parts.test)
    dev = [item for item in parts.dev if not item.texts & measured]
    measured |= _texts(dev)
    train = [item for item in parts.train if not item.texts & measured]
    return Parts(train, dev, parts.test)


def _texts(items: Iterable[Learnt]) -> frozenset[str]:
    """The texts of all of some items."""
    return frozenset[str]().union(*(item.texts for item in items))


def shuffled(parts: Parts[Learnt], seed: int) -> Parts[Learnt]:
    """The parts in an order by the seed, items about the same evidence side by side.

    The first items are a sample of all kinds, however many of them the time suffices for. To read
    the evidence takes most of that time, so whoever reads it judges all that there is about it.
    """
    lists = [_by_evidence(part, Random(seed)) for part in parts]
    return Parts(*lists)


def _by_evidence(part: Sequence[Learnt], rng: Random) -> list[Learnt]:
    together: dict[tuple[Passage, ...], list[Learnt]] = {}
    for item in part:
        together.setdefault(item.evidence, []).append(item)
    groups = list(together.values())
    rng.shuffle(groups)
    order: list[Learnt] = []
    for group in groups:
        order += group
    return order
