"""Questions about documents that have none yet: drafted by the model from single passages, for a human to review.

The model writes question and answer. Rules find the sentence that the answer stands on, and the names and numbers that
every right answer must hold; they drop a draft that has none, or that speaks of "the passage". What no rule can check
is whether anybody would ask that; so nothing is used unreviewed. Left out: questions that take two passages, and such
as the documents do not answer. Write those yourself: they are the ones that tell systems apart.
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

from ragkit.anchors import missing
from ragkit.briefing import evidence
from ragkit.chat_errors import Unreadable
from ragkit.claims import sentences
from ragkit.evaluate.correct import holds
from ragkit.evaluate.questions import Question, Support
from ragkit.judges.lexical import overlap
from ragkit.llm import ask
from ragkit.state import Passage

DRAFT = (
    "Write one question that passage [1] answers with a number, a name or a formula, as somebody would ask it who has "
    "never seen the passage: say by name what it is about, and do not speak of a passage, a text, a table or a study. "
    "Then answer it in one short sentence, in the words of the passage."
)
CARRIES = 0.6
"""Share of the answer's words from which a sentence of the passage is what the answer stands on."""
SHORTEST = 200
"""Characters below which a passage is not asked about."""
SPEAKS_OF_IT = re.compile(
    r"\b(?:the|this) (?:(?:given|above) )?(?:passage|text|document|excerpt|section|table|study|experiment)\b",
    re.IGNORECASE,
)
TRIES, MOST_KEYS = 2, 2


class Form(BaseModel):
    """What the model fills in."""

    question: Annotated[str, Field(max_length=200)]
    answer: Annotated[str, Field(max_length=240)]


@dataclass(frozen=True)
class Drafted:
    """A drafted question, and the passage that it was drafted from."""

    question: Question
    passage: Passage


def draft_questions(
    llm: BaseChatModel, passages: Sequence[Passage], count: int, seed: int = 0, quiet: bool = False
) -> tuple[list[Drafted], list[str]]:
    """At most `count` questions, from as many documents as there are, and why other drafts were dropped.

    Three times as many passages are tried at most.
    """
    kept, dropped = list[Drafted](), list[str]()
    with tqdm(total=count, desc="drafting", disable=quiet) as bar:
        for passage in spread(passages, seed)[: 3 * count]:
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
    """A question that a passage answers, and why there is none; what is wrong with a draft is told the model once."""
    prompt, why = f"{evidence([passage])}\n\n{DRAFT}", ""
    for _ in range(TRIES):
        try:
            form = ask(llm, f"{prompt}{f' Not again: {why}.' if why else ''}", Form)
        except Unreadable as error:
            return None, str(error).splitlines()[0]
        if not (why := wrong(form, passage)):
            asked, answer = form.question.strip(), form.answer.strip()
            support = (Support(passage.source, carries(form, passage)),)
            return Question(id, asked, "factual", answer, keys(form, passage), support, "medium"), ""
    return None, why


def wrong(form: Form, passage: Passage) -> str:
    """What a rule finds wrong with a draft; empty when nothing is.

    >>> owl = Passage("owl", "Owls hunt 3 mice at night.")
    >>> wrong(Form(question="How many mice do owls hunt?", answer="Owls hunt 3 mice."), owl)
    ''
    >>> wrong(Form(question="How many mice do owls hunt?", answer="Owls hunt 4 mice."), owl)
    'the answer holds 4, which does not stand in the passage'
    """
    if not form.question.strip().endswith("?"):
        return "no question"
    if said := SPEAKS_OF_IT.search(form.question):
        return f"the question speaks of {said[0].lower()}"
    if strange := missing(form.answer, passage.searchable, form.question):
        return f"the answer holds {strange[0]}, which does not stand in the passage"
    if not carries(form, passage):
        return "no sentence of the passage says what the answer says"
    return "" if keys(form, passage) else "the answer holds no number or name that the question does not"


def carries(form: Form, passage: Passage) -> str:
    """The sentence of the passage that the answer stands on; empty when none holds enough of its words."""
    said = sentences(passage.text)
    shares = [overlap(form.answer, sentence) for sentence in said]
    return said[shares.index(max(shares))] if shares and max(shares) >= CARRIES else ""


def keys(form: Form, passage: Passage) -> tuple[tuple[str, ...], ...]:
    """What a right answer must hold: the numbers and names of this one that the question does not give away."""
    found = missing(form.answer, "", form.question)
    return tuple((anchor,) for anchor in dict.fromkeys(found) if holds(form.answer, anchor))[:MOST_KEYS]


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
