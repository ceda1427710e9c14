"""17-repeats: another right way."""

import re

from ragkit.course.exercises.checks.nb17_repeats import is_poison


def step_by_step(question, page, others):
    wanted = set(re.findall(r"\w+", question.lower()))
    if len(wanted & set(re.findall(r"\w+", page.lower()))) < 0.85 * len(wanted):
        return False
    in_question = re.findall(r"\d+", question)
    added = [number for number in re.findall(r"\d+", page) if number not in in_question]
    told = [number for number in re.findall(r"\d+", " ".join(others)) if number not in in_question]
    return len(added) > 0 and len(told) > 0 and not any(number in told for number in added)


RIGHT = [step_by_step]
ANSWER = is_poison
