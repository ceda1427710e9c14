"""The commands of a chat: a table of names, each with what it does and a line of help."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ragkit.cli.chat_lines import cost, sources, tree
from ragkit.runs.chat_question import NotAsked
from ragkit.runs.chat_turns import ChatTurn
from ragkit.runs.session import Session, Told
from ragkit.runs.variant import changeable

Lines = list[str]
Result = Lines | Iterator[Told]
"""Lines to print, or what a turn tells."""
SETTING = re.compile(r"(?P<name>[a-z_]+)\s*=\s*(?P<value>\S+)")
WITHOUT = re.compile(r"without\s+\[?(?P<number>\d+)\]?")


class Command(NamedTuple):
    """A command: what it does with a session and the words behind it."""

    run: Callable[[Session, str], Result]
    help: str


def command(session: Session, typed: str) -> Result:
    """Do what a line that begins with `/` says. Raises `NotAsked` for a command that is none."""
    name, _, words = typed.removeprefix("/").strip().partition(" ")
    if name not in COMMANDS:
        known = ", ".join(f"/{one}" for one in COMMANDS)
        raise NotAsked(f"asked for the command /{name:.40}; there are {known}")
    return COMMANDS[name].run(session, words.strip())


def _help(_: Session, __: str) -> Lines:
    lines = [f"  /{name:9} {one.help}" for name, one in COMMANDS.items()]
    return [
        *lines,
        "  Ctrl-C stops an answer; at the prompt it leaves, and so does the end of input.",
    ]


def _threads(session: Session, _: str) -> Lines:
    lines = []
    for thread in session.chats.threads():
        here = session.conversation and session.conversation.thread.id == thread.id
        mark = "*" if here else " "
        lines.append(f"{mark} {thread.name} ({thread.folder}, {thread.used[:16]})")
    return lines or ["no thread yet: the first question begins one"]


def _resume(session: Session, name: str) -> Result:
    if name:
        session.open(session.chats.thread(name))
        if session.conversation is None:
            return []
        lines = tree(session.conversation, session.at)
        return [*lines, *filter(None, [session.foreign])]
    if not session.turns:
        raise NotAsked("asked to resume, and nothing was asked yet; /resume NAME opens a thread")
    return session.resume(session.turns[-1])


def _rename(session: Session, name: str) -> Lines:
    if session.conversation is None:
        raise NotAsked("asked to rename the thread, and there is none yet; ask something first")
    thread = session.chats.rename(session.conversation.thread, name)
    session.open(thread)
    return [f"the thread is called {thread.name!r} now"]


def _delete(session: Session, name: str) -> Lines:
    thread = session.chats.thread(name)
    session.chats.delete(thread)
    if session.conversation and session.conversation.thread.id == thread.id:
        session.close()
    return [f"deleted {thread.name!r} with its turns"]


def _new(session: Session, _: str) -> Lines:
    session.close()
    return ["the next question begins a new thread"]


def _tree(session: Session, _: str) -> Lines:
    if session.conversation is None:
        return ["nothing was asked yet"]
    return tree(session.conversation, session.at)


def _branch(session: Session, words: str) -> Iterator[Told]:
    number, _, what = words.partition(" ")
    turn = _turn(session, number)
    what = what.strip()
    setting = SETTING.fullmatch(what)
    without = WITHOUT.fullmatch(what)
    if setting and setting["name"] in changeable():
        return session.branch(turn, settings={setting["name"]: setting["value"]})
    if without:
        return session.branch(turn, without=_passage(turn, int(without["number"])))
    return session.branch(turn, question=what)


def _go(session: Session, number: str) -> Lines:
    turn = _turn(session, number)
    session.at = turn.id
    return [f"the next question follows: {turn.question}"]


def _route(session: Session, number: str) -> Lines:
    turn = _turn(session, number)
    if turn.trace is None:
        return ["no step of it has finished"]
    lines = []
    for place, step in enumerate(turn.trace.steps, start=1):
        line = f"  {place:2}  {step.node}: {step.usage.spent(step.seconds)}"
        if step.rule:
            line += f"; {step.rule.when} > {step.rule.do}: {step.why}"
        lines.append(line)
    return [*lines, cost(turn.trace)]


def _sources(session: Session, number: str) -> Lines:
    turn = _turn(session, number)
    if turn.trace is None or not turn.trace.passages:
        return ["it has no sources"]
    lines = sources(turn.trace)
    for place, passage in enumerate(turn.trace.passages, start=1):
        lines += ["", f"[{place}] {passage.place}", passage.text]
    return lines


def _turn(session: Session, number: str) -> ChatTurn:
    """The turn with a number; without one, the last. Raises `NotAsked`."""
    turns = session.turns
    if not turns:
        raise NotAsked("asked about a turn, and nothing was asked yet")
    wanted = number or str(len(turns))
    if not wanted.isdecimal() or not 1 <= int(wanted) <= len(turns):
        raise NotAsked(f"asked for turn {wanted:.20}; /tree shows those from 1 to {len(turns)}")
    return turns[int(wanted) - 1]


def _passage(turn: ChatTurn, number: int) -> str:
    passages = turn.trace.passages if turn.trace else ()
    if not 1 <= number <= len(passages):
        raise NotAsked(f"asked for passage {number} of a turn that has {len(passages)}")
    return passages[number - 1].id


COMMANDS = {
    "help": Command(_help, "this list"),
    "threads": Command(_threads, "the threads in the file"),
    "resume": Command(_resume, "NAME opens a thread; without a name, goes on with the last turn"),
    "new": Command(_new, "leave this thread; the next question begins another"),
    "rename": Command(_rename, "NAME gives this thread another name"),
    "delete": Command(_delete, "NAME deletes a thread"),
    "tree": Command(_tree, "the turns of this thread, with their numbers"),
    "go": Command(_go, "N: the next question follows turn N"),
    "branch": Command(
        _branch, "N QUESTION, N SETTING=VALUE or N without PASSAGE asks turn N again, changed"
    ),
    "route": Command(_route, "N shows the steps of turn N; without a number, of the last"),
    "sources": Command(_sources, "N shows the passages of turn N in full"),
}
"""The commands by name."""
