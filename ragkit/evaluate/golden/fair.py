"""Keys of golden questions that every answer has, or none, as an unfilled cell makes them.

Such a question would be counted, and nobody would see why. Left out: keys that the question itself
contains, because whoever chooses between two things repeats one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ragkit.evaluate.golden.keys import holds, holds_one, says_nothing
from ragkit.evaluate.golden.phrases import normalised
from ragkit.state import REFUSAL

Keys = Sequence[Sequence[str]]


def unfair_keys(keys: Keys) -> Iterator[str]:
    """Yield what makes every answer right by these keys, or none, and what to do.

    >>> list(unfair_keys([["40", ""]]))
    ['keys.0.1: empty, so every answer has it; write what a right answer says']
    """
    for place, group in enumerate(keys):
        if not group:
            yield f"keys.{place}: no spelling, so no answer is right; write one"
        for number, key in enumerate(group):
            nothing = says_nothing(key)
            if nothing:
                what = f"{nothing}, so every answer has it"
                yield f"keys.{place}.{number}: {what}; write what a right answer says"


def kept_by_the_refusal(keys: Keys) -> Iterator[str]:
    """Yield it if whoever refuses to answer would be right by these keys."""
    if keys and all(holds_one(REFUSAL, group) for group in keys):
        yield f"keys: {REFUSAL!r} has them all; write what only a right answer says"


def unfair_forbidden(forbidden: Sequence[str], keys: Keys) -> Iterator[str]:
    """Yield what makes every answer wrong by these forbidden spellings, and what to do."""
    for place, wrong in enumerate(forbidden):
        nothing = says_nothing(wrong)
        if nothing:
            what = f"{nothing}, so every answer has it, and none is right"
            yield f"forbidden.{place}: {what}; write what only a wrong answer says"
        for number, group in enumerate(keys):
            if group and all(holds(key, wrong) for key in group):
                what = f"every spelling of keys.{number} has it, so no answer is right"
                yield f"forbidden.{place}: {what}; leave it out"


def unfair_phrases(keys: Keys) -> Iterator[str]:
    """Yield the same of phrases, which are compared without articles and punctuation."""
    for place, group in enumerate(keys):
        bare = map(normalised, group)
        if not any(bare):
            what = "nothing is left without articles and punctuation, so no answer is right"
            yield f"keys.{place}: {what}; write the phrase, or leave the line out"
