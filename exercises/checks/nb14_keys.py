"""14-keys: whether an answer has every key, and nothing that is forbidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.evaluate.golden.correct import correct as of_question
from ragkit.evaluate.golden.correct import holds
from ragkit.evaluate.golden.questions import Question

WORDS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
TIMES = ("night", "dusk", "dawn")
FORBIDDEN = ["day", "noon"]
OWN = Own(
    "`correct` returns `{harmful!r}` for an answer that holds a forbidden spelling, "
    "and `{bare!r}` for a question without keys.",
    harmful=(False, "harmful", "misleading", "forbidden", "refuted"),
    bare=(None, "ungraded", "no keys", "unknown"),
)
Keys = Sequence[Sequence[str]]
Right = bool | str | None


def correct(answer: str, keys: Keys, forbidden: Sequence[str]) -> Right:
    """Whether an answer is right; None where there are no keys.

    >>> keys = [["3", "three"], ["night"]]
    >>> correct("Three mice, at night.", keys, ["day"]), correct("Three mice.", keys, [])
    (True, False)
    """
    groups = tuple(tuple(spellings) for spellings in keys)
    question = Question(
        id="owls",
        question="How many mice, and when?",
        kind="factual",
        answer="",
        keys=groups,
        support=(),
        difficulty="easy",
        forbidden=tuple(forbidden),
    )
    grade = of_question(question, answer)
    if grade is None:
        return OWN.bare
    if any(holds(answer, wrong) for wrong in forbidden):
        return OWN.harmful
    return grade == 1


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """The second spelling; one key of two; a forbidden one; no keys; then any."""
    count = rng.choice(list(WORDS))
    time = rng.choice(TIMES)
    keys = [[str(count), WORDS[count]], [time]]
    yield answer.against(correct, f"An owl eats {WORDS[count]} mice, at {time}.", keys, [])
    yield answer.against(correct, f"An owl eats {count} mice.", keys, FORBIDDEN)
    yield answer.against(correct, f"{count} mice, at {time} and by day.", keys, FORBIDDEN)
    yield answer.against(correct, f"{count} mice.", [], FORBIDDEN)
    yield answer.against(correct, f"An owl eats 1{count} mice, at {time}.", keys, FORBIDDEN)
    for _ in range(10):
        text = _drawn(count, rng)
        yield answer.against(correct, text, keys, FORBIDDEN)


def _drawn(count: int, rng: Random) -> str:
    """An answer with some number and some time."""
    other = rng.choice(list(WORDS))
    number = rng.choice([str(count), WORDS[count], str(other), "many"])
    time = rng.choice([*TIMES, *FORBIDDEN])
    return f"An owl eats {number} mice, at {time}."


def _one_group_is_enough(answer: str, keys: Keys, forbidden: Sequence[str]) -> Right:
    if not keys:
        return OWN.bare
    grades = []
    for group in keys:
        grade = correct(answer, [group], forbidden)
        grades.append(grade)
    return True in grades or grades[0]


def _every_spelling(answer: str, keys: Keys, forbidden: Sequence[str]) -> Right:
    alone = []
    for spellings in keys:
        alone += [[spelling] for spelling in spellings]
    return correct(answer, alone, forbidden)


def _forbidden_is_ignored(answer: str, keys: Keys, forbidden: Sequence[str]) -> Right:
    return correct(answer, keys, [])


def _no_keys_is_right(answer: str, keys: Keys, forbidden: Sequence[str]) -> Right:
    if not keys:
        return True
    return correct(answer, keys, forbidden)


def _letters_alone(answer: str, keys: Keys, forbidden: Sequence[str]) -> Right:
    """A key within a longer number counts as held."""
    spaced = answer
    for spellings in keys:
        for spelling in spellings:
            if not holds(spaced, spelling):
                spaced = spaced.replace(spelling, f" {spelling} ")
    return correct(spaced, keys, forbidden)


MISCONCEPTIONS = {
    "every spelling of a key is wanted, and not one of them": _every_spelling,
    "one key is enough, where the question has two": _one_group_is_enough,
    "what is forbidden is not looked for": _forbidden_is_ignored,
    "a question without keys counts as answered rightly": _no_keys_is_right,
    "a key is found inside a longer number": _letters_alone,
}
