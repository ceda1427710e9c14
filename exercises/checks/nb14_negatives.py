"""14-negatives: examples without an answer that have the answer (tiny, section IV-A)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.evaluate.golden.correct import holds

TIMES = ("night", "dusk", "dawn")
FILLERS = (
    "Owls turn their heads.",
    "Bats eat moths.",
    "Owls have soft wings.",
    "Foxes live in dens.",
    "Moles dig.",
    "Owls lay white eggs.",
)
MANY = (
    *("Hares eat grass.", "Newts swim.", "Toads sit still.", "Wrens sing.", "Crows fly."),
    *("Geese graze.", "Lynxes hide.", "Ants dig.", "Bees hum.", "Eels glide.", "Cats purr."),
)
"""More fillers than any variant but the notebook's returns."""
OWN = Own(
    "The list begins with the {begin} rank, and ends after {most} passages if there are more.",
    begin=("best", "worst"),
    most=(100, 4, 5, 6, 7, 8, 9),
)
Texts = Sequence[str]


def negatives(ranking: Texts, keys: Texts, first: int, last: int) -> list[str]:
    """The passages of the ranks from `first` to `last` that hold no key; ranks begin with 1.

    >>> negatives(["Owls eat 3 mice.", "Bats sleep.", "3 owls.", "Moles dig."], ["3"], 2, 4)
    ['Bats sleep.', 'Moles dig.']
    """
    begin = first - 1
    middle = ranking[begin:last]
    return _without_keys(middle, keys)


def _without_keys(passages: Texts, keys: Texts) -> list[str]:
    found = []
    for passage in passages:
        if not _held(passage, keys):
            found.append(passage)
    return _listed(found)


def _listed(passages: Texts) -> list[str]:
    """Passages in the order of the variant, and no more than it allows."""
    found = list(passages)
    if OWN.begin == "worst":
        found.reverse()
    most = OWN.most
    return found[:most]


def _held(passage: str, keys: Texts) -> list[str]:
    """The keys that a passage holds."""
    found = []
    for key in keys:
        if holds(passage, key):
            found.append(key)
    return found


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A ranking in which a passage has one key of two; then any; then a long one."""
    count = rng.randint(3, 9)
    time = rng.choice(TIMES)
    head, turn, end, last = rng.sample(FILLERS, 4)
    keys = [str(count), time]
    golden = f"Owls eat {count} mice at {time}."
    half = f"An owl ate {count} mice."
    longer = f"Owls have 1{count} bones."
    ranking = [golden, head, half, longer, turn, end, last]
    yield answer.against(negatives, ranking, keys, 2, 6)
    for _ in range(10):
        some = [golden, half, longer, f"Foxes hunt at {time}.", *rng.sample(FILLERS, 3)]
        rng.shuffle(some)
        first = rng.randint(1, 3)
        yield answer.against(negatives, some, keys, first, rng.randint(first, 7))
    many = rng.sample(MANY, len(MANY))
    yield answer.against(negatives, [golden, *many], keys, 1, len(many))


def _all_keys(ranking: Texts, keys: Texts, first: int, last: int) -> list[str]:
    found = []
    for passage in ranking[first - 1 : last]:
        if len(_held(passage, keys)) < len(keys):
            found.append(passage)
    return _listed(found)


def _from_zero(ranking: Texts, keys: Texts, first: int, last: int) -> list[str]:
    middle = ranking[first:last]
    return _without_keys(middle, keys)


def _still_both(ranking: Texts, keys: Texts, first: int, last: int) -> list[str]:
    after = first + 1
    return _all_keys(ranking, keys, after, last)


def _keys_first(ranking: Texts, keys: Texts, first: int, last: int) -> list[str]:
    kept = [passage for passage in ranking if not _held(passage, keys)]
    before = first - 1
    return _listed(kept[before:last])


def _last_is_lost(ranking: Texts, keys: Texts, first: int, last: int) -> list[str]:
    before = last - 1
    return negatives(ranking, keys, first, before)


def _letters_alone(ranking: Texts, keys: Texts, first: int, last: int) -> list[str]:
    found = []
    for passage in ranking[first - 1 : last]:
        if not any(key in passage for key in keys):
            found.append(passage)
    return _listed(found)


MISCONCEPTIONS = {
    "a passage is left out only when it has all keys": _all_keys,
    "ranks are counted from 0": _from_zero,
    "neither of the two bugs is mended": _still_both,
    "passages are left out before the ranks are counted": _keys_first,
    "the passage of the last rank is lost": _last_is_lost,
    "a key is found inside a longer number": _letters_alone,
}
