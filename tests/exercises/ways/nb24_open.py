"""24-open: another right way."""

from ragkit.course.exercises.checks.nb24_open import open_now


def one_by_one(actions, budgets, forbidden):
    found = []
    for name, budget in budgets.items():
        calls = [action for action in actions if action.tool == name]
        is_first_reading = name == "read_passage" and len(actions) == 0
        if budget - len(calls) > 0 and name not in forbidden and not is_first_reading:
            found.append(name)
    return found


RIGHT = [one_by_one]
ANSWER = open_now
