"""09-memories: the right predictions in another form, and one that knows only what is most frequent."""

from collections import OrderedDict

from ragkit.course.exercises.checks.nb09_memories import answer

RIGHT = [OrderedDict(dict.fromkeys("fedc", "nothing") | {"b": "a deeper search", "a": "no second search"})]
HARD_CODED = dict.fromkeys("abcdef", "nothing")
ANSWER = answer
