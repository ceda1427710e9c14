"""A variant of an exercise for each learner: what varies in it comes from the learner's name.

A check declares what varies, and reads its present value where it would have a constant:

    OWN = Own("Ranks are counted from {first}.", first=(1, 0, 2, 3, 5))
    ...
    enumerate(ranking, start=OWN.first)

Outside of `drawn_as`, `OWN.first` is 1: the exercise as its notebook has it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Any

SENTENCE = re.compile(r"(?<=\.) (?=[A-Z`])")
"""Between two sentences of what a learner is told."""
NAME = re.compile(r"\{(\w+)")
"""What varies, in such a sentence."""
Values = dict[str, Any]
"""What varies, by its name."""


class Own:
    """What varies in one exercise, and its present values."""

    def __init__(self, says: str = "", **choices: Sequence[Any]) -> None:
        self.says = says
        """The sentence for a learner, with the names of what varies in braces."""
        self.choices = choices
        """The values that each may have; the first one is that of the notebook."""
        self._now = self.plain

    def __getattr__(self, name: str) -> Any:
        """The present value of what varies under this name."""
        now = self.__dict__.get("_now", {})
        if name not in now:
            raise AttributeError(f"{name} does not vary here; what does: {', '.join(now)}")
        return now[name]

    @property
    def plain(self) -> Values:
        """The values of the notebook."""
        return {name: values[0] for name, values in self.choices.items()}

    def every(self) -> list[Values]:
        """All variants; the first one is the exercise as its notebook has it."""
        values = product(*self.choices.values())
        return [dict(zip(self.choices, chosen, strict=True)) for chosen in values]

    def of(self, learner: str, id: str) -> Values:
        """The variant of a learner in the task with this id; of nobody, the notebook's values.

        >>> own = Own("Count from {first}.", first=(1, 0, 2, 3, 5))
        >>> own.of("Ada Lovelace", "02-rrf") == own.of("lovelace,  ADA", "02-rrf")
        True
        >>> own.of("", "02-rrf")
        {'first': 1}
        """
        who = known_as(learner)
        others = self.every()[1:]
        if not who or not others:
            return self.plain
        return Random(f"{id} {who}").choice(others)

    def said(self, values: Values) -> str:
        """What a learner is told of a variant: the sentences about what differs.

        >>> own = Own("Count from {first}. Take the {tie} of equals.", first=(1, 0), tie=("first",))
        >>> own.said({"first": 0, "tie": "first"}), own.said(own.plain)
        ('Count from 0.', '')
        """
        plain = self.plain
        if values == plain:
            return ""
        told = []
        for sentence in SENTENCE.split(self.says):
            names = set(NAME.findall(sentence))
            if not names or any(values[name] != plain[name] for name in names):
                told.append(sentence)
        return " ".join(told).format(**values)

    @contextmanager
    def drawn_as(self, values: Values) -> Iterator[None]:
        """Read these values instead of those before, until the block ends."""
        before = self._now
        self._now = values
        try:
            yield
        finally:
            self._now = before


def known_as(name: str) -> str:
    """A name in one form: without accents, capitals, signs and order.

    >>> known_as("Lovelace, Ada") == known_as("ada LOVELACE"), known_as("Zoë  Ødegård")
    (True, 'zoe ødegard')
    """
    apart = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(sorted(re.findall(r"[^\W_]+", plain)))
