"""26-gate: another right way."""

import re

from ragkit.course.exercises.checks.nb26_gate import same


def by_cutting(one, other):
    kept = []
    for question in (one.lower(), other.lower()):
        question = re.sub(r"^(please tell me|could you tell me|please), ", "", question)
        question = re.sub(r"\b(a|an|the)\b", " ", question.rstrip("?"))
        kept.append(re.findall(r"\w+|[^\w\s]", question))
    return kept[0] == kept[1]


RIGHT = [by_cutting]
ANSWER = same
