"""Which two passages a claim may rest on together.

"The hall is in Canberra" may be stated nowhere, and still follow: one passage says that the hall
belongs to a university, another one where that university is. But most false claims of a small
model are made in the same way: they take a year or a name from a passage about something else. So
two passages may be joined only where something leads from one to the other. Either the text of one
names what the other is about, which is the title of its document. Or a second hop found the other
by the names of the first (`hop.py`).

Left out: claims about two things that the question compares. Nothing leads from one to the other.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ragkit.state import Passage
from ragkit.text.words import words

Base = tuple[Passage, ...]
"""What a claim may rest on: one passage or two."""
IN_BRACKETS = re.compile(r"\([^)]*\)")
"""What a title adds to tell namesakes apart: "Mercury (planet)"."""


def bases(passages: Sequence[Passage], hopped: Collection[str] = ()) -> list[Base]:
    """Each passage alone, then the joins, in their order.

    `hopped` are the ids of passages that a second hop found.

    >>> owl = Passage("owl", "Owls hunt mice.", source="owls.md", section="Owls")
    >>> mouse = Passage("mouse", "They eat seeds.", source="mice.md", section="Mice > Food")
    >>> tree = Passage("tree", "Trees have leaves.", source="trees.md", section="Trees")
    >>> [[passage.id for passage in base] for base in bases([owl, mouse, tree])]
    [['owl'], ['mouse'], ['tree'], ['owl', 'mouse']]
    """
    found: list[Base] = [(passage,) for passage in passages]
    for second in passages:
        for first in passages:
            is_other = first is not second
            if is_other and _leads(first, second, hopped):
                join = (first, second)
                found.append(join)
    return found


def _leads(first: Passage, second: Passage, hopped: Collection[str]) -> bool:
    """Whether something leads from the first passage to the second."""
    if second.id in hopped and first.id not in hopped:
        return True
    if first.source == second.source:
        return False
    return names(first.text, second)


def names(text: str, passage: Passage) -> bool:
    """Whether a text names what a passage is about: the title of its document, word for word.

    Endings of words do not count, nor what a title has in brackets. A passage without headings is
    named by nothing.

    >>> names("Owls hunt a mouse.", Passage("m", "They eat.", section="Mouse (animal) > Food"))
    True
    """
    title, *_ = passage.section.split(" > ")
    wanted = words(IN_BRACKETS.sub("", title))
    spoken = words(text)
    if not wanted:
        return False
    starts = range(len(spoken) - len(wanted) + 1)
    return any(spoken[start : start + len(wanted)] == wanted for start in starts)


def all_text(base: Base) -> str:
    """Everything that says what these passages are about: file names, headings and text."""
    texts = [f"{passage.source}\n{passage.searchable}" for passage in base]
    return "\n".join(texts)
