"""Draft conversations about documents that have none yet, for a human to review.

The model drafts a question from each of two neighbouring passages (`drafting.py`). Rules turn the
second into a follow-up of the first (`follow_ups.py`). Where a third passage has a question about
the same name, the conversation leaves for another document and returns. Left out: unclear turns,
corrections, questions about an answer, and questions that the documents do not answer; no rule
makes them. Write those yourself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from random import Random

from langchain_core.language_models import BaseChatModel
from tqdm.auto import tqdm

from ragkit.evaluate.golden.conversations import Conversation, ConversationTurn, TurnKind
from ragkit.evaluate.golden.drafting import SHORTEST, draft_question
from ragkit.evaluate.golden.follow_ups import FollowUp, follow_up, lowered
from ragkit.evaluate.golden.questions import Question
from ragkit.state import Passage

RUN = 3
"""Number of neighbouring passages that a conversation is drafted from."""
TRIED = 3
"""Number of runs of passages that are tried at most, for each conversation."""


@dataclass(frozen=True)
class Thread:
    """Questions about one thing: two or three, as they are asked one after another."""

    source: str
    first: Question
    next: Question
    turned: FollowUp
    """The next question as a follow-up of the first."""
    again: Question | None = None
    """A question for later."""
    back: str = ""
    """That question in the words of a user who returns to the thing."""


def draft_conversations(
    llm: BaseChatModel, passages: Sequence[Passage], count: int, quiet: bool = False
) -> tuple[list[Conversation], list[str]]:
    """At most `count` conversations, from as many documents as there are, and what was dropped.

    At most three times as many runs of neighbouring passages are tried.
    """
    threads: list[Thread] = []
    dropped: list[str] = []
    most = TRIED * count
    with tqdm(total=count, desc="drafting conversations", disable=quiet) as bar:
        for run in neighbours(passages)[:most]:
            thread, why = _thread(llm, run)
            if why:
                dropped.append(f"{run[0].place}: {why}")
            if thread:
                threads.append(thread)
                bar.update()
            if len(threads) == count:
                break
    drafts = list(_conversations(threads))
    return drafts, dropped


def neighbours(passages: Sequence[Passage]) -> list[list[Passage]]:
    """Runs of two or three passages that follow each other, from every document before any twice.

    The documents come in a random order that never changes.

    >>> long = "x" * 300
    >>> of_a = [Passage(str(n), long, "a") for n in range(5)]
    >>> of_b = [Passage("5", long, "b"), Passage("6", long, "b"), Passage("7", "short", "b")]
    >>> [[passage.id for passage in run] for run in neighbours(of_a + of_b)]
    [['0', '1', '2'], ['5', '6'], ['3', '4']]
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
    """Yield the passages of one document, three at a time; a last one alone is left out."""
    for start in range(0, len(passages), RUN):
        run = list(passages[start : start + RUN])
        if len(run) > 1:
            yield run


def _thread(llm: BaseChatModel, run: Sequence[Passage]) -> tuple[Thread | None, str]:
    """Questions of a run of passages about one thing, or None; and why a question was dropped."""
    first, why = draft_question(llm, run[0], "first")
    if first is None:
        return None, why
    second, why = draft_question(llm, run[1], "next")
    if second is None:
        return None, why
    turned = follow_up(first.question, second.question)
    is_new = second.question != first.question
    if turned is None or not is_new:
        return None, "its two questions share no name that a follow-up can leave out"
    thread = Thread(run[0].source, first, second, turned)
    if len(run) < RUN:
        return thread, ""
    return _with_return(llm, thread, run[2])


def _with_return(llm: BaseChatModel, thread: Thread, passage: Passage) -> tuple[Thread, str]:
    """A thread with a question to return to it, or as it was, and why the passage gives none."""
    again, why = draft_question(llm, passage, "again")
    if again is None:
        return thread, f"no turn that returns: {why}"
    turned = follow_up(thread.first.question, again.question)
    is_new = again.question != thread.next.question
    if turned is None or not is_new:
        return thread, "no turn that returns: its question shares no name with the first"
    bare = turned.user.removeprefix("And ")
    asked = lowered(bare)
    back = f"Back to my first question: {asked}"
    longer = replace(thread, again=again, back=back)
    return longer, ""


def _conversations(threads: Sequence[Thread]) -> Iterator[Conversation]:
    """Yield a conversation for each thread; the topic in between is that of the next thread."""
    others = [*threads[1:], *threads[:1]]
    for number, (thread, other) in enumerate(zip(threads, others, strict=True), start=1):
        opening = thread.first.question
        first = _turn(thread.first, "first", opening)
        following = _turn(thread.next, thread.turned.kind, thread.turned.user)
        turns = [first, following]
        if thread.again and other.source != thread.source:
            topic = other.first.question
            between = _turn(other.first, "topic-change", topic)
            last = _turn(thread.again, "return", thread.back)
            turns += [between, last]
        yield Conversation(f"drafted-{number:03}", tuple(turns))


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
