"""Chat with a folder of documents in a terminal, or through a pipe."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING

from ragkit.cli.ending import complain, told_once
from ragkit.text.printable import shown

if TYPE_CHECKING:
    from ragkit.runs.chat_turns import ChatTurn
    from ragkit.runs.session import Session, Told

PROMPT = "\n> "
CHAT = {
    "folder": {"type": Path, "help": "folder of md, txt, html or pdf files"},
    "--graph": {
        "default": "",
        "metavar": "SYSTEM",
        "help": "one of the systems that `ragkit systems` lists; by default one that holds a "
        "conversation, where there is one",
    },
    "--thread": {"default": "", "metavar": "NAME", "help": "go on with this thread"},
    "--file": {
        "type": Path,
        "default": Path("ragkit-chats.db"),
        "metavar": "FILE",
        "help": "the file of the chats (default: ragkit-chats.db, here)",
    },
}
"""The arguments of the command."""


@told_once
def chat(chosen: argparse.Namespace) -> int:
    """Chat with a folder of documents; every turn is kept, and can be gone back to."""
    from ragkit import Kit
    from ragkit.cli.chat_lines import greeting, tree
    from ragkit.runs.conversations import Conversations
    from ragkit.runs.session import Session, system_of

    system_of(chosen.graph)  # a name that is none is told before the documents are read
    kit = Kit.open(chosen.folder)
    chats = Conversations(chosen.file, kit.settings.secrets())
    session = Session(kit, chosen.graph, chats)
    if chosen.thread:
        session.open(chats.thread(chosen.thread))
    say(*greeting(str(kit.corpus), str(chats.file), session.note))
    if session.conversation:
        say(*tree(session.conversation, session.at), session.foreign)
    for typed in lines_typed():
        answered(session, typed)
    if session.conversation:
        name = session.conversation.thread.name
        say(f"kept as {name!r}: /resume {name}")
    kit.close()
    return 0


def say(*lines: str) -> None:
    """Print lines at once; what a terminal would obey is written out."""
    for line in lines:
        print(shown(line), flush=True)


def lines_typed() -> Iterator[str]:
    """Yield what is typed until the input ends, or Ctrl-C at the prompt."""
    is_typed = sys.stdin.isatty()
    if is_typed:
        with suppress(ImportError):
            import readline  # noqa: F401 - a line can be edited, and an earlier one called back
    while True:
        try:
            typed = input(PROMPT if is_typed else "")
        except (EOFError, KeyboardInterrupt):
            print(flush=True)
            return
        except UnicodeDecodeError as error:
            complain(f"asked something that is not {error.encoding}; write it in that encoding")
            continue
        if not is_typed:
            say(f"{PROMPT}{typed}")
        if typed.strip():
            yield typed


def answered(session: Session, typed: str) -> None:
    """Do what was typed: a command, a choice, or a question. What cannot be done is a sentence."""
    from ragkit.cli.chat_commands import command

    try:
        if typed.lstrip().startswith("/"):
            result = command(session, typed.strip())
        else:
            result = session.ask(chosen_reading(session, typed))
        if isinstance(result, list):
            say(*result)
            return
        with stopped_by_interrupt(session):
            show(result, session.kit.corpus.folder)
    except (OSError, ValueError, LookupError) as error:
        if isinstance(error, BrokenPipeError):
            raise
        complain(error)


def chosen_reading(session: Session, typed: str) -> str:
    """The reading that a number chooses, where the last turn asked back; else what was typed."""
    number = typed.strip()
    if not session.turns or not number.isdecimal():
        return typed
    last = session.turns[-1]
    place = int(number)
    if 1 <= place <= len(last.readings):
        return last.readings[place - 1]
    return typed


def show(told: Iterable[Told], folder: Path) -> None:
    """Print a turn as it goes on: what is searched, the answer as it comes, and its sources."""
    from ragkit.cli.chat_lines import labelled
    from ragkit.model.written import Piece
    from ragkit.runs.chat_turns import ChatTurn
    from ragkit.runs.searched import searched
    from ragkit.trace import Step

    turn: ChatTurn | None = None
    steps: list[Step] = []
    lines: list[tuple[str, str]] = []
    streamed = ""
    for event in told:
        if isinstance(event, ChatTurn):
            turn = event
        elif isinstance(event, Step) and turn is not None:
            steps.append(event)
            known = searched(turn.question, steps)
            if known != lines and not streamed:
                say(*(labelled(*line) for line in known))
            lines = known
        elif isinstance(event, Piece):
            gap = "\n" if event.begins else ""
            streamed = event.text if event.begins else streamed + event.text
            print(shown(gap + event.text), end="", flush=True)
    if turn is not None:
        say_end(turn, streamed, folder)


def say_end(turn: ChatTurn, streamed: str, folder: Path) -> None:
    """Print what is left of a turn that has ended, its citations as links to the documents."""
    from ragkit.cli.chat_lines import ended, rest_of
    from ragkit.cli.links import HEAD, NUMBER, addresses, linked

    known = addresses(turn.trace, folder) if turn.trace is not None else {}
    answer = shown(rest_of(turn.answer, streamed))
    print(linked(answer, NUMBER, known))
    for line in ended(turn):
        print(linked(shown(line), HEAD, known), flush=True)


@contextmanager
def stopped_by_interrupt(session: Session) -> Iterator[None]:
    """Where Ctrl-C stops the turn under way and not the program; a second one ends the program."""
    if current_thread() is not main_thread():  # only the main thread hears of signals
        yield
        return

    def stop(_: int, __: FrameType | None) -> None:
        session.stop()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
