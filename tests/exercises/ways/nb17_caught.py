"""17-caught: the right predictions in another order, and one that knows two pages only."""

from ragkit.course.exercises.checks.nb17_caught import truth

NAMES = "HGFEDCBA"
CAUGHT = ["order", "neither", "neither", "order", "neither", "neither", "poison", "order"]
RIGHT = [dict(zip(NAMES, CAUGHT, strict=True))]
HARD_CODED = dict.fromkeys(NAMES, "order")
ANSWER = truth
