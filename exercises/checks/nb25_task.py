"""25-task: the tasks of a team, each of which its worker understands alone.

The kit asks `why_not` alone, which sees no pronoun (`ragkit/graphs/multi_agent/decompose.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from ragkit.conversation.signs import refers_back
from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.graphs.multi_agent.decompose import why_not
from ragkit.graphs.multi_agent.state import Task

OWN = Own(
    "The whole question is the {place} task, even where `queries` has it too, and numbers count "
    "from {first}.",
    place=("first", "last"),
    first=(1, 0, 2, 10, 100, 1000),
)

BIRDS = ["owls", "hawks", "swifts", "rooks", "gulls", "terns"]
PREY = ["mice", "moths", "beetles", "voles"]
TOWNS = ["Paris", "Berlin", "Madrid", "Vienna"]
PRONOUN = re.compile(r"\b(?:they|them|their|it|its)\b", re.IGNORECASE)
Queries = Sequence[str]


def tasks(queries: Queries, question: str) -> list[Task]:
    """The tasks: the whole question, and the queries that a worker understands alone.

    >>> asked = "Where do owls nest, and how do they hunt?"
    >>> [task.query for task in tasks(["Where do owls nest?", "How do they hunt?"], asked)]
    ['Where do owls nest, and how do they hunt?', 'Where do owls nest?']
    """
    kept = [query for query in queries if not _against(query, question)]
    return _numbered(kept, question)


def _against(query: str, question: str) -> str:
    """What speaks against a query; empty where nothing does."""
    return why_not(query, question) or refers_back(query)


def _numbered(queries: Queries, question: str) -> list[Task]:
    """A task for the question and for each query, once, with numbers in order."""
    parts = dict.fromkeys(query for query in queries if query != question)
    return _tasks(_with_the_question(list(parts), question))


def _with_the_question(parts: list[str], question: str) -> list[str]:
    if OWN.place == "first":
        return [question, *parts]
    return [*parts, question]


def _tasks(queries: Iterable[str]) -> list[Task]:
    found = []
    for number, query in enumerate(queries, start=OWN.first):
        task = Task(number, query)
        found.append(task)
    return found


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first is told wrongly by another misconception; then mixtures of them."""
    for queries, question in stories(rng):
        yield answer.against(tasks, queries, question)
    for _ in range(6):
        yield answer.against(tasks, *_mixed(rng))


def _mixed(rng: Random) -> tuple[list[str], str]:
    """Some of the queries of all stories, which are about one question."""
    told = stories(rng)
    _, question = told[0]
    every: list[str] = []
    for queries, _ in told:
        every.extend(queries)
    return rng.sample(every, 3), question


def stories(rng: Random) -> list[tuple[list[str], str]]:
    """What a model made of a question, and the question."""
    bird, prey, town = rng.choice(BIRDS), rng.choice(PREY), rng.choice(TOWNS)
    question = f"Where do the {bird} nest, and how do they catch {prey}?"
    nest = f"Where do the {bird} nest?"
    catch = f"How do the {bird} catch {prey}?"
    own = f"How do the {bird} catch their {prey}?"
    return [
        ([nest, catch], question),
        ([nest, own], question),
        ([nest, f"How do they catch {prey}?"], question),
        ([f"Do the {bird} nest in {town}?", nest], question),
        ([nest, nest, catch], question),
        ([question, catch], question),
        ([], question),
    ]


def _parts_alone(queries: Queries, question: str) -> list[Task]:
    parts = [task.query for task in tasks(queries, question)]
    parts.remove(question)
    return _tasks(parts)


def _no_pronouns_seen(queries: Queries, question: str) -> list[Task]:
    kept = []
    for query in queries:
        if not why_not(query, question):
            kept.append(query)
    return _numbered(kept, question)


def _pronouns_alone(queries: Queries, question: str) -> list[Task]:
    kept = []
    for query in queries:
        if not refers_back(query):
            kept.append(query)
    return _numbered(kept, question)


def _every_pronoun(queries: Queries, question: str) -> list[Task]:
    """A pronoun is refused even behind its noun."""
    plain = []
    for query in queries:
        if not PRONOUN.search(query):
            plain.append(query)
    return tasks(plain, question)


def _old_numbers(queries: Queries, question: str) -> list[Task]:
    """The numbers are those that the queries had in the model's list."""
    found = []
    for task in _numbered(queries, question):
        if task.query == question or not _against(task.query, question):
            found.append(task)
    return found


def _twice(queries: Queries, question: str) -> list[Task]:
    kept = []
    for query in queries:
        if not _against(query, question):
            kept.append(query)
    return _tasks(_with_the_question(kept, question))


MISCONCEPTIONS = {
    "the whole question is no task, so that a bad split costs the answer": _parts_alone,
    "a pronoun is refused even where its noun is in the same query": _every_pronoun,
    "a pronoun is let through, whose noun is only in the question": _no_pronouns_seen,
    "a name that nobody has said is let through": _pronouns_alone,
    "the numbers are those of the model's list, with gaps": _old_numbers,
    "a query that the model wrote twice becomes two tasks": _twice,
}
