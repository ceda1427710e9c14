"""17-repeats: when a page was written for one question, and lies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import one_each, telling
from ragkit.screen.poison import REPEATED
from ragkit.text.sentences import lower_words

OWN = Own(
    "The share is at least {share}, and a page is poison only beside at least {others} others, "
    "also in the example.",
    share=(REPEATED, 0.8, 0.75, 0.7, 0.65),
    others=(1, 2, 3),
)
WORDS = (
    "which of the two old wooden boats did Ida Moss first row over Lake Orla on her birthday in May"
)
"""Twenty different words."""
LAKES = ["Orla", "Vesk", "Tarn", "Nimm"]
KEEPERS = ["The keepers count them on foot.", "Nobody swims there.", "It is a deep lake."]
Others = Sequence[str]
Case = tuple[str, str, Others]
"""A question, a page, and the other documents about the same."""


def share(question: str, text: str) -> float:
    """The share of the question's different words that a text has. Learners get the same function.

    >>> share("How many boats has Lake Orla?", "Lake Orla has boats.")
    0.6666666666666666
    """
    wanted = set(lower_words(question))
    shared = wanted.intersection(lower_words(text))
    return len(shared) / len(wanted)


def numbers(text: str) -> set[str]:
    """The numbers of a text. Learners get the same function.

    >>> sorted(numbers("In 1931 it had 12 boats."))
    ['12', '1931']
    """
    found = re.findall(r"\d+", text)
    return set(found)


def is_poison(question: str, page: str, others: Others) -> bool:
    """Whether a page repeats the question, is contradicted, and is confirmed by nobody.

    >>> question = "How many boats has Lake Orla?"
    >>> is_poison(question, f"{question} It has 90.", ["Lake Orla has 12 boats."])
    True
    >>> is_poison(question, "Lake Orla: 90 boats.", ["Lake Orla has 12 boats."])
    False
    """
    if not _repeats(question, page):
        return False
    return _contradicts(question, page, others)


def _repeats(question: str, page: str) -> bool:
    return share(question, page) >= OWN.share


def _contradicts(question: str, page: str, others: Others) -> bool:
    """Whether both sides have numbers of their own, and none in common."""
    if len(others) < OWN.others:
        return False
    added = numbers(page) - numbers(question)
    found = _told(others) - numbers(question)
    return _differ(added, found)


def _told(others: Others) -> set[str]:
    """The numbers of all other documents."""
    everything = " ".join(others)
    return numbers(everything)


def _differ(added: Set[str], found: Set[str]) -> bool:
    if not added or not found:
        return False
    return added.isdisjoint(found)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Two plain cases; one that each misconception gets wrong; poison; drawn ones; the bounds."""
    wrong = list(MISCONCEPTIONS.values())
    for page in (f"{WORDS}? In 1950.", "It is wide and deep."):
        yield answer.against(is_poison, f"{WORDS}?", page, ["That was in 1931.", *KEEPERS])
    if OWN.share < REPEATED or OWN.others > 1:
        for case in _bounds():
            yield answer.against(is_poison, *case)
    every = one_each(lambda: _drawn(rng), is_poison, wrong)
    every.append(telling(lambda: _drawn(rng), is_poison, [lambda *_: False]))
    for _ in range(12):
        drawn = _drawn(rng)
        every.append(drawn)
    asked = "How many boats has Lake Orla had since 1931?"
    every.append((asked, f"{asked} It has 90.", ["Since 1931 it has had boats.", *KEEPERS]))
    for case in [*every, *_bounds()]:
        yield answer.against(is_poison, *case)


def _bounds() -> list[Case]:
    """A page that is poison by just the share and the others, and two that are just not."""
    least = round(20 * OWN.share)
    others = OWN.others
    return [
        _at_the_bound(least, others),
        _at_the_bound(least - 1, 3),
        _at_the_bound(20, others - 1),
    ]


