"""01-fits: the right predictions in another form, and one for every budget."""

from ragkit.course.exercises.checks.nb01_fits import answer

RIGHT = [{50: ("owl",), 250: ("owl",), 350: ("owl", "cat"), 400: ("owl", "cat", "dog")}]
HARD_CODED = dict.fromkeys((50, 250, 350, 400), ["owl", "cat"])
ANSWER = answer
