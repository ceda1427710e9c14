"""07-joins: another right way, and an answer that knows only one pair."""

from ragkit.nodes.joins import bases


def as_the_kit_does(passages, hopped):
    joined = [base for base in bases(passages, hopped) if len(base) == 2]
    return [[passage.id for passage in base] for base in joined]


RIGHT = [as_the_kit_does]


def HARD_CODED(passages, hopped):
    return [("owl-food", "mouse-food")]
