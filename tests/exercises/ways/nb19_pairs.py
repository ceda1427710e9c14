"""19-pairs: another right way."""

from ragkit.course.exercises.checks.nb19_pairs import rated


def by_names(rows):
    kept = [row for row in rows if sum(row[0] == other[0] for other in rows) == 2]
    traps = {name for name, is_false, stopped in kept if is_false and stopped}
    twins = {name for name, is_false, stopped in kept if stopped and not is_false}
    count = len(kept) / 2
    return {"traps": len(traps) / count, "twins": len(twins) / count, "pairs": len(traps - twins) / count}


RIGHT = [by_names]
ANSWER = rated
