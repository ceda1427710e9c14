"""Screens retrieved passages and sets hostile ones aside before a model sees them.

Two rules decide, without a model: text that gives orders to the model (`orders.py`), and passages
that repeat the question and contradict other documents (`poison.py`). What is set aside stays in
the state, with the reason, and the rest answers. If nothing is set aside, the evidence is
unchanged, byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragkit.screen.poison import poisoned, repeats
from ragkit.screen.without_order import order_of, without_orders
from ragkit.state import Found, Passage, SetAside
from ragkit.text.excerpts import Rarity
from ragkit.text.one_line import shortened

LONGEST_PLACE = 80
MOST_NAMED = 5
"""Maximum number of passages that the notes name."""
NOTHING_LEFT = (
    "there is no evidence to answer from: all that was found was set aside, because it may be "
    "hostile"
)


@dataclass(frozen=True)
class Screen:
    """The two rules, and what they need to know of the corpus."""

    rarity: Rarity
    """The weight of a word."""
    documents: Sequence[Passage] = ()
    """All passages of the corpus."""
    orders: bool = True
    poison: bool = True

    def suspects(self, question: str, passages: Sequence[Passage]) -> bool:
        """Whether a passage gives orders or repeats the question; `apply` then decides."""
        if self.orders and any(map(order_of, passages)):
            return True
        return self.poison and repeats(question, passages)

    def apply(
        self, question: str, passages: Sequence[Passage], beside: Sequence[Passage] = ()
    ) -> Found:
        """The passages that pass, in their order, and those that are set aside.

        `beside` is other evidence.
        """
        kept = list(passages)
        aside: list[SetAside] = []
        if self.orders:
            kept = []
            for passage in passages:
                rest, orders = without_orders(passage)
                kept += rest
                aside += orders
        if self.poison and repeats(question, kept):
            reasons = poisoned(question, kept, beside, self.rarity, self.documents)
            aside += [SetAside(one, reasons[one.id]) for one in kept if one.id in reasons]
            kept = [one for one in kept if one.id not in reasons]
        return Found(kept, notes_of(aside), aside)


def notes_of(set_aside: Sequence[SetAside]) -> list[str]:
    """A note for each thing that was set aside; the last one counts those that it does not name.

    >>> notes_of([SetAside(Passage("o", "Owls.", source="owls.md"), "gives orders")])
    ['set aside: owls.md, because it gives orders']
    """
    notes = []
    for one in set_aside[:MOST_NAMED]:
        place = shortened(one.passage.place, LONGEST_PLACE)
        what = f"a part of {place}" if one.is_part else place
        notes.append(f"set aside: {what}, because it {one.why}")
    more = len(set_aside) - MOST_NAMED
    if more > 0:
        notes.append(f"set aside: {more} other passages")
    return notes


def nothing_left(passages: Sequence[Passage], set_aside: Sequence[SetAside]) -> list[str]:
    """A note when all evidence was set aside, or none."""
    return [NOTHING_LEFT] if set_aside and not passages else []
