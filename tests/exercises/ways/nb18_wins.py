"""18-wins: another right way."""

import re
from collections import Counter

from ragkit.course.exercises.checks.nb18_wins import wins


def by_sets(rows):
    found = Counter(evidence=0, memory=0, both=0, neither=0)
    for known, stated, answer in rows:
        if known in ("", stated):
            continue
        sides = {known, stated} & set(re.findall(r"\d+", answer))
        if len(sides) == 2:
            found["both"] += 1
        elif sides:
            found["memory" if known in sides else "evidence"] += 1
        else:
            found["neither"] += 1
    return dict(found)


RIGHT = [by_sets]
ANSWER = wins
