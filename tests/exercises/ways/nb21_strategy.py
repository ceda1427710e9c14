"""21-strategy: another right way."""

from ragkit.course.exercises.checks.nb21_strategy import strategy
from ragkit.text.anchors import anchors


def without_patterns(question):
    quoted = question.count('"') > 1 or question.count("`") > 1
    exact = any(point.isdigit() and after.isdigit() for point, after in _around(question, "."))
    if quoted or exact or "_" in question:
        return "keyword"
    opening = question.lower().split()[0]
    return "semantic" if opening in ("why", "how", "explain") and not anchors(question) else "hybrid"


def _around(text, sign):
    parts = text.split(sign)
    return [(before[-1:], after[:1]) for before, after in zip(parts, parts[1:])]


RIGHT = [without_patterns]
ANSWER = strategy
