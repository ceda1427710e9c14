"""07-joins: another right way."""

from ragkit.course.exercises.checks.nb07_joins import joins
from ragkit.text.joins import bases


def as_the_kit_does(passages, hopped):
    joined = [base for base in bases(passages, hopped) if len(base) == 2]
    return [[passage.id for passage in base] for base in joined]


RIGHT = [as_the_kit_does]
ANSWER = joins
