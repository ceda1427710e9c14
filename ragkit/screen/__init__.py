"""The screen between retrieval and the model: what may be hostile is set aside.

- screen: `Screen`, which applies both rules, and the notes about what was set aside
- orders: text that speaks to the model that reads it, by the table in signs, in all its disguises
- without_order: what is left of a passage without its orders
- poison: passages that repeat the question and contradict other documents
"""

from ragkit.screen.orders import order
from ragkit.screen.poison import repeats
from ragkit.screen.screen import NOTHING_LEFT, Screen, notes_of, nothing_left
from ragkit.screen.without_order import order_of

__all__ = ["NOTHING_LEFT", "Screen", "notes_of", "nothing_left", "order", "order_of", "repeats"]
