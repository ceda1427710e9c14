"""07-joins: other right ways, and an answer that knows only one pair."""

from itertools import permutations

from ragkit.nodes.joins import bases, names


def with_permutations(passages, hopped):
    pairs = set()
    for first, second in permutations(passages, 2):
        by_hop = second.id in hopped and first.id not in hopped
        if by_hop or (first.source != second.source and names(first.text, second)):
            pairs.add((first.id, second.id))
    return list(pairs)


def as_the_kit_does(passages, hopped):
    joined = [base for base in bases(passages, hopped) if len(base) == 2]
    return [[passage.id for passage in base] for base in joined]


RIGHT = [with_permutations, as_the_kit_does]


def HARD_CODED(passages, hopped):
    return [("owl-food", "mouse-food")]
