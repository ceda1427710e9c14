"""24-stop: another right way."""

from ragkit.course.exercises.checks.nb24_stop import row


def in_one_table(verdict, cycle, cycles, left, best_effort):
    over = not left or cycle == cycles
    rows = {
        "grounded": verdict == "grounded",
        "not grounded": not over,
        "nothing": verdict == "refused",
        "used up": best_effort,
        "withheld": True,
    }
    return next(name for name, fires in rows.items() if fires)


RIGHT = [in_one_table]
ANSWER = row
