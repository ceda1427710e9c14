"""19-plant: another right way."""

from itertools import takewhile

from ragkit.course.exercises.checks.nb19_plant import plant


def by_places(order, answers, writable):
    before = takewhile(lambda name: name not in answers, order)
    return sorted(writable & set(before), key=order.index)


RIGHT = [by_places]
ANSWER = plant
