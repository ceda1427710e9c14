"""Draft conversations about documents that have none yet, for a human to review.

The model drafts a question from each of some neighbouring passages (`drafting.py`). Rules turn the
second into a follow-up of the first (`follow_ups.py`). Where a third question has the same name,
the conversation leaves for another document and returns. Left out: unclear turns, corrections,
questions about an answer, and questions that the documents do not answer; no rule makes them. Write
those yourself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from random import Random

from langchain_core.language_models import BaseChatModel
from tqdm.auto import tqdm

from ragkit.evaluate.golden.conversations import Conversation, ConversationTurn, TurnKind
from ragkit.evaluate.golden.drafting import SHORTEST, draft_question
from ragkit.evaluate.golden.follow_ups import FollowUp, follow_up, lowered, named
from ragkit.evaluate.golden.questions import Question
from ragkit.state import Passage

RUN = 4
"""Maximum number of neighbouring passages that a conversation is drafted from."""
MOST = 3
"""Maximum number of questions about one thing."""
TRIED = 3
"""Number of runs of passages that are tried at most, for each conversation."""


@dataclass(frozen=True)
class Later:
    """A question that is asked after the first one, and how."""

    question: Question
    turned: FollowUp


@dataclass(frozen=True)
class Thread:
    """Questions about one thing, as they are asked one after another."""

    source: str
    first: Question
    later: tuple[Later, ...]
    """One question, or two: the second is for the return."""


def draft_conversations(
    llm: BaseChatModel, passages: Sequence[Passage], count: int, quiet: bool = False
) -> tuple[list[Conversation], list[str]]:
    """At most `count` conversations, from as many documents as there are, and what was dropped.

    At most three times as many runs of neighbouring passages are tried.
    """
    threads: list[Thread] = []
    dropped: list[str] = []
    most = TRIED * count
    tried = neighbours(passages)[:most]
    with tqdm(tried, desc="drafting conversations", unit="place", disable=quiet) as bar:
        for run in bar:
            thread = _thread(llm, run, dropped)
            if thread:
                threads.append(thread)
            bar.set_postfix_str(f"{len(threads)} of {count} kept")
            if len(threads) == count:
                break
    drafts = list(_conversations(threads))
    return drafts, dropped


def neighbours(passages: Sequence[Passage]) -> list[list[Passage]]:
    """Runs of two to four passages that follow each other, from every document before any twice.

    The documents come in a random order that never changes.

    >>> long = "x" * 300
    >>> of_a = [Passage(str(n), long, "a") for n in range(5)]
    >>> of_b = [Passage("5", long, "b"), Passage("6", long, "b"), Passage("7", "short", "b")]
    >>> [[passage.id for passage in run] for run in neighbours(of_a + of_b)]
    [['0', '1', '2', '3'], ['5', '6']]
    """
    by_source: dict[str, list[Passage]] = {}
    for passage in passages:
        if len(passage.text) >= SHORTEST:
            own = by_source.setdefault(passage.source, [])
            own.append(passage)
    documents = list(by_source.values())
    Random(0).shuffle(documents)
    in_turn = zip_longest(*map(_runs, documents))
    found = []
    for row in in_turn:
        there = [run for run in row if run]
        found.extend(there)
    return found


def _runs(passages: Sequence[Passage]) -> Iterator[list[Passage]]:
    """Yield the passages of one document, four at a time; a last one alone is left out."""
    for start in range(0, len(passages), RUN):
        run = list(passages[start : start + RUN])
        if len(run) > 1:
            yield run


def _thread(llm: BaseChatModel, run: Sequence[Passage], dropped: list[str]) -> Thread | None:
    """Questions of a run of passages about one thing, or None; why any was dropped is added."""
    first = None
    later: list[Later] = []
    for passage in run:
        about = named(first.question) if first else ""
        question, why = draft_question(llm, passage, "draft", about)
        if question and first:
            why = _add(question, first, later)
        elif question and not named(question.question):
            why = "names nothing that a follow-up could leave out"
        else:
            first = first or question
        if why:
            dropped.append(f"{passage.place}: {why}")
        if len(later) + 1 == MOST:
            break
    if first is None or not later:
        return None
    return Thread(run[0].source, first, tuple(later))


def _add(question: Question, first: Question, later: list[Later]) -> str:
    """Add a question to those asked later, or say why not."""
    asked = [first.question]
    for one in later:
        asked.append(one.question.question)
    if question.question in asked:
        return "the same question again"
    turned = follow_up(first.question, question.question)
    if turned is None:
        return "shares no name with the first question that a follow-up can leave out"
    one = Later(question, turned)
    later.append(one)
    return ""


def _conversations(threads: Sequence[Thread]) -> Iterator[Conversation]:
    """Yield a conversation for each thread; the topic in between is that of the next thread."""
    others = [*threads[1:], *threads[:1]]
    for number, thread in enumerate(threads):
        other = others[number]
        next, *rest = thread.later
        opening = _turn(thread.first, "first", thread.first.question)
        following = _turn(next.question, next.turned.kind, next.turned.user)
        turns = [opening, following]
        if rest and other.source != thread.source:
            between = _turn(other.first, "topic-change", other.first.question)
            last = _turn(rest[0].question, "return", _back(rest[0].turned))
            turns += [between, last]
        yield Conversation(f"drafted-{number + 1:03}", tuple(turns))


def _back(turned: FollowUp) -> str:
    """A follow-up in the words of a user who returns to the first thing."""
    bare = turned.user.removeprefix("And ")
    asked = lowered(bare)
    return f"Back to my first question: {asked}"


def _turn(question: Question, kind: TurnKind, user: str) -> ConversationTurn:
    """A drafted question as a turn, in the words of the user."""
    return ConversationTurn(
        user,
        kind,
        question.question,
        question.answer,
        question.keys,
        support=question.support,
    )