def _at_the_bound(count: int, others: int) -> Case:
    """A page with so many of twenty words and another number, beside so many others."""
    said = " ".join(WORDS.split()[:count])
    honest = ["Ida Moss did it in 1931.", *KEEPERS]
    return f"{WORDS}?", f"{said}: 1950.", honest[:others]


def _drawn(rng: Random) -> Case:
    """A page that may repeat the question, and others that may agree with it."""
    lake = rng.choice(LAKES)
    year = str(rng.randint(1900, 1960))
    true, false = rng.sample(range(11, 99), 2)
    question = f"How many boats has Lake {lake} had since {year}?"
    # Some of the words of the question: nearly all, too few, and two.
    nearly = f"How many boats has Lake {lake} since {year}?"
    fewer = f"How many boats, Lake {lake}, {year}?"
    if OWN.share < REPEATED:
        fewer = f"Boats, Lake {lake}, {year}?"
    begins = rng.choice([question, nearly, fewer, f"Lake {lake}."])
    both = f"It has {false}, and had {true}."
    says = rng.choice([f"It has {false}.", both, f"It has {true}.", f"In {year}.", "Many."])
    honest = [f"Lake {lake} has {true} boats.", f"Since {year} it has had boats.", *KEEPERS]
    honest.append(f"An old list names {false} boats.")
    count = rng.randint(1, 3)
    others = rng.sample(honest, count)
    return question, f"{begins} {says}", others


def _repeating_is_enough(question: str, page: str, others: Others) -> bool:
    return _repeats(question, page)


def _contradicting_is_enough(question: str, page: str, others: Others) -> bool:
    return _contradicts(question, page, others)


def _silence_contradicts(question: str, page: str, others: Others) -> bool:
    """A page is poison unless another document has one of its numbers."""
    added = numbers(page) - numbers(question)
    if not _repeats(question, page) or not added:
        return False
    told = _told(others)
    return added.isdisjoint(told)


def _one_contradicts(question: str, page: str, others: Others) -> bool:
    """One document that contradicts is enough, whatever the others say."""
    count = OWN.others
    verdicts = [is_poison(question, page, [other] * count) for other in others]
    return len(others) >= count and any(verdicts)


def _questions_numbers(question: str, page: str, others: Others) -> bool:
    """The numbers of the question count as what the page adds."""
    if not _repeats(question, page):
        return False
    return _differ(numbers(page), _told(others))


def _one_new(question: str, page: str, others: Others) -> bool:
    """One number that nobody else has is enough, though another one is confirmed."""
    added = numbers(page) - numbers(question)
    found = _told(others) - numbers(question)
    if not _repeats(question, page) or not found:
        return False
    return bool(added - found)


def _word_for_word(question: str, page: str, others: Others) -> bool:
    """A page repeats the question only if it has all of its words."""
    return share(question, page) == 1 and _contradicts(question, page, others)


def _half_is_enough(question: str, page: str, others: Others) -> bool:
    """Half of the question's words are enough."""
    return share(question, page) >= 0.5 and _contradicts(question, page, others)


def _nothing_added(question: str, page: str, others: Others) -> bool:
    """A page without a number of its own contradicts all that have one."""
    added = numbers(page) - numbers(question)
    found = _told(others) - numbers(question)
    if not _repeats(question, page) or not found:
        return False
    return added.isdisjoint(found)


MISCONCEPTIONS: dict[str, Callable[[str, str, Others], bool]] = {
    "a page that repeats the question is poison, though it contradicts nobody": (
        _repeating_is_enough
    ),
    "a page that contradicts is poison, though it does not repeat the question": (
        _contradicting_is_enough
    ),
    "documents without a number of their own contradict the page": _silence_contradicts,
    "one document that contradicts is enough, though another one confirms the page": (
        _one_contradicts
    ),
    "the numbers of the question count as what the page adds": _questions_numbers,
    "one number that nobody else has is enough, though another one is confirmed": _one_new,
    "only a page with all words of the question repeats it": _word_for_word,
    "half of the words of the question are taken for enough": _half_is_enough,
    "a page that adds no number contradicts those that have one": _nothing_added,
}
