"""12-price: another right way."""

import math

from ragkit.course.exercises.checks.nb12_price import value
from ragkit.evaluate.measures import value as kit
from ragkit.evaluate.measures.outcome import Outcome


def with_the_kit(ends, price):
    known = {"correct": Outcome(1, 0, 0), "wrong": Outcome(0, 1, 0), "abstained": Outcome(0, 0, 1)}
    found = kit.value({str(number): known.get(end) for number, end in enumerate(ends)}, price)
    return None if math.isnan(found.mean) else found.mean


RIGHT = [with_the_kit]
ANSWER = value
