"""Chat with the documents: ask, watch, stop, branch from any turn, and find it again tomorrow."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from threading import Thread
from typing import Any

import ipywidgets as w

from ragkit.kit import Kit
from ragkit.model.written import Piece
from ragkit.runs import FILE, AnyGraph, ChatTurn, Conversations, Session, Told
from ragkit.widgets.panels.chat_branch import BranchForm
from ragkit.widgets.panels.chat_threads import ROW, ThreadList, button
from ragkit.widgets.panels.fold import Fold
from ragkit.widgets.runs.chat_tree import TREE, chat_tree, compared
from ragkit.widgets.runs.chat_turn import STYLE, turn_html
from ragkit.widgets.runs.under_way import STYLE as NODES
from ragkit.widgets.runs.under_way import UnderWay

PAUSE = 0.1
"""Seconds between two drawings of a text that comes token by token."""
HEARD = """<style>
.rk-heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
</style>"""
"""What a screen reader says and nobody sees: the answer, which is above, when it has come."""
NOTHING = "Nothing asked yet."


class Chat(w.VBox):
    """A conversation with a kit's documents, kept turn by turn in a file.

    `conversation` is what `chat_tree` shows. A turn whose kernel was killed is gone on with by
    *Resume*, once its thread is open.
    """

    def __init__(
        self, kit: Kit, graph: AnyGraph = "", file: str | Path = FILE, thread: str = ""
    ) -> None:
        """`graph` is the name of a system, a graph or its builder; by default one that holds a
        conversation. `thread` is the name of one to go on with.

        Raises `NotAsked` for a system that is none, and `ChatFileError` for a file or a thread.
        """
        chats = Conversations(file, kit.settings.secrets())
        self.session = Session(kit, graph, chats)
        self._thread = Thread()
        self._cards: dict[str, tuple[ChatTurn, w.HTML]] = {}
        self._under_way = UnderWay()
        self._drawn = 0.0
        self._controls()
        self.threads = ThreadList(self.session, self._changed)
        self.branches = BranchForm(self.session, self._begin, self._gone)
        self.past = w.VBox()
        self.live = w.HTML()
        style = w.HTML(f"{STYLE}{NODES}{TREE}{HEARD}")
        ask = w.HBox([self.question, self.go, self.halt], layout=w.Layout(**ROW))
        folds = [Fold("Threads", self.threads), Fold("Branch from a turn", self.branches)]
        super().__init__([style, self.past, self.live, self.choices, ask, self.status, *folds])
        if thread:
            self.session.open(chats.thread(thread))
        self._refresh()
        self.say(self.session.foreign or self.session.note or NOTHING)

    def _controls(self) -> None:
        self.question = w.Text(
            placeholder="Ask the documents something",
            description="question",
            layout=w.Layout(flex="1 1 18rem", width="auto"),
        )
        self.go = button("Ask", "ask what is in the box")
        self.go.button_style = "primary"
        self.halt = button("Stop", "end the turn, and the model call under way")
        self.halt.disabled = True
        self.resume = button("Resume", "go on with the last turn")
        self.choices = w.HBox(layout=w.Layout(**ROW))
        self.status = w.HTML()
        self.go.on_click(self.ask)
        self.question.on_msg(self._entered)
        self.halt.on_click(lambda _: self.session.stop())
        self.resume.on_click(lambda _: self._begin(self._resumed))

    @property
    def conversation(self) -> Any:
        """The thread with its turns; None before the first question."""
        return self.session.conversation

    def ask(self, _: object = None) -> None:
        """Ask what is in the box."""
        typed = self.question.value
        self._begin(lambda: self.session.ask(typed))

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the turn under way has ended and was shown."""
        if self._thread.ident is not None:
            self._thread.join(seconds)

    def say(self, text: str, heard: str = "") -> None:
        """Show a sentence below the box, which a screen reader says, and what it says besides."""
        more = f" <span class='rk-heard'>{escape(heard)}</span>" if heard else ""
        self.status.value = f"<span class='rk' role='status'>{escape(text)}{more}</span>"

    def _entered(self, _: object, content: dict[str, Any], __: object) -> None:
        if content.get("event") == "submit":
            self.ask()

    def _resumed(self) -> Iterator[Told]:
        return self.session.resume(self.session.turns[-1])

    def _begin(self, asked: Callable[[], Iterator[Told]]) -> None:
        """Begin a turn in a thread, so that the kernel hears the stop button.

        Where it cannot be asked, a sentence says why, and what was typed stays in the box.
        """
        if self._thread.is_alive():
            self.say("A turn is under way: stop it, or wait for its end.")
            return
        try:
            told = asked()
        except (OSError, ValueError, LookupError) as error:
            self.say(str(error))
            return
        self.question.value = ""
        self._are_running(True)
        self.say("Running ...")
        self._under_way = UnderWay()
        self._thread = Thread(target=self._follow, args=(told,), daemon=True)
        self._thread.start()

    def _follow(self, told: Iterator[Told]) -> None:
        turn: ChatTurn | None = None
        end = ""
        try:
            for event in told:
                if isinstance(event, ChatTurn):
                    turn = event
                self._under_way.add(event)
                self._draw(is_piece=isinstance(event, Piece))
        except Exception as error:  # noqa: BLE001 - a thread's error would appear nowhere
            end = f"{type(error).__name__}: {error}"
        self._are_running(False)
        self.live.value = ""
        self._refresh()
        if turn is not None and not end:
            self.say(f"{turn.ended.capitalize()}.", turn.answer)
        else:
            self.say(end)

    def _draw(self, is_piece: bool) -> None:
        """Draw the turn under way; not each token, which would take longer than they do."""
        now = time.monotonic()
        if is_piece and now - self._drawn < PAUSE:
            return
        self._drawn = now
        self.live.value = self._under_way.html()

    def _are_running(self, running: bool) -> None:
        self.go.disabled = running
        self.halt.disabled = not running

    def _changed(self, sentence: str) -> None:
        self._refresh()
        self.status.value = f"<span class='rk' role='status'>{sentence}</span>"

    def _gone(self, turn: ChatTurn) -> None:
        self._refresh()
        self.say(f"The next question follows: {turn.question}")

    def _refresh(self) -> None:
        """Show the path to the turn that one goes on from, and what can be done now."""
        self.threads.refresh()
        self.branches.refresh()
        self.past.children = self._path()
        last = self.session.turns[-1] if self.session.turns else None
        choices: list[w.Widget] = []
        if last is not None and not self.session.running:
            choices = self._choices(last)
        self.choices.children = choices

    def _path(self) -> list[w.Widget]:
        """The cards of the turns on the path; beside a branch, the runs are compared."""
        conversation = self.session.conversation
        if conversation is None or not conversation.turns:
            return []
        numbers = conversation.numbers
        last = conversation.turns[-1]
        end = self.session.at or last.id
        shown = conversation.path(end)
        if last.state == "asked" and last.parent == end:
            shown.append(last)
        cards: list[w.Widget] = []
        for turn in shown:
            cards.append(self._card(turn, numbers[turn.id]))
            beside = conversation.children(turn.parent)
            if len(beside) > 1:
                cards.append(w.HTML(compared(beside, numbers)))
        return cards

    def _card(self, turn: ChatTurn, number: int) -> w.HTML:
        """The card of a turn, which is drawn again only when the turn has changed."""
        known = self._cards.get(turn.id)
        if known is not None and known[0] is turn:
            return known[1]
        folder = self.session.kit.corpus.folder
        card = w.HTML(turn_html(turn, number, self.session.graph, folder))
        self._cards[turn.id] = turn, card
        return card

    def _choices(self, last: ChatTurn) -> list[w.Widget]:
        """A button to resume the last turn, or one for each reading of a question asked back."""
        if last.trouble or self.session.foreign:
            return []
        if last.state != "finished":
            return [self.resume]
        buttons: list[w.Widget] = []
        for reading in last.readings:
            choice = button(reading, "ask in this reading")
            choice.on_click(self._choose)
            buttons.append(choice)
        return buttons

    def _choose(self, choice: w.Button) -> None:
        reading = choice.description
        self._begin(lambda: self.session.ask(reading))

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The widget, and the tree as it is now for pages that have no kernel."""
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        if self.session.conversation is not None:
            folder = self.session.kit.corpus.folder
            page = chat_tree(self.session.conversation, self.session.graph, folder)
            bundle["text/html"] = page.data
        return bundle
