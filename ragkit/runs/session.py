"""A chat under way: asks, stops, branches and resumes, and keeps every turn. It draws nothing.

The command line and the widget show the same events: the turn as it is asked, nodes as they begin
and end, the writer's text as it comes, and the turn as it ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from threading import Event as Stop
from typing import Any

from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph

from ragkit.disk.room import NoRoom
from ragkit.graphs.systems import SYSTEMS
from ragkit.kit import Kit
from ragkit.model.written import Begun, Piece
from ragkit.runs.chat_file import ChatFileError
from ragkit.runs.chat_question import NotAsked, as_asked
from ragkit.runs.chat_turns import Change, ChatTurn, Conversation, Thread, state_of
from ragkit.runs.conversations import Conversations
from ragkit.runs.so_far import so_far
from ragkit.runs.variant import streaming, variant
from ragkit.start import Graph, holds_conversation
from ragkit.text.one_line import first_line, shortened
from ragkit.trace import Event, Saver, Step, Trace, follow, stream

AnyGraph = str | Graph | Callable[[], Graph]
"""The name of a system, a graph, or a function that builds one."""
Told = ChatTurn | Begun | Piece | Step
"""What a session tells while it asks."""
FIRST, OTHERWISE = "advanced", "hybrid"
"""The system of a chat, and the one in its place where the kit does not have it."""
ALONE = "this graph holds no conversation: each question is answered alone, as if it were the first"
NAMED = 40
"""Length of a name that is made of a question, in characters."""


def system_of(graph: AnyGraph = "") -> tuple[Graph, str]:
    """The graph of a chat, and its name: a system, a graph, or a function that builds one.

    Raises `NotAsked` for a name that is none.
    """
    if isinstance(graph, str):
        usual = FIRST if FIRST in SYSTEMS else OTHERWISE
        name = graph or usual
        if name not in SYSTEMS:
            raise NotAsked(f"asked for the system {name!r:.40}; there are {', '.join(SYSTEMS)}")
        return SYSTEMS[name].build(), name
    if isinstance(graph, StateGraph | CompiledStateGraph):
        return graph, ""
    return graph(), getattr(graph, "__name__", "")


class Session:
    """One thread on one kit."""

    def __init__(
        self,
        kit: Kit,
        graph: AnyGraph = "",
        chats: Conversations | None = None,
    ) -> None:
        self.kit = streaming(kit)
        self.graph, self.system = system_of(graph)
        self.chats = chats or Conversations(secrets=kit.settings.secrets())
        self.conversation: Conversation | None = None
        """The thread and its turns; None before the first question."""
        self.at = ""
        """The id of the turn that the next one follows."""
        self.running = False
        self._stop = Stop()

    @property
    def note(self) -> str:
        """What the user has to know about the graph; empty when it holds a conversation."""
        return "" if holds_conversation(self.graph) else ALONE

    @property
    def foreign(self) -> str:
        """Why nothing can be asked in this thread; empty when something can."""
        if self.conversation is None:
            return ""
        thread, corpus = self.conversation.thread, self.kit.corpus
        if thread.fingerprint == corpus.fingerprint:
            return ""
        if thread.folder == str(corpus.folder.resolve()):
            why = f"the documents in {thread.folder} have changed since"
        else:
            why = f"it is about the documents in {thread.folder}, and these are in {corpus.folder}"
        return (
            f"asked to go on with the thread {thread.name!r}, but {why}; "
            "its turns can be read, and a new thread can be begun"
        )

    @property
    def turns(self) -> tuple[ChatTurn, ...]:
        """The turns of the thread, in the order in which they were asked."""
        return self.conversation.turns if self.conversation else ()

    def open(self, thread: Thread) -> None:
        """Go on with a thread, after its last turn that can be gone on from."""
        self.conversation = self.chats.read(thread)
        ends = [turn.id for turn in self.turns if _has_ended(turn)]
        self.at = ends[-1] if ends else ""

    def close(self) -> None:
        """Leave the thread; the next question begins a new one."""
        self.conversation, self.at = None, ""

    def stop(self) -> None:
        """End the turn under way, and the model call with it."""
        self._stop.set()

    def ask(self, typed: str, parent: str | None = None) -> Iterator[Told]:
        """Ask a question after a turn, by default the last one; "" begins anew.

        Raises `NotAsked`, `ChatFileError` and `NoRoom` where nothing was asked.
        """
        after = self.at if parent is None else parent
        return self._asked(typed, after, Change())

    def branch(
        self,
        turn: ChatTurn,
        question: str = "",
        settings: Mapping[str, Any] | None = None,
        without: str = "",
    ) -> Iterator[Told]:
        """Ask a turn again with one thing changed, beside it: another question, a setting, or
        without a passage, which is named by its id.

        Raises `NotAsked`, `ChatFileError` and `NoRoom` where nothing was asked.
        """
        chosen = [one for one in (question.strip(), settings, without) if one]
        if len(chosen) != 1:
            raise NotAsked(
                f"asked to change {len(chosen)} things of a turn; change one: its question, a "
                "setting, or a passage that is left out"
            )
        before = turn.change
        change = Change(
            of=turn.id,
            question=bool(question.strip()),
            settings={**before.settings, **(settings or {})},
            without=without or before.without,
        )
        return self._asked(question or turn.question, turn.parent, change)

    def resume(self, turn: ChatTurn) -> Iterator[Told]:
        """Go on with a turn that did not end, or has no answer, where it was.

        Raises `NotAsked`, `ChatFileError` and `NoRoom` where that cannot be.
        """
        self._may_ask()
        if turn.state == "finished" or turn.trouble:
            raise NotAsked("asked to resume a turn that has ended; branch from it instead")
        if self.conversation and self.conversation.children(turn.id):
            raise NotAsked("asked to resume a turn that others follow; branch from it instead")
        if turn.trace is not None and turn.trace.system != self.system:
            raise NotAsked(
                f"asked to resume a turn of the system {turn.trace.system!r} with {self.system!r}; "
                "open the chat with that one, or branch from the turn"
            )
        kit = variant(self.kit, turn.change)
        return self._told(turn, kit, [])

    def _may_ask(self) -> None:
        if self.running:
            raise NotAsked("asked while another turn is under way; stop it, or wait for its end")
        if self.foreign:
            raise ChatFileError(self.foreign)
        self._stop = Stop()

    def _asked(self, typed: str, parent: str, change: Change) -> Iterator[Told]:
        self._may_ask()
        question, notes = as_asked(typed, self.chats.secrets)
        kit = variant(self.kit, change)
        if self.conversation is None:
            name = shortened(question, NAMED)
            self.conversation = Conversation(self.chats.new(name, self.kit.corpus))
        turn = self.chats.begin(self.conversation.thread, parent, question, change)
        return self._told(turn, kit, notes)

    def _told(self, turn: ChatTurn, kit: Kit, notes: list[str]) -> Iterator[Told]:
        """What happens in a turn, which is kept as it goes on."""
        self.running = True
        self._known(turn)
        steps = list(turn.trace.steps) if turn.trace else []
        try:
            yield turn
            trace = so_far(turn.question, steps, self.system)
            for event in self._events(turn, kit, steps):
                if isinstance(event, Trace):
                    trace = _joined(steps, event, notes, self.system)
                    continue
                if isinstance(event, Step):
                    steps.append(event)
                    trace = so_far(turn.question, steps, self.system)
                    self._try_to_keep(turn, trace)
                yield event
            turn = self._ended(turn, trace)
        finally:
            self.running = False
        yield turn

    def _events(self, turn: ChatTurn, kit: Kit, steps: Sequence[Step]) -> Iterator[Event]:
        """The run of a turn; whatever its graph raises, after these `steps`, is the end of it."""
        try:
            with self.chats.saving() as saver:
                yield from self._run(turn, kit, saver)
        except Exception as error:  # noqa: BLE001 - a graph of the user's own may raise anything
            yield replace(so_far(turn.question, steps), answer="", failed=first_line(error))

    def _run(self, turn: ChatTurn, kit: Kit, saver: Saver) -> Iterator[Event]:
        place: Any = {"configurable": {"thread_id": turn.id}}
        if saver.get_tuple(place) is not None:
            return follow(
                self.graph, None, kit, saver, turn.id, self._stop, pieces=True, system=self.system
            )
        history = None
        if self.conversation and not self.note:
            history = self.conversation.history_of(turn.parent)
        return stream(
            self.graph,
            turn.question,
            kit,
            saver,
            turn.id,
            self._stop,
            history,
            pieces=True,
            system=self.system,
        )

    def _try_to_keep(self, turn: ChatTurn, trace: Trace) -> None:
        """Keep a turn as far as it came; at its end it is said if that does not work."""
        try:
            self.chats.keep(turn, trace, "asked")
        except (ChatFileError, NoRoom):
            return

    def _ended(self, turn: ChatTurn, trace: Trace) -> ChatTurn:
        """The turn at its end; where it cannot be kept, a note says so, and the answer is there."""
        state = state_of(trace)
        try:
            turn = self.chats.keep(turn, trace, state)
            self.at = turn.id
        except (ChatFileError, NoRoom) as error:
            noted = replace(trace, notes=(*trace.notes, f"this turn was not kept: {error}"))
            turn = replace(turn, trace=noted, state=state)
        self._known(turn)
        return turn

    def _known(self, turn: ChatTurn) -> None:
        """Take a turn into the conversation, in the place that it has."""
        if self.conversation is None:
            return
        turns = {one.id: one for one in self.turns}
        turns[turn.id] = turn
        self.conversation = replace(self.conversation, turns=tuple(turns.values()))


def _has_ended(turn: ChatTurn) -> bool:
    return turn.state != "asked" and not turn.trouble


def _joined(steps: list[Step], trace: Trace, notes: list[str], system: str) -> Trace:
    """A run with the steps that were made before it was resumed."""
    before = len(steps) - len(trace.steps)
    seconds = sum(step.seconds for step in steps[:before])
    return replace(
        trace,
        steps=tuple(steps),
        seconds=trace.seconds + seconds,
        notes=(*notes, *trace.notes),
        system=system,
    )
