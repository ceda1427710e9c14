"""05-row: other right ways, and a table that knows only the story of the notebook."""

from ragkit.course.exercises.checks.nb05_row import web_first
from ragkit.graphs.crag.policy import CRAG
from ragkit.state import Rule

WEB = Rule("insufficient", "search_web", "other words rarely help here", budget=3)
before_the_rewriting = [*CRAG[:-1], WEB, CRAG[-1]]
written_out = (
    Rule("approved", "generate", "it is good enough", 9),
    Rule("insufficient", "search_web", "the web first"),
    Rule("exhausted", "apologise", "nothing is left"),
    Rule("insufficient", "rewrite", "no web, so other words", 9),
)

RIGHT = [before_the_rewriting, written_out]
HARD_CODED = (Rule("insufficient", "search_web", "the web first"),)
ANSWER = web_first
