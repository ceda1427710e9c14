"""Passages that state a false answer to a question, fluently (tiny, section IV-A).

What is exchanged is a value of a golden quote that the answer needs: without it, the quote is no
right answer by the golden question's own keys. The exchange is made in every passage that has the
quote, and throughout each, so that a passage does not contradict itself.

Nobody reads the lies, so they are checked. A false value is in no part of the golden question and
in no passage with the quote. It is in no other passage that has half of the quote's words. And the
falsified passages together hold fewer keys of the answer than before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from ragkit.evaluate.golden.correct import holds_some, keys_held
from ragkit.evaluate.golden.questions import Question, folded_passages, relevant
from ragkit.evaluate.noise.names import names
from ragkit.evaluate.noise.values import candidates, exchanged, standing
from ragkit.state import Passage
from ragkit.text.words import words

MARK = " (falsified)"
"""The end of a falsified passage's id. A trace has it, and no prompt."""
SAME_FACT = 0.5
"""Share of a quote's words from which another passage may state the same fact."""


@dataclass(frozen=True)
class Lies:
    """The falsified passages of a question, and what was exchanged in them."""

    passages: Mapping[str, Passage]
    """Each by the id of the passage that it replaces; empty where nothing could be falsified."""
    others: Mapping[str, str]
    """Each false value by the true one."""

    @property
    def note(self) -> str:
        """What was exchanged, in a sentence for the trace."""
        exchanges = []
        for value, other in self.others.items():
            exchanges.append(f"{value} became {other}")
        sources = {passage.source for passage in self.passages.values()}
        places = ", ".join(sorted(sources))
        what = ", ".join(exchanges)
        return f"noise: conflict, falsified in {places}: {what}"


NOTHING = Lies({}, {})


def lies(question: Question, passages: tuple[Passage, ...], seed: int) -> Lies:
    """The passages with the golden quotes, falsified; `NOTHING` where no value can be exchanged.

    `passages` are those of the whole corpus. The same seed gives the same lies.
    """
    letters, types = _known(passages)
    ids = set[str]().union(*relevant(question, letters))
    carriers = [passage for passage in passages if passage.id in ids]
    random = Random(f"{seed} {question.id}")
    others = _others(question, carriers, passages, types, random)
    after = [_falsified(passage, others) for passage in carriers]
    # the answer may be there in another spelling as well
    if _held(question, after) >= _held(question, carriers):
        return NOTHING
    found = {}
    for true, false in zip(carriers, after, strict=True):
        if false.text != true.text:
            found[true.id] = false
    return Lies(found, others)


def without_lies(passages: Sequence[Passage]) -> list[Passage]:
    """The passages that are not falsified."""
    return [passage for passage in passages if not passage.id.endswith(MARK)]


def falsifiable(question: Question) -> bool:
    """Whether a number or a month of the golden quotes is needed by the answer.

    The documents are not looked at, so names do not count, nor whether a false value is safe.
    """
    quotes = _quotes(question)
    held = keys_held(question, quotes)
    for value, others in candidates(quotes, {}).items():
        changed = exchanged(quotes, {value: others[0]})
        if keys_held(question, changed) < held:
            return True
    return False


@lru_cache(maxsize=4)  # the same for all questions of a corpus
def _known(passages: tuple[Passage, ...]) -> tuple[dict[str, str], dict[str, str]]:
    """The folded text of each passage by id, and the types of all names."""
    texts = [passage.text for passage in passages]
    return folded_passages(passages), names(texts)


def _others(
    question: Question,
    carriers: Sequence[Passage],
    passages: Sequence[Passage],
    types: Mapping[str, str],
    random: Random,
) -> dict[str, str]:
    """A false value for each value of the quotes that the answer needs, where one is safe."""
    quotes = _quotes(question)
    held = keys_held(question, quotes)
    own = _own_text(question, carriers)
    chosen: dict[str, str] = {}
    for value, others in candidates(quotes, types).items():
        random.shuffle(others)
        for other in others:
            changed = exchanged(quotes, {value: other})
            needed = keys_held(question, changed) < held
            if not needed or other in chosen.values():
                continue
            if _is_false(question, other, own, passages, quotes):
                type = types.get(value, "")
                chosen |= _with_surname(value, other, type)
                break
    return chosen


def _quotes(question: Question) -> str:
    quotes = [support.quote for support in question.support]
    return "\n".join(quotes)


def _own_text(question: Question, carriers: Sequence[Passage]) -> str:
    """All that a golden question says, and the passages with its quotes."""
    parts = [question.question, question.answer or ""]
    for spellings in question.keys:
        parts += spellings
    parts.append(_quotes(question))
    for passage in carriers:
        parts.append(passage.searchable)
    return "\n".join(parts)


def _is_false(
    question: Question, other: str, own: str, passages: Sequence[Passage], quotes: str
) -> bool:
    """Whether nothing hints that the quotes are true with another value."""
    alone = standing(other)
    if alone.search(own) or holds_some(question, other):
        return False
    needed = set(words(quotes))
    for passage in passages:
        text = passage.searchable
        if not alone.search(text):
            continue
        shared = needed.intersection(words(text))
        if len(shared) >= SAME_FACT * len(needed):
            return False
    return True


def _with_surname(value: str, other: str, type: str) -> dict[str, str]:
    """An exchange, and of two persons also that of their surnames alone.

    >>> _with_surname("Richard Korf", "Daniel Sleator", "person of 2")
    {'Richard Korf': 'Daniel Sleator', 'Korf': 'Sleator'}
    """
    found = {value: other}
    if type.startswith("person"):
        surname = value.split()[-1]
        found[surname] = other.split()[-1]
    return found


def _falsified(passage: Passage, others: Mapping[str, str]) -> Passage:
    return replace(
        passage,
        id=passage.id + MARK,
        text=exchanged(passage.text, others),
        section=exchanged(passage.section, others),
    )


def _held(question: Question, passages: Sequence[Passage]) -> int:
    """How many groups of keys some passages hold together."""
    text = "\n".join(passage.searchable for passage in passages)
    return keys_held(question, text)
