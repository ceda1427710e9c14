"""Do documents, or rows of a table, answer a question differently, and does nothing decide?

Only rules say so here. They look at the best sentences or rows, at where these are from, and at
what the user said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragkit.graphs.advanced.aspects import ASKING
from ragkit.graphs.advanced.tied_rows import row_name
from ragkit.graphs.tiered.date_of import date_of
from ragkit.state import Passage
from ragkit.text.anchors import anchors
from ragkit.text.excerpts import Excerpt, Rarity
from ragkit.text.overlap import overlap
from ragkit.text.words import WORD, words

ALIKE = 0.5
"""Share of words from which two explanations of a word explain the same."""
SHORTEST = 3
"""Letters of the shortest word that names a place: the s of a genitive names none."""
TELLING = 4
"""Maximum number of words that tell a reading from the other one."""
# A question for the meaning of a word: its answers differ in their words, not in their numbers.
_MEANING = re.compile(
    r"^\W*what\b.{1,60}\b(?:mean|stand for|refer to)\b|^\W*what\s(?:exactly\s)?(?:is|are)\san?\b",
    re.IGNORECASE,
)


def decides(
    said: str, sentences: Sequence[Excerpt], passages: Sequence[Passage], corpus: Sequence[Passage]
) -> str:
    """What decides between sentences of documents, or rows of a table; empty where nothing does.

    `said` is the question with all that the user said before. When both documents are dated, the
    newer one counts. A name or number that only some of the sentences have decides, and so does a
    word that names the place of only one of them.

    >>> guide = Passage("g", "The map has 12 roads.", source="guide.md", section="Map")
    >>> lab = Passage("l", "The map has 19 roads.", source="lab.md", section="Map")
    >>> both = [Excerpt(guide.text, 1, 1.0), Excerpt(lab.text, 2, 1.0)]
    >>> decides("How many roads has the map?", both, [guide, lab], [])
    ''
    >>> decides("How many roads has the map of the guide?", both, [guide, lab], [])
    'what was said names one of them: guide'
    """
    held = [anchors(sentence.text) & anchors(said) for sentence in sentences]
    only_some = set().union(*held) - held[0].intersection(*held)
    if only_some:
        return f"what was said fits only some of them: {', '.join(sorted(only_some))}"
    places = [passages[sentence.number - 1] for sentence in sentences]
    dates = sorted(date_of(place, corpus) for place in places)
    older, newer = dates[0], dates[-1]
    if older and not newer.startswith(older):
        return f"the documents are dated, and the newer one counts: {newer}"
    named = _naming_one(said, sentences, places)
    return f"what was said names one of them: {named[0]}" if named else ""


def differ(question: str, first: str, second: str) -> bool:
    """Whether two answers have different numbers or names, or explain a word differently.

    >>> differ("When was it?", "It was in 1964.", "That was in 1984.")
    True
    >>> differ("When was it?", "It was in 1964.", "That was in spring 1964.")
    False
    >>> differ("What is a heap?", "A heap is a tree.", "A heap is an area of memory.")
    True
    """
    known = anchors(question)
    own = anchors(first) - known
    other = anchors(second) - known
    if own and other:
        return not own & other
    if not _MEANING.search(question):
        return False
    asked = set(words(question))
    rest = [" ".join(set(words(text)) - asked) for text in (first, second)]
    return max(overlap(rest[0], rest[1]), overlap(rest[1], rest[0])) < ALIKE


def _naming_one(said: str, sentences: Sequence[Excerpt], places: Sequence[Passage]) -> list[str]:
    """The words of what was said that name the place of one sentence, and are nowhere in the other.

    Words of the sentences themselves name nothing: the one that happens to have "exactly" is not
    meant for that.
    """
    named_places = [set(words(place.place)) for place in places]
    everything = [
        set(words(f"{place.place} {sentence.text}"))
        for place, sentence in zip(places, sentences, strict=True)
    ]
    first = named_places[0] - everything[1]
    second = named_places[1] - everything[0]
    only_one = first | second
    asked = [word for word in WORD.findall(said) if word.casefold() not in ASKING]
    asked = [word for word in asked if len(word) >= SHORTEST]
    return [word for word in asked if only_one.intersection(words(word))]


def named(sentences: Sequence[Excerpt], passages: Sequence[Passage], rarity: Rarity) -> list[str]:
    """Each reading by its place, and by its row's name or the rarest words that no other one has.

    >>> heap = Passage("h", "A heap is a tree.", source="heaps.md", section="Binary heaps")
    >>> area = Passage("a", "A heap is an area of memory.", source="memory.md")
    >>> both = [Excerpt(heap.text, 1, 1.0), Excerpt(area.text, 2, 1.0)]
    >>> named(both, [heap, area], lambda word: 1.0)
    ['tree (heaps.md, Binary heaps)', 'area memory (memory.md)']
    """
    found = []
    for sentence in sentences:
        others = [other.text for other in sentences if other is not sentence]
        telling = " ".join(_telling(sentence.text, " ".join(others), rarity))
        if sentence.is_row:
            telling = row_name(sentence)
        place = passages[sentence.number - 1].place
        found.append(f"{telling} ({place})" if telling else place)
    return found


def _telling(text: str, other: str, rarity: Rarity) -> list[str]:
    """The rarest words of a text that another one does not have, in the order of the text."""
    known = set(words(other))
    weights = {}
    for word in WORD.findall(text):
        stems = words(word)
        is_content = bool(stems) and word.casefold() not in ASKING
        if is_content and not known.issuperset(stems):
            weights[word] = rarity(stems[0])
    rarest = sorted(weights, key=lambda word: -weights[word])[:TELLING]
    return [word for word in weights if word in rarest]
