"""Draft conversations about documents that have none yet, for a human to review.

The model drafts a question from each of some neighbouring passages (`drafting.py`). Rules turn the
second into a follow-up of the first (`follow_ups.py`). Where a third question has the same name,
the conversation leaves for another document and returns. Left out: unclear turns, corrections,
questions about an answer, and questions that the documents do not answer; no rule makes them. Write
those yourself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from random import Random

from langchain_core.language_models import BaseChatModel
from tqdm.auto import tqdm

from ragkit.evaluate.golden.conversations import Conversation, ConversationTurn, turn_of
from ragkit.evaluate.golden.drafting import by_document, draft_question
from ragkit.evaluate.golden.follow_ups import follow_up, lowered, named
from ragkit.evaluate.golden.questions import Question
from ragkit.state import Passage

RUN = 4
"""Maximum number of neighbouring passages that a conversation is drafted from."""
MOST = 3
"""Maximum number of questions about one thing."""
TRIED = 3
"""Number of runs of passages that are tried at most, for each conversation."""


@dataclass(frozen=True)
class Thread:
    """Turns about one thing, as they are asked one after another."""

    source: str
    first: ConversationTurn
    later: tuple[ConversationTurn, ...]
    """One turn, or two: the second is for the return."""


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
    documents = by_document(passages)
    Random(0).shuffle(documents)
    runs = map(_runs, documents)
    rows = zip_longest(*runs)
    in_turn = chain.from_iterable(rows)
    return [run for run in in_turn if run]


def _runs(passages: Sequence[Passage]) -> Iterator[list[Passage]]:
    """Yield the passages of one document, four at a time; a last one alone is left out."""
    for start in range(0, len(passages), RUN):
        run = list(passages[start : start + RUN])
        if len(run) > 1:
            yield run


def _thread(llm: BaseChatModel, run: Sequence[Passage], dropped: list[str]) -> Thread | None:
    """Questions of a run of passages about one thing, or None; why any was dropped is added."""
    first = None
    later: list[ConversationTurn] = []
    for passage in run:
        about = named(first.alone) if first else ""
        question, why = draft_question(llm, passage, "draft", about)
        if question and first:
            why = _add(question, first, later)
        elif question and not named(question.question):
            why = "names nothing that a follow-up could leave out"
        elif question:
            first = turn_of(question, "first", question.question)
        if why:
            dropped.append(f"{passage.place}: {why}")
        if len(later) + 1 == MOST:
            break
    if first is None or not later:
        return None
    return Thread(run[0].source, first, tuple(later))


def _add(question: Question, first: ConversationTurn, later: list[ConversationTurn]) -> str:
    """Add a question to those asked later, or say why not."""
    asked = [turn.alone for turn in (first, *later)]
    if question.question in asked:
        return "the same question again"
    turned = follow_up(first.alone, question.question)
    if turned is None:
        return "shares no name with the first question that a follow-up can leave out"
    later.append(turn_of(question, turned.kind, turned.user))
    return ""


def _conversations(threads: Sequence[Thread]) -> Iterator[Conversation]:
    """Yield a conversation for each thread; the topic in between is that of the next thread."""
    others = [*threads[1:], *threads[:1]]
    for number, thread in enumerate(threads):
        other = others[number]
        following, *rest = thread.later
        turns = [thread.first, following]
        if rest and other.source != thread.source:
            turns.append(replace(other.first, kind="topic-change"))
            turns.append(replace(rest[0], kind="return", user=_back(rest[0].user)))
        yield Conversation(f"drafted-{number + 1:03}", tuple(turns))


def _back(user: str) -> str:
    """A follow-up in the words of a user who returns to the first thing."""
    asked = lowered(user.removeprefix("And "))
    return f"Back to my first question: {asked}"
