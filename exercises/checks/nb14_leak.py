"""14-leak: which texts give the answer away, the question or passages that were left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.evaluate.golden.correct import holds

NUMBERS = {"3": "three", "4": "four", "7": "seven"}
TIMES = {"night": "dark", "day": "sunshine"}
ANIMALS = ["owls", "cats", "rooks", "gulls"]
OWN = Own(
    "The place of the question is {question}, and that of the first passage {first}.",
    question=(0, -1, -2, -3),
    first=(1, 2, 10, 100),
)
Keys = Sequence[Sequence[str]]
"""Groups of spellings; of each group one is enough."""
Asked = tuple[str, list[list[str]], list[str]]
Has = Callable[[str, str], bool]
"""Whether a text has a spelling."""
Enough = Callable[[Sequence[bool]], bool]


def leaks(question: str, keys: Keys, left: Sequence[str]) -> list[int]:
    """The texts that have the whole answer: 0 is the question, and the passages follow from 1 on.

    >>> keys = [["3", "three"], ["night"]]
    >>> leaks("Do owls eat three mice a night?", keys, ["Owls hunt at night.", "At NIGHT, 3 mice."])
    [0, 2]
    >>> leaks("How many mice, and when?", keys, ["Owls hunt at night.", "13 or 3 mice."])
    []
    """

    def tells(text: str) -> bool:
        return _tells(text, keys)

    return _places(question, left, tells)


def _places(question: str, left: Sequence[str], tells: Callable[[str], bool]) -> list[int]:
    places = []
    if tells(question):
        places.append(OWN.question)
    for place, text in enumerate(left, start=OWN.first):
        if tells(text):
            places.append(place)
    return places


def _tells(text: str, keys: Keys, has: Has = holds, one: Enough = any, every: Enough = all) -> bool:
    """Whether a text has one spelling of every group."""
    groups = []
    for group in keys:
        found = [has(text, spelling) for spelling in group]
        groups.append(one(found))
    return every(groups)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Texts that each misconception takes in another way; a question that tells; any."""
    keys = _keys(rng)
    told: list[Asked] = [_telling(rng)]
    question, *_ = _questions(keys, rng)
    told.append((question, keys, []))
    for _ in range(6):
        drawn = _drawn(rng)
        told.append(drawn)
    for asked in told:
        yield answer.against(leaks, *asked)


def _telling(rng: Random) -> Asked:
    """All passages, and a question that has one key: the misconceptions take other texts each."""
    while True:
        keys = _keys(rng)
        question = _questions(keys, rng)[1]
        passages = _passages(keys, rng)
        results = {tuple(leaks(question, keys, passages))}
        for name, wrong in MISCONCEPTIONS.items():
            if name != UNASKED:
                results.add(tuple(wrong(question, keys, passages)))
        if len(results) == len(MISCONCEPTIONS):
            return question, keys, passages


def _drawn(rng: Random) -> Asked:
    keys = _keys(rng)
    passages = _passages(keys, rng)
    question = rng.choice(_questions(keys, rng))
    return question, keys, passages[: rng.randint(2, 5)]


def _keys(rng: Random) -> list[list[str]]:
    """A number and a time, each in two spellings."""
    number = rng.choice(list(NUMBERS))
    time = rng.choice(list(TIMES))
    return [[number, NUMBERS[number]], [time, TIMES[time]]]


def _questions(keys: Keys, rng: Random) -> list[str]:
    """A question that tells the answer, one that tells half of it, and one that tells nothing."""
    (_, number), (time, _) = keys
    animal = rng.choice(ANIMALS)
    return [
        f"Do {animal} eat {number} mice by {time}?",
        f"When do {animal} eat {number} mice?",
        f"How many mice do {animal} eat, and when?",
    ]


def _passages(keys: Keys, rng: Random) -> list[str]:
    """One of each kind, in any order; four of them tell the answer."""
    (digit, number), (time, other) = keys
    passages = [
        f"They eat {digit} mice by {time}.",
        f"They eat {digit} mice in the {other}.",
        f"{number.capitalize()} mice are eaten in the {other}.",
        f"In the {other}, by {time}, they eat {number} mice ({digit}).",
        f"They eat 1{digit} mice by {time}.",
        f"They hunt by {time}.",
        f"They eat {number} mice.",
    ]
    return rng.sample(passages, len(passages))


def _any_key(question: str, keys: Keys, left: Sequence[str]) -> list[int]:
    return _places(question, left, lambda text: _tells(text, keys, every=any))


def _together(question: str, keys: Keys, left: Sequence[str]) -> list[int]:
    """Passages that have a key each are taken for one text."""
    found = leaks(question, keys, left)
    joined = "\n".join(left)
    if leaks("", keys, [joined]):
        found += _any_key("", keys, left)
    once = set(found)
    return sorted(once)


def _with_the_question(question: str, keys: Keys, left: Sequence[str]) -> list[int]:
    """What the question lacks, a passage may add."""
    told = []
    for passage in left:
        told.append(f"{question} {passage}")
    return leaks(question, keys, told)


def _first_spelling(question: str, keys: Keys, left: Sequence[str]) -> list[int]:
    first = []
    for group in keys:
        first.append(group[:1])
    return leaks(question, first, left)


def _every_spelling(question: str, keys: Keys, left: Sequence[str]) -> list[int]:
    return _places(question, left, lambda text: _tells(text, keys, one=all))


def _letters(question: str, keys: Keys, left: Sequence[str]) -> list[int]:
    """A spelling is found within another number, too."""

    def has(text: str, spelling: str) -> bool:
        return spelling in text.casefold()

    return _places(question, left, lambda text: _tells(text, keys, has))


def _as_written(question: str, keys: Keys, left: Sequence[str]) -> list[int]:
    """Capitals count as other letters."""

    def has(text: str, spelling: str) -> bool:
        return spelling in text and holds(text, spelling)

    return _places(question, left, lambda text: _tells(text, keys, has))


def _only_passages(question: str, keys: Keys, left: Sequence[str]) -> list[int]:
    return leaks("", keys, left)


def _only_the_question(question: str, keys: Keys, left: Sequence[str]) -> list[int]:
    return leaks(question, keys, [])


def _from_0(question: str, keys: Keys, left: Sequence[str]) -> list[int]:
    own = {"question": OWN.question, "first": 0}
    with OWN.drawn_as(own):
        return leaks(question, keys, left)


def _not_telling(question: str, keys: Keys, left: Sequence[str]) -> list[int]:

    def is_silent(text: str) -> bool:
        return not _tells(text, keys)

    return _places(question, left, is_silent)


UNASKED = "the question itself is not looked at"
MISCONCEPTIONS = {
    "one key of several gives the answer away": _any_key,
    "keys in different passages count as one answer": _together,
    "a key in the question and another one in a passage count as one answer": _with_the_question,
    "only the first spelling of a key is looked for": _first_spelling,
    "a text has to have all spellings of a key": _every_spelling,
    "a number is found within a longer one": _letters,
    "a word with a capital is another word": _as_written,
    UNASKED: _only_passages,
    "the passages that are left are not looked at": _only_the_question,
    "the passages are counted from 0": _from_0,
    "the texts that do not tell the answer are returned": _not_telling,
}
