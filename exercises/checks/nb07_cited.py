"""07-cited: two bugs in the check for citations of passages that are not there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.text.sentences import citations

PASSAGES = ["Owls hunt.", "Mice hide.", "Newts swim.", "Hares run.", "Toads sit.", "Bats sleep."]
EACH = "Owls hunt [1, 2, 3]. Mice hide [4, 5, 6]."
"""A draft that cites each of them."""

OWN = Own(
    "Passages {gone[0]} and {gone[1]} were withdrawn: wherever a draft cites one of them, its "
    "number is returned as well.",
    gone=((), *combinations((1, 2, 4, 5, 6), 2)),  # 3 is known in the first trial
)


def unknown(draft: str, passages: Sequence[str]) -> list[int]:
    """The numbers that a draft cites and that no passage has, in the order of the draft.

    >>> unknown("Owls hunt [1, 4]. Mice hide [0].", ["Owls hunt.", "Mice hide."])
    [4, 0]
    """
    known = _known(passages)
    return _outside(citations(draft), known)


def _known(passages: Sequence[str]) -> list[int]:
    count = len(passages)
    numbers = range(1, count + 1)
    return _left(numbers)


def _left(numbers: Sequence[int]) -> list[int]:
    """The numbers that are not of a withdrawn passage."""
    return _outside(numbers, OWN.gone)


def _outside(numbers: Sequence[int], known: Sequence[int]) -> list[int]:
    """The numbers that are not among the known ones."""
    outside = []
    for number in numbers:
        if number not in known:
            outside.append(number)
    return outside


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """The last passage, two numbers in one bracket, and number 0; then drafts at random."""
    passages = rng.sample(PASSAGES, 3)
    beyond = rng.randint(4, 12)
    draft = f"Owls hunt [3]. Mice hide [1, {beyond}]. Newts swim [0]."
    yield answer.against(unknown, draft, passages)
    yield answer.against(unknown, "Owls hunt.", passages)
    yield answer.against(unknown, "Owls hunt [1].", [])
    yield answer.against(unknown, EACH, PASSAGES)
    for _ in range(10):
        passages = PASSAGES[: rng.randint(1, 6)]
        yield answer.against(unknown, _drawn(rng), passages)


def _drawn(rng: Random) -> str:
    """A draft with a citation of one or two numbers in each sentence; no number is there twice."""
    numbers = rng.sample(range(14), 6)
    one, two = numbers[0], numbers[1]
    both = ", ".join(map(str, numbers[2:4]))
    return f"Owls hunt [{one}]. Mice hide [{both}]. Newts swim [{two}]."


def _single(draft: str) -> list[int]:
    """The citations that are alone in their brackets."""
    found = re.findall(r"\[(\d+)\]", draft)
    numbers = map(int, found)
    return list(numbers)


def _overlooks_lists(draft: str, passages: Sequence[str]) -> list[int]:
    known = _known(passages)
    return _outside(_single(draft), known)


def _zero_is_fine(draft: str, passages: Sequence[str]) -> list[int]:
    known = [0, *_known(passages)]
    cited = citations(draft)
    return _outside(cited, known)


def _from_zero(draft: str, passages: Sequence[str]) -> list[int]:
    count = len(passages)
    cited = citations(draft)
    return _outside(cited, _left(range(count)))


def _last_is_unknown(draft: str, passages: Sequence[str]) -> list[int]:
    known = _known(passages[:-1])
    cited = citations(draft)
    return _outside(cited, known)


def _sorted(draft: str, passages: Sequence[str]) -> list[int]:
    found = unknown(draft, passages)
    return sorted(found)


def _both_bugs(draft: str, passages: Sequence[str]) -> list[int]:
    known = [0, *_known(passages)]
    cited = _single(draft)
    return _outside(cited, known)


MISCONCEPTIONS = {
    "the last passage counts as one that is not there": _last_is_unknown,
    "a bracket with two numbers is still overlooked": _overlooks_lists,
    "the number 0 still passes, though passages are numbered from 1": _zero_is_fine,
    "passages are numbered from 0": _from_zero,
    "the numbers are sorted, and not in the order of the draft": _sorted,
    "both bugs are still there": _both_bugs,
}
