"""20-blame: another right way."""

from ragkit.course.exercises.checks.nb20_blame import blame


def in_one_table(found, needed, finds):
    rewrite_finds = found.rewrite in finds
    steps = {
        "nothing": any(query in finds for query in found.queries),
        "gate": needed is not found.needs_history,
        "words": not needed,
        "acceptance": rewrite_finds and found.refused != "",
        "search": rewrite_finds,
        "rewrite": True,
    }
    return [step for step, holds in steps.items() if holds][0]


RIGHT = [in_one_table]
ANSWER = blame
