"""11-route: the right predictions in another form, and one that knows only the example of the notebook."""

from ragkit.course.exercises.checks.nb11_route import truth

as_tuples = {
    "G": ("plan", "apologise"),
    "F": ("apologise",),
    "E": ("plan", "generate"),
    "D": ("search_web",),
    "C": ("plan", "plan", "plan", "generate"),
    "B": ("plan", "plan", "search_web"),
    "A": ("plan", "generate"),
}
RIGHT = [as_tuples]
HARD_CODED = {name: ["plan", "generate"] for name in "ABCDEFG"}
ANSWER = truth
