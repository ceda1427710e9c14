"""Questions about documents that have none yet: drafted by the model from single passages, for a human to review.

What a rule can check is checked: the quote stands in the passage, the key in quote and answer, the question does not
speak of "the passage". What no rule can check is whether anybody would ask that; so nothing is used unreviewed. Left
out: questions that take two passages, and such as the documents do not answer. Write those yourself: they are the ones
that tell systems apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from random import Random
from typing import Annotated

from langchain_core.language_models import BaseChatModel
from pydantic import BaseModel, Field
from tqdm.auto import tqdm

from ragkit.briefing import evidence
from ragkit.chat_errors import Unreadable
from ragkit.evaluate.correct import holds
from ragkit.evaluate.questions import Question, Support
from ragkit.llm import ask
from ragkit.read.quotes import find_quote
from ragkit.state import Passage

DRAFT = (
    "Write one question that passage [1] answers, as somebody would ask it who has not seen the passage: name what it "
    "is about, and speak of no passage or text. Then the answer in one short sentence, the sentence of the passage "
    "that says so, word for word, and the one name or number that every right answer must hold."
)
SHORTEST = 200
"""Characters below which a passage is not asked about."""
SPEAKS_OF_IT = re.compile(r"\b(?:the|this) (?:passage|text|document|excerpt|section)\b", re.IGNORECASE)


class Form(BaseModel):
    """What the model fills in."""

    question: Annotated[str, Field(max_length=200)]
    answer: Annotated[str, Field(max_length=240)]
    quote: Annotated[str, Field(max_length=400)]
    key: Annotated[str, Field(max_length=60)]


@dataclass(frozen=True)
class Drafted:
    """A drafted question, and the passage that it was drafted from."""

    question: Question
    passage: Passage


def draft_questions(
    llm: BaseChatModel, passages: Sequence[Passage], count: int, seed: int = 0, quiet: bool = False
) -> tuple[list[Drafted], list[str]]:
    """At most `count` questions, from as many documents as there are, and why other drafts were dropped.

    Twice as many passages are tried at most.
    """
    kept, dropped = list[Drafted](), list[str]()
    with tqdm(total=count, desc="drafting", disable=quiet) as bar:
        for passage in spread(passages, seed)[: 2 * count]:
            found, why = draft_question(llm, passage, f"drafted-{len(kept) + 1:03}")
            if why or found is None or any(found.question == other.question.question for other in kept):
                dropped.append(f"{passage.place}: {why or 'the same question again'}")
                continue
            kept.append(Drafted(found, passage))
            bar.update()
            if len(kept) == count:
                break
    return kept, dropped


def draft_question(llm: BaseChatModel, passage: Passage, id: str) -> tuple[Question | None, str]:
    """A question that a passage answers, and why there is none."""
    try:
        form = ask(llm, f"{evidence([passage])}\n\n{DRAFT}", Form)
    except Unreadable as error:
        return None, str(error).splitlines()[0]
    if why := wrong(form, passage):
        return None, why
    support = (Support(passage.source, form.quote),)
    return Question(
        id, form.question.strip(), "factual", form.answer.strip(), ((form.key.strip(),),), support, "medium"
    ), ""


def wrong(form: Form, passage: Passage) -> str:
    """What a rule finds wrong with a draft; empty when nothing is.

    >>> owl, asked = Passage("owl", "Owls hunt mice at night."), "When do owls hunt?"
    >>> wrong(Form(question=asked, answer="At night.", quote="Owls hunt mice at night.", key="night"), owl)
    ''
    >>> wrong(Form(question=asked, answer="At dawn.", quote="Owls hunt at dawn.", key="dawn"), owl)
    'the quote does not stand in the passage'
    """
    if not form.question.strip().endswith("?"):
        return "no question"
    if SPEAKS_OF_IT.search(form.question):
        return "the question speaks of the passage"
    if find_quote(passage.text, form.quote) is None:
        return "the quote does not stand in the passage"
    if not form.key.strip() or not holds(form.quote, form.key.strip()) or not holds(form.answer, form.key.strip()):
        return "the key does not stand in quote and answer"
    return "the question gives its answer away" if holds(form.question, form.key.strip()) else ""


def spread(passages: Sequence[Passage], seed: int = 0) -> list[Passage]:
    """Passages long enough to ask about, in random order, a document's second one after every document's first.

    >>> long = "x" * 300
    >>> three = [Passage("1", long, "a"), Passage("2", long, "a"), Passage("3", long, "b"), Passage("4", "short", "b")]
    >>> [p.source for p in spread(three)]
    ['a', 'b', 'a']
    """
    dice, by_source = Random(seed), dict[str, list[Passage]]()
    for passage in passages:
        if len(passage.text) >= SHORTEST:
            by_source.setdefault(passage.source, []).append(passage)
    piles = [dice.sample(pile, len(pile)) for pile in by_source.values()]
    return [passage for passage in _in_turn(piles) if passage is not None]


def _in_turn(piles: Sequence[Sequence[Passage]]) -> Iterator[Passage | None]:
    return chain.from_iterable(zip_longest(*piles))
