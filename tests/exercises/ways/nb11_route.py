"""11-route: other right ways, and a prediction that knows only the example of the notebook."""

from ragkit.graphs.adaptive.policy import CONTEXT
from ragkit.policy import choose

AGAIN = ("plan",)
as_tuples = {
    "G": ("plan", "apologise"),
    "F": ("apologise",),
    "E": ("plan", "generate"),
    "D": ("search_web",),
    "C": (*AGAIN, *AGAIN, *AGAIN, "generate"),
    "B": (*AGAIN, *AGAIN, "search_web"),
    "A": ("plan", "generate"),
}
first = choose(CONTEXT, {"insufficient"}, [])
at_the_web = choose(CONTEXT, {"insufficient", "unsure"}, [])
gives_up = choose(CONTEXT, {"insufficient", "exhausted"}, [first], {"search_web"})
by_the_table = {
    "A": [first.do, "generate"],
    "B": [first.do, first.do, at_the_web.do],
    "C": [first.do] * 3 + ["generate"],
    "D": [at_the_web.do],
    "E": [first.do, "generate"],
    "F": [gives_up.do],
    "G": [first.do, gives_up.do],
}

RIGHT = [as_tuples, by_the_table]
HARD_CODED = {name: ["plan", "generate"] for name in "ABCDEFG"}
