"""What a graph asks: a tool over MCP, with everything that may go wrong said in a note."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from langchain_core.messages import ToolMessage

from ragkit.documents.corpus import Corpus
from ragkit.mcp.failed import ServerGone, Stopped, ToolFailed, quoted
from ragkit.mcp.launch import Launch, foreign_server, own_server
from ragkit.mcp.reply import read
from ragkit.settings import Settings
from ragkit.state import Found, Passage
from ragkit.stores import Embed
from ragkit.web.page import LONGEST_QUERY, one_line
from ragkit.web.rank import ranked

if TYPE_CHECKING:
    from ragkit.mcp.session import Session

Starts = Callable[[], AbstractContextManager[Launch]]
KEEPS = 3
"""Number of passages of a reply that become evidence."""
STARTS_IN = 60.0
"""Seconds within which a server has to list its tools."""
DEATHS = 2
"""Number of times in a row that a server may die before it is given up."""
INSTALL = "the packages for MCP are missing ({error}); install them: pip install 'ragkit[mcp]'"


class Tools:
    """The tools of one server, which is started at the first question and held open."""

    def __init__(self, settings: Settings, starts: Starts, embed: Embed) -> None:
        """Take the settings and how a server is started. Nothing is started yet."""
        self.settings = settings
        self.starts = starts
        self.embed = embed
        self._deaths = 0
        self._last_words = ""
        self._lock = Lock()
        # In a list, so that it can be ended when nothing else refers to these tools any more.
        self._open: list[Session] = []
        self._end = weakref.finalize(self, _close_all, self._open)

    def ask(self, tool: str, query: str, known: Collection[Passage] = ()) -> Found:
        """The best passages that a tool has for a query, at most `KEEPS`, without those known.

        An empty name stands for the only tool of its server. A failure is reported in the notes and
        never raised. At worst this takes twice as long as `STARTS_IN` and `mcp_timeout` together.
        """
        query = one_line(query, LONGEST_QUERY)
        try:
            with self._lock:
                message = self._reply(tool, query)
            name = str(message.name)
            reply = read(message, name, own=self.settings.mcp_server is None)
        except ToolFailed as error:
            named = f"the tool {tool}" if tool else "the tool"
            return Found([], [f"{named} brought nothing: {error}"])
        pieces = new(reply.passages, known)
        best = ranked(pieces, query, self.embed, KEEPS)
        notes = list(reply.notes)
        if not best:
            notes.append(f"the tool {name} brought nothing new")
        return Found(best, notes)

    @property
    def pid(self) -> int | None:
        """The id of the process in which the server runs behind its guard; None while none runs."""
        if self._open and self._open[0].alive:
            return self._open[0].pid
        return None

    def close(self) -> None:
        """End the server. A later question starts it again."""
        _close_all(self._open)

    def _reply(self, tool: str, query: str) -> ToolMessage:
        """A tool's reply; if the server dies, it is started once more and asked again."""
        try:
            return self._once(tool, query)
        except Stopped:
            raise
        except ServerGone:
            if self._deaths >= DEATHS:
                raise
        return self._once(tool, query)

    def _once(self, tool: str, query: str) -> ToolMessage:
        """A tool's reply, with a count of the deaths since the last one."""
        if self._deaths >= DEATHS:
            raise ToolFailed(
                f"its server died {DEATHS} times in a row and is not started again; "
                f"the last time {self._last_words}"
            )
        try:
            session = self._session()
            called = chosen(session.tools, tool)
            argument = query_argument(called.args_schema)
            message = session.call(called, {argument: query}, self.settings.mcp_timeout)
        except ServerGone as error:
            self._deaths += 1
            self._last_words = str(error)
            raise
        except ToolFailed:
            self._deaths = 0
            raise
        self._deaths = 0
        return message

    def _session(self) -> Session:
        """The session that is open, or a new one. Raises `ServerGone`."""
        if self._open and self._open[0].alive:
            return self._open[0]
        _close_all(self._open)
        try:
            from ragkit.mcp.session import Session
        except ImportError as error:
            raise ToolFailed(INSTALL.format(error=error)) from error
        with self.starts() as launch:
            session = Session(launch, STARTS_IN, self.settings.mcp_bytes)
        self._open.append(session)
        return session


def open_tools(settings: Settings, corpus: Corpus, folder: Path, embed: Embed) -> Tools:
    """The tools of the server that the settings name, or else of the kit's own."""
    if settings.mcp_server is not None:
        return Tools(settings, partial(foreign_server, settings), embed)
    return Tools(settings, partial(own_server, settings, folder, corpus.passages), embed)


def new(pieces: Collection[Passage], known: Collection[Passage]) -> list[Passage]:
    """The pieces whose text is not known, each text once.

    A text that a tool repeats would otherwise gain a place with every repetition.

    >>> owl, bat = Passage("o", "Owls hunt."), Passage("b", "Bats hunt.")
    >>> [piece.id for piece in new([owl, bat, bat], known=[owl])]
    ['b']
    """
    texts = {passage.text for passage in known}
    found = []
    for piece in pieces:
        if piece.text not in texts:
            texts.add(piece.text)
            found.append(piece)
    return found


def chosen(tools: Collection[Any], wanted: str) -> Any:
    """The tool with this name, or the only one where none is wanted. Raises `ToolFailed`."""
    names = [tool.name for tool in tools]
    there = quoted(", ".join(names)) or "none"
    if not wanted and len(names) != 1:
        raise ToolFailed(f"mcp_tool has to name one of the tools of its server: {there}")
    for tool in tools:
        if tool.name == wanted or not wanted:
            return tool
    raise ToolFailed(f"its server has no such tool; the tools there: {there}")


def query_argument(schema: Any) -> str:
    """The argument of a tool that takes the query, by its JSON schema. Raises `ToolFailed`.

    It is `query`, or the only one that the tool requires.

    >>> query_argument({"properties": {"q": {"type": "string"}, "n": {}}, "required": ["q"]})
    'q'
    """
    properties = _texts(schema.get("properties"))
    required = _texts(schema.get("required"))
    if "query" in properties:
        return "query"
    if len(required) == 1:
        return required[0]
    raise ToolFailed(
        f"it takes {quoted(', '.join(properties)) or 'no argument'}, "
        "and neither is one called `query` nor is one alone required"
    )


def _texts(value: Any) -> list[str]:
    """The texts in a list, or among the keys of a dict; a server may have sent anything."""
    if not isinstance(value, list | dict):
        return []
    return [text for text in value if isinstance(text, str)]


def _close_all(sessions: list[Session]) -> None:
    while sessions:
        sessions.pop().close()
