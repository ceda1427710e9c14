"""28-mode: label a wrong answer by the first rule that applies, and say what was not looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.evaluate.failures.rules import MODES

OWN = Own(
    "Where no sign is `True`, the mode is `{none!r}`. The list of modes is in {order}.",
    none=(None, "unlabelled", "another one", ""),
    order=("the order of the rules", "alphabetical order", "reverse alphabetical order"),
)
Sign = tuple[str, bool | None]
"""A mode, and whether its sign is there; None where that cannot be seen."""
Signs = Sequence[Sign]
Labelled = tuple[str | None, list[str]]
"""The mode, or None, and the modes that come before it and could not be looked at."""


def label(signs: Signs) -> Labelled:
    """The mode of the first sign that is there, and the modes before it that could not be seen.

    `by_rule` of the kit walks its own table like this.

    >>> label([("vagueness", False), ("overclaiming", None), ("numerical mismatch", True)])
    ('numerical mismatch', ['overclaiming'])
    """
    unseen: dict[str, None] = {}
    for mode, seen in signs:
        if seen:
            unseen.pop(mode, None)
            return mode, _ordered(unseen)
        if seen is None:
            unseen[mode] = None
    return OWN.none, _ordered(unseen)


def _ordered(modes: Iterable[str]) -> list[str]:
    if OWN.order == "the order of the rules":
        return list(modes)
    return sorted(modes, reverse=OWN.order.startswith("reverse"))


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first is told wrongly by another misconception; then drawn ones."""
    every = stories(rng)
    for _ in range(8):
        drawn = _drawn(rng)
        every.append(drawn)
    one, two, three, *_ = sorted(MODES)
    every.append([(two, None), (one, None), (three, None)])
    for signs in every:
        yield answer.against(label, signs)


def stories(rng: Random) -> list[list[Sign]]:
    """A mode that has two rules is told once, and is not unseen where its other rule applies."""
    a, b, c, d = rng.sample(MODES, 4)
    return [
        [(a, False), (b, None), (c, True), (d, True)],
        [(a, None), (b, True), (c, None), (d, False)],
        [(a, None), (b, False), (a, True), (d, False)],
        [(a, None), (b, None), (a, None), (c, True)],
        [(a, None), (b, False), (c, None)],
        [(a, False), (b, False)],
        [],
    ]


def _drawn(rng: Random) -> list[Sign]:
    signs: list[Sign] = []
    count = rng.randint(3, 7)
    for _ in range(count):
        mode = rng.choice(MODES)
        seen = rng.choice([True, False, False, None, None])
        signs.append((mode, seen))
    return signs


def _unseen(signs: Signs) -> list[str]:
    """Every mode that could not be looked at, as often as a rule could not see it."""
    found = []
    for mode, seen in signs:
        if seen is None:
            found.append(mode)
    return found


def _up_to_the_label(signs: Signs) -> list[Sign]:
    before = []
    for sign in signs:
        _, seen = sign
        if seen:
            break
        before.append(sign)
    return before


def _once(modes: Sequence[str], mode: str | None) -> list[str]:
    """The modes, each once, without the one of the label."""
    names = dict.fromkeys(modes)
    names.pop(mode or "", None)
    return _ordered(names)


def _last(signs: Signs) -> Labelled:
    """The last sign that is there decides."""
    decided = label(signs)
    for place, (mode, seen) in enumerate(signs):
        if seen:
            before = _unseen(signs[:place])
            decided = (mode, _once(before, mode))
    return decided


def _unknown_is_no(signs: Signs) -> Labelled:
    mode, _ = label(signs)
    return mode, []


def _unknown_ends_it(signs: Signs) -> Labelled:
    """The first sign that cannot be seen ends the search."""
    for mode, seen in signs:
        if seen is None:
            return OWN.none, [mode]
        if seen:
            return mode, []
    return OWN.none, []


def _unknown_is_yes(signs: Signs) -> Labelled:
    for mode, seen in signs:
        if seen is not False:
            return mode, []
    return OWN.none, []


def _every_unknown(signs: Signs) -> Labelled:
    """What comes behind the label is told as well."""
    mode, _ = label(signs)
    every = _unseen(signs)
    return mode, _once(every, mode)


def _itself_unknown(signs: Signs) -> Labelled:
    """The mode of the label stays among the unseen, if its other rule could not be looked at."""
    mode, _ = label(signs)
    before = _up_to_the_label(signs)
    unseen = _unseen(before)
    return mode, _once(unseen, None)


def _twice(signs: Signs) -> Labelled:
    """A mode with two rules that could not be looked at is told twice."""
    mode, _ = label(signs)
    unseen = []
    for one in _unseen(_up_to_the_label(signs)):
        if one != mode:
            unseen.append(one)
    return mode, _ordered(unseen)


MISCONCEPTIONS = {
    "the last sign decides, and not the first": _last,
    "what cannot be seen counts as not there, and nobody is told": _unknown_is_no,
    "what cannot be seen ends the search for a label": _unknown_ends_it,
    "what cannot be seen counts as there": _unknown_is_yes,
    "modes that come behind the label are told as unseen": _every_unknown,
    "the mode of the label is told as unseen, because its other rule was": _itself_unknown,
    "a mode that two rules could not see is told twice": _twice,
}
