"""13-breakeven: other right ways, and an answer that knows only the example of the notebook."""

import math

from ragkit.evaluate.measures import value as kit
from ragkit.evaluate.measures.outcome import Outcome


def with_the_kit(careful, bold):
    """The price that the kit's own measure finds of the same outcomes."""
    return kit.break_even(listed(careful), listed(bold)).price


def listed(counts):
    known = {"correct": Outcome(1, 0, 0), "wrong": Outcome(0, 1, 0), "abstained": Outcome(0, 0, 1)}
    ends = [known[end] for end, count in counts.items() for _ in range(count)]
    return {str(number): end for number, end in enumerate(ends)}


def by_two_ends(careful, bold):
    """The difference of two values is a straight line, so its two ends decide."""
    gain = careful["correct"] - bold["correct"]  # at price 0
    slope = bold["wrong"] - careful["wrong"]
    if slope < 0 or (slope == 0 and gain < 0):
        return math.inf
    return max(0, -gain) / max(1, slope)


RIGHT = [with_the_kit, by_two_ends]


def HARD_CODED(careful, bold):
    return 0.375
