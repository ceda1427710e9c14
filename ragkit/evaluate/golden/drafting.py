"""Draft questions about documents that have none yet, from single passages, for a human to review.

Rules choose a sentence, and a number, a name or a term in it (`targets.py`). The model writes the
question that it answers, and then, in a new prompt, replies to it. A draft is dropped if it says
the answer, mentions "the passage" or is about something else, and if the reply is another one. No
rule can check whether a reader would ask the question, so review every draft before you use it.
Left out: questions that need two passages, and questions that the documents do not answer. Write
those yourself: they show the differences between systems best.
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

from ragkit.evaluate.golden.answers import asks_for
from ragkit.evaluate.golden.filled import id_of
from ragkit.evaluate.golden.keys import holds
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.evaluate.golden.quotes import letters_of
from ragkit.evaluate.golden.targets import Target, targets
from ragkit.model.briefing import evidence
from ragkit.model.errors import Unreadable
from ragkit.model.llm import ask
from ragkit.state import Passage
from ragkit.text.anchors import missing
from ragkit.text.words import words

DRAFT = (
    'The sentence "{sentence}" answers a question with "{answer}". Write that question, as '
    "somebody would ask it who has never seen the passage: say by name what it is about, do not "
    'speak of a passage, a text, a table or a study, and do not say "{answer}".'
)
"""Instruction of the prompt, below the passage."""
REPLY = (
    'Answer the question "{question}" from the passage, in as few words as you can: with a number, '
    "a name or a term."
)
"""Instruction of the second prompt, below the same passage."""
FEWEST = 2
"""Minimum number of different words of a question, without those that only ask."""
ASKING = set(words("what which who whom whose when where why how many much did does do name"))
"""Stemmed words that only ask."""
ABOUT = 0.5
"""Minimum fraction of these words in the sentence of the answer, or in the headings above it."""
SHORTEST = 200
"""Minimum length of a passage to draft from, in characters."""
SPEAKS_OF_IT = re.compile(
    r"\b(?:the|this) (?:(?:given|above) )?"
    r"(?:passage|text|document|excerpt|section|table|study|experiment|sentence|snippet|page)\b",
    re.IGNORECASE,
)
"""A phrase that refers to the passage, which a question must not do."""
TRIES = 2
"""Number of drafts per passage: a second one, of another sentence, when the first breaks a rule."""
NUMERIC = ("number", "when")
"""What questions ask for whose answer is a number (`answers.py`)."""
NOUNS = re.compile(
    r"\b(?:number|year|date|version|length|height|depth|width|size|age|value|limit|maximum|minimum|"
    r"level|score|price|cost|fee|capacity|rate|port|time|distance|weight|mass|speed|share|amount|"
    r"average|mean|total|population|temperature|percentage|ratio|range|threshold|result)s?\b",
    re.IGNORECASE,
)
"""Words for something that is a number."""
NOTHING = "no sentence has a number, a name or a term that could be asked for"
TRIED = 6
"""Number of passages that are tried at most, for each question."""


class Form(BaseModel):
    """The form that the model fills in."""

    question: Annotated[str, Field(max_length=200)]


class ShortForm(BaseModel):
    """The form of the reply to a drafted question."""

    answer: Annotated[str, Field(max_length=200)]


@dataclass(frozen=True)
class Drafted:
    """A drafted question and its passage."""

    question: Question
    passage: Passage


def draft_questions(
    llm: BaseChatModel, passages: Sequence[Passage], count: int, quiet: bool = False
) -> tuple[list[Drafted], list[str]]:
    """At most `count` questions, from as many documents as there are, and why others were dropped.

    At most `TRIED` times as many passages are tried.
    """
    kept: list[Drafted] = []
    dropped: list[str] = []
    ids: set[str] = set()
    usable = _each_sentence_once(spread(passages))
    with tqdm(total=count, desc="drafting", unit="question", disable=quiet) as bar:
        for passage, found in usable[: TRIED * count]:
            draft, why = draft_question(llm, passage, f"drafted-{len(kept) + 1:03}", found=found)
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


def _each_sentence_once(passages: Sequence[Passage]) -> list[tuple[Passage, list[Target]]]:
    """The passages with what each can be asked for, but for sentences of one before it.

    A line at the foot of every page would be asked about again and again.
    """
    usable = []
    seen: set[str] = set()
    for passage in passages:
        found = [one for one in targets(passage) if letters_of(one.sentence) not in seen]
        seen.update(letters_of(one.sentence) for one in found)
        if found:
            usable.append((passage, found))
    return usable


def draft_question(
    llm: BaseChatModel,
    passage: Passage,
    id: str,
    about: str = "",
    found: Sequence[Target] | None = None,
) -> tuple[Question | None, str]:
    """A question that a passage answers, or None and the reason.

    `about` is a name that the model is asked to use. `found` is what may be asked for; None: all
    that the passage has. The question's id is made from its words, or is `id` where it has none.
    """
    why = NOTHING
    for target in _spread(targets(passage) if found is None else found)[:TRIES]:
        task = DRAFT.format(**target._asdict())
        if about:
            task = f"{task} Ask about {about}, by that name."
        try:
            form = ask(llm, f"{evidence([passage])}\n\n{task}", Form)
        except Unreadable as error:
            return None, str(error).splitlines()[0]
        question = form.question.strip()
        why = wrong(question, target, passage) or _replied(llm, question, target, passage)
        if not why:
            return _question(question, target, passage, id), ""
    return None, why


def _replied(llm: BaseChatModel, question: str, target: Target, passage: Passage) -> str:
    """Why the model's own reply to a draft speaks against it; empty where it does not."""
    task = REPLY.format(question=question)
    try:
        form = ask(llm, f"{evidence([passage])}\n\n{task}", ShortForm)
    except Unreadable as error:
        return str(error).splitlines()[0]
    return beside(form.answer, question, target.answer)


