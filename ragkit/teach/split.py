"""What may teach, and in which part of the data it is: train, dev or test.

The parts are dealt by group: a document, or an article that is several documents with one title.
A judgement's passages are all of one part, so no text is read in two. Left out are the passages of
golden questions of *test* and *locked*, because what measures the kit does not teach it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Literal, get_args

from ragkit.evaluate.golden.parts import part_of
from ragkit.evaluate.golden.questions import Question, Support, folded_passages
from ragkit.evaluate.golden.quotes import letters_of
from ragkit.state import Passage

Split = Literal["train", "dev", "test"]
"""A part of the judgements."""
SPLITS: tuple[Split, ...] = ("train",) * 14 + ("dev",) * 3 + ("test",) * 3
"""The part by the rest of a hash: fourteen in twenty groups train."""
NAMES: tuple[Split, ...] = get_args(Split)
"""All parts of the judgements."""
JOINED = 0.05
"""Share of all documents up to which groups are joined; two documents always may be."""
EDGE = 16
"""Number of letters at the edge of a passage by which a quote that is cut there is recognised."""


def split_of(group: str) -> Split:
    """The part of a group; it depends on the name alone, so it never changes.

    >>> split_of("Newts"), split_of("Owls"), split_of("Eagles")
    ('train', 'dev', 'test')
    """
    name = group.encode()
    digest = sha256(name).digest()
    number = int.from_bytes(digest)
    place = number % len(SPLITS)
    return SPLITS[place]


def groups(passages: Sequence[Passage], together: Iterable[Sequence[str]] = ()) -> dict[str, str]:
    """The group of each document: its title, or the name of its file when it has no heading.

    Documents with one title are one group. `together` has lists of documents that a question
    needs together: their groups become one, named after the first of the alphabet, as long as it
    has at most `JOINED` of all documents. Else a few questions would join them all.

    >>> hunt = Passage("h", "Owls hunt.", source="1.md", section="Owls > Food")
    >>> sleep = Passage("s", "Owls sleep.", source="2.md", section="Owls")
    >>> groups([hunt, sleep])
    {'1.md': 'Owls', '2.md': 'Owls'}
    """
    found: dict[str, str] = {}
    for passage in passages:
        title = passage.section.split(" > ")[0]
        found.setdefault(passage.source, title or passage.source)
    for sources in together:
        names = {found[source] for source in sources if source in found}
        _join(found, names)
    return found


def _join(found: dict[str, str], names: set[str]) -> None:
    """Give all documents of some groups one name, if they are not too many."""
    joined = [source for source, name in found.items() if name in names]
    if len(joined) > max(2, JOINED * len(found)):
        return
    for source in joined:
        found[source] = min(names)


def allowed(passages: Sequence[Passage], questions: Iterable[Question]) -> list[Passage]:
    """The passages that may teach: no quote of a question of *test* or *locked* overlaps them.

    Where no passage has a quote, the document that it names is left out.
    """
    letters = folded_passages(passages)
    forbidden: set[str] = set()
    for question in questions:
        if part_of(question) == "fit":
            continue
        for support in question.support:
            forbidden |= _quoted(support, passages, letters)
    return [passage for passage in passages if passage.id not in forbidden]


def _quoted(support: Support, passages: Sequence[Passage], letters: Mapping[str, str]) -> set[str]:
    """The ids of the passages that a quote overlaps."""
    quote = letters_of(support.quote)
    found = {id for id, text in letters.items() if overlaps(text, quote)}
    if not found:
        found = {passage.id for passage in passages if passage.source == support.document}
    return found


def overlaps(text: str, quote: str) -> bool:
    """Whether a passage has a quote, or a part of it at one of its edges; both as letters.

    >>> overlaps("theowlsthathuntatnight", "huntatnightandsleepbyday")
    False
    >>> overlaps("theowlsthathuntatnightandsleep", "huntatnightandsleepbyday")
    True
    """
    if quote in text:
        return True
    starts_within = text[:EDGE] in quote
    ends_within = text[-EDGE:] in quote
    return starts_within or ends_within
