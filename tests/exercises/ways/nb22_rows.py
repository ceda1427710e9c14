"""22-rows: other right ways, and a table that knows only evidence off the topic."""

from ragkit.course.exercises.checks.nb22_rows import table
from ragkit.state import Rule

written_out = [
    Rule("off_topic", "decide_strategy", "another way", 1),
    Rule("off_topic", "decide_strategy", "a third way", 1),
    Rule("off_topic", "ask_back", "no way is left"),
    Rule("partial_coverage", "rewrite_and_refine", "other words", 2),
    Rule("partial_coverage", "ask_back", "words are used up"),
    Rule("exhausted", "ask_back", "it is enough", 9),
    Rule("good", "ask_back", "it is good", 9),
]
turned = (*written_out[5:], *written_out[3:5], *written_out[:3])

RIGHT = [written_out, turned]
HARD_CODED = tuple(written_out[:3])
ANSWER = table
