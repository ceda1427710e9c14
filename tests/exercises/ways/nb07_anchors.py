"""07-anchors: another right way."""

import re

from ragkit.course.exercises.checks.nb07_anchors import lacking


def with_sets(claim, passages):
    wanted = list(dict.fromkeys(re.findall(r"\d+", claim)))
    best = wanted
    for passage in passages:
        known = set(re.findall(r"\d+", passage))
        if len(set(wanted) - known) < len(best):
            best = [number for number in wanted if number not in known]
    return best


RIGHT = [with_sets]
ANSWER = lacking
