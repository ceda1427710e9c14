"""13-breakeven: another right way."""

from ragkit.course.exercises.checks.nb13_breakeven import break_even
from ragkit.evaluate.measures import value as kit
from ragkit.evaluate.measures.outcome import Outcome


def with_the_kit(careful, bold):
    """The price that the kit's own measure finds of the same outcomes."""
    return kit.break_even(listed(careful), listed(bold)).price


def listed(counts):
    known = {"correct": Outcome(1, 0, 0), "wrong": Outcome(0, 1, 0), "abstained": Outcome(0, 0, 1)}
    ends = [known[end] for end, count in counts.items() for _ in range(count)]
    return {str(number): end for number, end in enumerate(ends)}


RIGHT = [with_the_kit]
ANSWER = break_even
