"""22-rows: other right ways, and a table that knows only evidence off the topic."""

from ragkit.state import Rule

written_out = [
    Rule("off_topic", "decide_strategy", "another way", 1),
    Rule("off_topic", "decide_strategy", "a third way", 1),
    Rule("off_topic", "answer_generation", "no way is left"),
    Rule("partial_coverage", "rewrite_and_refine", "other words", 2),
    Rule("partial_coverage", "answer_generation", "words are used up"),
    Rule("exhausted", "answer_generation", "it is enough", 9),
    Rule("good", "answer_generation", "it is good", 9),
]
turned = (*written_out[5:], *written_out[3:5], *written_out[:3])

RIGHT = [written_out, turned]
HARD_CODED = tuple(written_out[:3])
