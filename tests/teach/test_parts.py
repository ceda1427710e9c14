"""Judgements become pairs, and pairs parts that share no document and no passage."""

from dataclasses import replace

import pytest
from tiny_critic import GROUPS, both, judgement, toy

from ragkit.teach.judgement import flat
from ragkit.teach.parts import BadPairs, Parts, paired, parted, shuffled
from ragkit.teach.split import split_of


def test_a_pair_is_one_yes_and_one_no_of_one_name_in_any_order():
    yes, no = both("a")
    other = both("b")
    pairs = paired([no, *other, yes])
    assert [(pair.yes, pair.no) for pair in pairs] == [(yes, no), tuple(other)]
    assert pairs[0].kind == "bird" and flat(pairs) == [yes, no, *other]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "got no judgement"),
        ([judgement(True)], "'p' has 1 judgements that are true and 0 that are false"),
        ([judgement(False), judgement(False)], "has 0 judgements that are true and 2"),
        ([judgement(True), judgement(False, kind="cat")], "differ in their kind or group"),
        ([judgement(True), judgement(False, group="doc 1")], "differ in their kind or group"),
    ],
)
def test_judgements_that_are_no_pairs_are_refused(rows, said):
    with pytest.raises(BadPairs, match=said):
        paired(rows)


def test_a_group_is_in_one_part_by_its_name_alone():
    parts = parted(paired(toy(train=8, dev=3, test=2)))
    assert [len(part) for part in parts] == [8, 3, 2]
    for name, part in parts._asdict().items():
        assert {pair.yes.group for pair in part} <= set(GROUPS[name])
    assert {part: len(names) for part, names in GROUPS.items()} == {"train": 55, "dev": 11, "test": 14}
    assert sum(split_of(f"{n}") == "train" for n in range(1000)) / 1000 == pytest.approx(0.7, abs=0.03)


def test_a_part_without_a_pair_is_refused():
    with pytest.raises(BadPairs, match="no pair for the part dev"):
        parted(paired(toy(dev=0)))


def with_passage_of(part, rows, count):
    """The rows, in which the passage of a pair of test is also the one of the first pairs of another part."""
    (passage,) = next(one for one in rows if one.group in GROUPS["test"]).passages
    names = [f"{part} {n}" for n in range(count)]
    return [replace(one, passages=(passage,)) if one.pair in names else one for one in rows]


def test_a_pair_that_shares_a_passage_with_what_is_measured_on_is_left_out():
    for part, left in {"train": [5, 4, 4], "dev": [8, 1, 4]}.items():
        parts = parted(paired(with_passage_of(part, toy(), count=3)))
        assert [len(pairs) for pairs in parts] == left


def test_a_part_of_which_nothing_is_left_is_refused():
    with pytest.raises(BadPairs, match="no pair for the part train"):
        parted(paired(with_passage_of("train", toy(), count=8)))


def test_pairs_about_the_same_evidence_stay_together_in_an_order_by_the_seed():
    rows = []
    for number in range(24):
        rows += both(f"pair {number}", text=f"Owl {number % 8} hunts.")
    parts = Parts(paired(rows), [], [])
    orders = [shuffled(parts, seed).train for seed in (0, 0, 1)]
    assert orders[0] == orders[1] != orders[2]
    assert all(set(order) == set(parts.train) and len(order) == 24 for order in orders)
    evidence = [pair.yes.passages for pair in orders[0]]
    assert sum(one != two for one, two in zip(evidence, evidence[1:])) == 8 - 1
