"""Draft questions about documents that have none yet, from single passages, for a human to review.

The model writes a question and its answer. Rules find the sentence that supports the answer, and
the names and numbers that every right answer must contain. A draft without them is dropped, and so
is one that mentions "the passage". No rule can check whether a reader would ask the question, so
review every draft before you use it. Left out: questions that need two passages, and questions that
the documents do not answer. Write those yourself: they show the differences between systems best.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from random import Random
from typing import Annotated

from langchain_core.language_models import BaseChatModel
from pydantic import BaseModel, Field
from tqdm.auto import tqdm

from ragkit.evaluate.golden.filled import id_of, named_keys
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.model.briefing import evidence
from ragkit.model.errors import Unreadable
from ragkit.model.llm import ask
from ragkit.state import Passage
from ragkit.text.anchors import missing
from ragkit.text.overlap import overlap
from ragkit.text.sentences import sentences

DRAFT = (
    "Write one question that passage [1] answers with a number, a name or a formula, "
    "as somebody would ask it who has never seen the passage: "
    "say by name what it is about, "
    "and do not speak of a passage, a text, a table or a study. "
    "Then answer it in one short sentence, in the words of the passage."
)
"""Instruction of the prompt, below the passage."""
CARRIES = 0.6
"""Minimum fraction of the answer's words in a sentence of the passage that supports it."""
SHORTEST = 200
"""Minimum length of a passage to draft from, in characters."""
SPEAKS_OF_IT = re.compile(
    r"\b(?:the|this) (?:(?:given|above) )?"
    r"(?:passage|text|document|excerpt|section|table|study|experiment)\b",
    re.IGNORECASE,
)
"""A phrase that refers to the passage, which a question must not do."""
TRIES = 2
"""Number of drafts per passage: a second one when the first breaks a rule."""
TRIED = 3
"""Number of passages that are tried at most, for each question."""


class Form(BaseModel):
    """The form that the model fills in."""

    question: Annotated[str, Field(max_length=200)]
    answer: Annotated[str, Field(max_length=240)]


@dataclass(frozen=True)
class Drafted:
    """A drafted question and its passage."""

    question: Question
    passage: Passage


def draft_questions(
    llm: BaseChatModel, passages: Sequence[Passage], count: int, quiet: bool = False
) -> tuple[list[Drafted], list[str]]:
    """At most `count` questions, from as many documents as there are, and why others were dropped.

    At most three times as many passages are tried.
    """
    kept: list[Drafted] = []
    dropped: list[str] = []
    ids: set[str] = set()
    with tqdm(total=count, desc="drafting", unit="question", disable=quiet) as bar:
        for passage in spread(passages)[: TRIED * count]:
            draft, why = draft_question(llm, passage, f"drafted-{len(kept) + 1:03}")
            if draft is not None and draft.id in ids:
                draft, why = None, "the same question again"
            if draft is None:
                dropped.append(f"{passage.place}: {why}")
                bar.set_postfix_str(f"{len(dropped)} dropped")
                continue
            ids.add(draft.id)
            kept.append(Drafted(draft, passage))
            bar.update()
            if len(kept) == count:
                break
    return kept, dropped


def draft_question(
    llm: BaseChatModel, passage: Passage, id: str, about: str = ""
) -> tuple[Question | None, str]:
    """A question that a passage answers, or None and the reason.

    When a rule is broken, the model is told which one and may try once more. `about` is a name that
    it is asked to use. The question's id is made from its words, or is `id` where it has none.
    """
    task = f"{evidence([passage])}\n\n{DRAFT}"
    if about:
        task = f"{task} Ask about {about}, by that name."
    prompt = task
    why = ""
    for _ in range(TRIES):
        try:
            form = ask(llm, prompt, Form)
        except Unreadable as error:
            return None, str(error).splitlines()[0]
        why = wrong(form, passage)
        if not why:
            return _question(form, passage, id), ""
        prompt = f"{task} Not again: {why}."
    return None, why


def _question(form: Form, passage: Passage, id: str) -> Question:
    support = Support(passage.source, carries(form, passage))
    question = form.question.strip()
    return Question(
        id_of(question) or id,
        question,
        "factual",
        form.answer.strip(),
        named_keys(form.answer, form.question),
        (support,),
        "medium",
    )


def wrong(form: Form, passage: Passage) -> str:
    """The rule that a draft breaks; empty when it breaks none.

    >>> owl = Passage("owl", "Owls hunt 3 mice at night.")
    >>> wrong(Form(question="How many mice do owls hunt?", answer="Owls hunt 3 mice."), owl)
    ''
    >>> wrong(Form(question="How many mice do owls hunt?", answer="Owls hunt 4 mice."), owl)
    'the answer holds 4, which does not stand in the passage'
    """
    # these texts are part of the second prompt: another wording would be another prompt
    if not form.question.strip().endswith("?"):
        return "no question"
    mention = SPEAKS_OF_IT.search(form.question)
    if mention:
        return f"the question speaks of {mention[0].lower()}"
    strange = missing(form.answer, passage.searchable, form.question)
    if strange:
        return f"the answer holds {strange[0]}, which does not stand in the passage"
    if not carries(form, passage):
        return "no sentence of the passage says what the answer says"
    if not named_keys(form.answer, form.question):
        return "the answer holds no number or name that the question does not"
    return ""


def carries(form: Form, passage: Passage) -> str:
    """The sentence of the passage that supports the answer best.

    Empty when no sentence has enough of the answer's words.
    """
    best, highest = "", 0.0
    for sentence in sentences(passage.text):
        share = overlap(form.answer, sentence)
        if share > highest:
            best, highest = sentence, share
    if highest >= CARRIES:
        return best
    return ""


def spread(passages: Sequence[Passage], seed: int = 0) -> list[Passage]:
    """Passages long enough to draft from, in random order, spread over the documents.

    A second passage of a document comes after the first passage of every document.

    >>> long = "x" * 300
    >>> of_a = [Passage("1", long, "a"), Passage("2", long, "a")]
    >>> of_b = [Passage("3", long, "b"), Passage("4", "short", "b")]
    >>> [p.source for p in spread(of_a + of_b)]
    ['a', 'b', 'a']
    """
    random = Random(seed)
    piles = []
    for pile in by_document(passages):
        piles.append(random.sample(pile, len(pile)))
    in_turn = chain.from_iterable(zip_longest(*piles))
    return [passage for passage in in_turn if passage is not None]


def by_document(passages: Sequence[Passage]) -> list[list[Passage]]:
    """The passages that are long enough to draft from, together for each document."""
    found: dict[str, list[Passage]] = {}
    for passage in passages:
        if len(passage.text) >= SHORTEST:
            own = found.setdefault(passage.source, [])
            own.append(passage)
    return list(found.values())
