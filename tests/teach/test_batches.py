"""Batches of similar lengths, so that little is padded."""

from random import Random

from ragkit.teach.batches import SORTED, alike


def test_every_item_is_in_one_batch_and_all_but_one_are_full():
    batches = alike(list(range(21)), 4, lambda item: item, Random(0))
    assert sorted(item for batch in batches for item in batch) == list(range(21))
    assert sorted(len(batch) for batch in batches) == [1, 4, 4, 4, 4, 4]


def test_items_of_a_batch_are_neighbours_in_length():
    items = list(range(4 * SORTED))
    batches = alike(items, 4, lambda item: item, Random(0))
    assert all(batch == list(range(batch[0], batch[0] + 4)) for batch in batches)


def test_the_order_of_the_batches_is_by_chance_and_not_by_length():
    firsts = [batch[0] for batch in alike(list(range(32)), 4, lambda item: item, Random(0))]
    assert firsts != sorted(firsts) and firsts != sorted(firsts, reverse=True)
    again = [batch[0] for batch in alike(list(range(32)), 4, lambda item: item, Random(0))]
    assert firsts == again
