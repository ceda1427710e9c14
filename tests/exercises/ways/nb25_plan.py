"""25-plan: another right way."""

from dataclasses import replace

from ragkit.course.exercises.checks.nb25_plan import changed
from ragkit.graphs import SubQuestion


def by_number(plan, change):
    lines = {one.number: one for one in plan}
    if change.what == "drop":
        lines[change.number] = replace(lines[change.number], fate="dropped")
    if change.what == "refine":
        lines[change.number] = replace(lines[change.number], query=change.after)
    if change.what == "add":
        lines[change.number] = SubQuestion(change.number, change.after)
    return list(lines.values())


RIGHT = [by_number]
ANSWER = changed
