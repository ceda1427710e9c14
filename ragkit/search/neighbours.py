"""The passages beside one in its document, which often explain what it says."""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.state import Passage


def beside(passages: Sequence[Passage], id: str, reach: int = 1) -> list[Passage]:
    """A passage and those up to `reach` places before and after it in its document, in order.

    Empty where no passage has this id.

    >>> a, b = Passage("a", "", "owls.md"), Passage("b", "", "owls.md")
    >>> c = Passage("c", "", "cats.md")
    >>> [passage.id for passage in beside([a, b, c], "b")]
    ['a', 'b']
    """
    ids = [passage.id for passage in passages]
    if id not in ids:
        return []
    at = ids.index(id)
    near = passages[max(0, at - reach) : at + reach + 1]
    return [passage for passage in near if passage.source == passages[at].source]
