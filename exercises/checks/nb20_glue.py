"""20-glue: the last two messages glued together, the search that needs no model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.conversation.small_talk import is_greeting
from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

QUESTIONS = [
    "How fast is a binary heap?",
    "What is a minimum spanning tree?",
    "Which tables resize?",
    "Who published the first suffix tree?",
    "When is a graph dense?",
    "What does relaxation mean?",
]
FOLLOW_UPS = ["And why?", "When was it?", "And the other one?", "How so?", "Who says so?"]
GREETINGS = ["Thanks!", "Hello there!", "Great, thank you.", "Good morning!", "Thanks a lot."]
KITS = "the last of them comes before `typed`, as in the kit"
OWN = Own(
    "`{between!r}` is between the two messages. Where nothing but greetings was said, {alone}.",
    between=(" ", " / ", " | ", " + ", " - ", " > "),
    alone=("return `typed` as it is", KITS),
)
Messages = Sequence[str]


def glued(typed: str, before: Messages) -> str:
    """The last message that is no greeting, and the new one behind it.

    >>> glued("And why?", ["Do owls hunt?", "Thanks!"]), glued("Why?", [])
    ('Do owls hunt? And why?', 'Why?')
    """
    asked = _without_greetings(before)
    last = asked[-1:]
    if not asked and OWN.alone == KITS:
        last = list(before[-1:])
    return _joined([*last, typed])


def _joined(messages: Messages) -> str:
    between = OWN.between
    return between.join(messages)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Two questions; a greeting last; the first turn; greetings alone; then drawn ones."""
    first, second = rng.sample(QUESTIONS, 2)
    typed = rng.choice(FOLLOW_UPS)
    thanks = rng.choice(GREETINGS)
    yield answer.against(glued, typed, [first, second])
    yield answer.against(glued, typed, [first, second, thanks])
    yield answer.against(glued, typed, [])
    yield answer.against(glued, typed, [thanks])
    for _ in range(10):
        typed = rng.choice(FOLLOW_UPS)
        before = _drawn(rng)
        yield answer.against(glued, typed, before)


def _drawn(rng: Random) -> list[str]:
    asked = rng.randint(0, 3)
    polite = rng.randint(0, 2)
    messages = rng.sample(QUESTIONS, asked)
    for _ in range(polite):
        place = rng.randint(0, len(messages))
        greeting = rng.choice(GREETINGS)
        messages.insert(place, greeting)
    return messages


def _without_greetings(before: Messages) -> list[str]:
    asked = []
    for message in before:
        if not is_greeting(message):
            asked.append(message)
    return asked


def _turned_round(typed: str, before: Messages) -> str:
    asked = _without_greetings(before)
    last = asked[-1:]
    messages = [typed, *last]
    return _joined(messages)


def _first(typed: str, before: Messages) -> str:
    asked = _without_greetings(before)
    first = asked[:1]
    return _joined([*first, typed])


def _all(typed: str, before: Messages) -> str:
    asked = _without_greetings(before)
    return _joined([*asked, typed])


def _without_it(typed: str, before: Messages) -> str:
    asked = _without_greetings(before)
    return _joined(asked[-2:])


def _greeting_too(typed: str, before: Messages) -> str:
    last = before[-1:]
    messages = [*last, typed]
    return _joined(messages)


def _only_the_last(typed: str, before: Messages) -> str:
    """The last message is left out if it is a greeting, and nothing takes its place."""
    last = before[-1:]
    asked = _without_greetings(last)
    messages = [*asked, typed]
    return _joined(messages)


def _with_space(typed: str, before: Messages) -> str:
    if not before:
        return _joined(["", typed])
    return glued(typed, before)


MISCONCEPTIONS = {
    "the new message is in front of the older one": _turned_round,
    "the first message of the conversation is taken, and not the last": _first,
    "all earlier messages are glued, and not only the last": _all,
    "the two messages before are glued, without the new one": _without_it,
    "a greeting is glued like a question": _greeting_too,
    "a greeting is left out, but the question before it is not taken": _only_the_last,
    "with no message before, a space is left in front": _with_space,
}
