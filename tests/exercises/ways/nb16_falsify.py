"""16-falsify: another right way."""

import re

from ragkit.course.exercises.checks.nb16_falsify import falsify


def by_sets_of_numbers(passages, true, others):
    taken = {number for text in passages for number in re.findall(r"\d+", text)}
    for false in others:
        if false not in taken:
            return [re.sub(rf"(?<!\d){true}(?!\d)", false, text) for text in passages]
    return passages


RIGHT = [by_sets_of_numbers]
ANSWER = falsify
