"""06-loop: other right ways, and a table that knows only an open web."""

from ragkit.course.exercises.checks.nb06_loop import ends
from ragkit.graphs.crag.policy import CRAG
from ragkit.state import Rule

written_out = [
    Rule("approved", "generate", "it is good enough", 9),
    Rule("exhausted", "search_web", "the documents do not say it"),
    Rule("exhausted", "apologise", "nothing is left"),
    Rule("insufficient", "rewrite", "other words", 3),
    Rule("insufficient", "search_web", "other words did not help"),
    Rule("insufficient", "apologise", "nothing is left", 2),
]
a_row_for_each_search = (
    *CRAG[:3],
    Rule("insufficient", "rewrite", "other words", 1),
    Rule("insufficient", "rewrite", "still other words", 2),
    Rule("insufficient", "search_web", "words do not help"),
    Rule("insufficient", "apologise", "nothing helps"),
)

RIGHT = [written_out, a_row_for_each_search]
HARD_CODED = tuple(Rule("insufficient", do, "it is next") for do in ("rewrite", "search_web"))
ANSWER = ends