def beside(reply: str, question: str, answer: str) -> str:
    """What a reply has instead of the answer, or beside it; empty where it has little else.

    >>> beside("in a barn, 4 times", "How often do owls nest?", "4")
    'the answer is only a part of what is asked for'
    >>> beside("4 times", "How often do owls nest?", "4")
    ''
    """
    if not holds(reply, answer):
        return "the model answers it with something else"
    expected = set(words(answer))
    others = set(words(reply)) - set(words(question)) - expected
    if len(others) > len(expected):
        return "the answer is only a part of what is asked for"
    return ""


def _spread(found: Sequence[Target]) -> list[Target]:
    """The first answer of each sentence, and then the others."""
    first: dict[str, Target] = {}
    for target in found:
        first.setdefault(target.sentence, target)
    others = [target for target in found if target not in first.values()]
    return [*first.values(), *others]


def _question(question: str, target: Target, passage: Passage, id: str) -> Question:
    support = Support(passage.source, target.sentence)
    return Question(
        id_of(question) or id,
        question,
        "factual",
        target.sentence,
        ((target.answer,),),
        (support,),
        "medium",
    )


def wrong(question: str, target: Target, passage: Passage) -> str:
    """The rule that a draft breaks; empty when it breaks none.

    >>> owl = Passage("owl", "A barn owl hunts 3 mice at night.")
    >>> asked = Target("A barn owl hunts 3 mice at night.", "3")
    >>> wrong("How many mice does a barn owl hunt?", asked, owl)
    ''
    >>> wrong("Does a barn owl hunt mice at night?", asked, owl)
    'the question does not ask for a number'
    """
    if not question.endswith("?"):
        return "no question"
    if SPEAKS_OF_IT.search(question):
        return "the question speaks of a passage"
    if holds(question, target.answer):
        return "the question says the answer"
    if missing(question, passage.searchable):
        return "the question has a name or a number that is not in the passage"
    about = set(words(question)) - ASKING
    if len(about) < FEWEST:
        return "the question does not say what it is about"
    said = words(f"{target.sentence} {passage.section}")
    if len(about.intersection(said)) < ABOUT * len(about):
        return "the question is not about the sentence that answers it"
    for_number = asks_for(question) in NUMERIC
    is_number = target.answer[0].isdigit()
    if for_number and not is_number:
        return "the question asks for a number"
    if is_number and not for_number and not NOUNS.search(question):
        return "the question does not ask for a number"
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
        shuffled = random.sample(pile, len(pile))
        piles.append(shuffled)
    rounds = zip_longest(*piles)
    in_turn = chain.from_iterable(rounds)
    return [passage for passage in in_turn if passage is not None]


def by_document(passages: Sequence[Passage]) -> list[list[Passage]]:
    """The passages that are long enough to draft from, together for each document."""
    found: dict[str, list[Passage]] = {}
    for passage in passages:
        if len(passage.text) < SHORTEST:
            continue
        own = found.setdefault(passage.source, [])
        own.append(passage)
    return list(found.values())
