"""Judgements as pairs, and pairs in three parts that share no document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from ragkit.state import Passage
from ragkit.teach.judgement import Judgement, Pair, flat
from ragkit.teach.split import split_of


class BadPairs(ValueError):
    """The judgements cannot be taught; the message says which and why."""


class Parts(NamedTuple):
    """Pairs to learn from, to decide on (when to stop, the temperature), and to report on."""

    train: list[Pair]
    dev: list[Pair]
    test: list[Pair]


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


def parted(pairs: Iterable[Pair]) -> Parts:
    """The pairs in three parts, by their groups.

    What is measured must not be what was learnt. So a pair of train is left out if it shares a
    passage with one of dev or test, and a pair of dev if it shares one with test. Raises `BadPairs`
    where a part has no pair.
    """
    parts = Parts([], [], [])
    for pair in pairs:
        split = split_of(pair.yes.group)
        getattr(parts, split).append(pair)
    apart = _apart(parts)
    for name, part in apart._asdict().items():
        if not part:
            raise BadPairs(
                f"asked to teach, got no pair for the part {name}; add documents, until some of "
                "them fall into each of the parts train, dev and test"
            )
    return apart


def _apart(parts: Parts) -> Parts:
    """The parts without pairs that share a passage with what is measured on."""
    measured = _texts(parts.test)
    dev = [pair for pair in parts.dev if not _texts([pair]) & measured]
    measured |= _texts(dev)
    train = [pair for pair in parts.train if not _texts([pair]) & measured]
    return Parts(train, dev, parts.test)


def _texts(pairs: Iterable[Pair]) -> set[str]:
    """The texts of all passages of some pairs."""
    texts = set()
    for judgement in flat(pairs):
        texts |= {passage.text for passage in judgement.passages}
    return texts


def shuffled(parts: Parts, seed: int) -> Parts:
    """The parts in an order by the seed, pairs about the same evidence side by side.

    The first pairs are a sample of all kinds, however many of them the time suffices for. To read
    the evidence takes most of that time, so whoever reads it judges all that there is about it.
    """
    lists = [_by_evidence(part, Random(seed)) for part in parts]
    return Parts(*lists)


def _by_evidence(part: Sequence[Pair], rng: Random) -> list[Pair]:
    together: dict[tuple[Passage, ...], list[Pair]] = {}
    for pair in part:
        together.setdefault(pair.yes.passages, []).append(pair)
    groups = list(together.values())
    rng.shuffle(groups)
    order: list[Pair] = []
    for group in groups:
        order += group
    return order
