"""A small task for tests of what surrounds a check: double a number, and do it to each item of a list."""

from dataclasses import replace

from ragkit.course.exercises.task import Task


def trials(answer, rng):
    number = rng.randint(10, 99)
    yield answer.on([number], expected=[2 * number])
    yield answer.on([1, 2, 3], expected=[2, 4, 6])


DOUBLE = Task(
    id="02-double",
    title="Double each",
    follows="02_hybrid_retrieval",
    kind="fill in",
    level=1,
    minutes=5,
    name="double",
    hints=("Think.", "Multiply.", "[2 * n for n in numbers]"),
    trials=trials,
    misconceptions={"numbers are squared": lambda numbers: [n * n for n in numbers]},
)


def right(numbers):
    return [2 * number for number in numbers]


def asking(trials, **other):
    """The task with other trials."""
    return replace(DOUBLE, trials=trials, **other)
