"""24-spent: another right way."""

from ragkit.course.exercises.checks.nb24_spent import first_repeat
from ragkit.search.route_cache import key


def with_a_set(calls):
    seen = set()
    for place, (tool, target) in enumerate(calls):
        call = tool, tuple(key(target))
        if call in seen:
            return place
        seen.add(call)
    return None


RIGHT = [with_a_set]
ANSWER = first_repeat
