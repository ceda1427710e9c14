"""Ask an earlier turn again with one thing changed, or go on from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import ipywidgets as w

from ragkit.runs import ChatTurn, NotAsked, Session, Told, changeable
from ragkit.widgets.panels.chat_threads import ROW, WIDE, button
from ragkit.widgets.runs.chat_tree import title_of
from ragkit.widgets.runs.readable import cut

QUESTION, SETTING, PASSAGE = "its question", "a setting", "a passage that is left out"
LONGEST = 70
"""Letters of a passage's place in the list."""


class BranchForm(w.VBox):
    """A turn, what is changed in it, and the buttons that ask it again or go on from it."""

    def __init__(
        self,
        session: Session,
        begin: Callable[[Callable[[], Iterator[Told]]], None],
        gone: Callable[[ChatTurn], None],
    ) -> None:
        """`begin` is given what asks the branch, and `gone` the turn from which one goes on."""
        self.session, self.begin, self.gone = session, begin, gone
        wide = w.Layout(**WIDE)
        self.turn = w.Dropdown(description="turn", layout=wide)
        kinds = (QUESTION, SETTING, PASSAGE)
        self.kind = w.Dropdown(options=kinds, description="change", layout=wide)
        self.question = w.Text(description="question", layout=w.Layout(**WIDE))
        self.setting = w.Dropdown(
            options=changeable(),
            value="k",
            description="setting",
            layout=w.Layout(**WIDE),
        )
        self.value = w.Text(description="value", layout=w.Layout(**WIDE))
        self.passage = w.Dropdown(description="passage", layout=w.Layout(**WIDE))
        self.ask_button = button("Ask again, changed", "a branch beside the turn")
        self.go_button = button("Go on from here", "the next question follows this turn")
        self.turn.observe(self._turn_chosen, "value")
        self.kind.observe(self._kind_chosen, "value")
        self.ask_button.on_click(lambda _: self.begin(self._branch))
        self.go_button.on_click(self._go)
        self._kind_chosen()
        rows: list[list[w.Widget]] = [
            [self.turn, self.go_button],
            [self.kind, self.question, self.setting, self.value, self.passage, self.ask_button],
        ]
        super().__init__([w.HBox(row, layout=w.Layout(**ROW)) for row in rows])

    def refresh(self) -> None:
        """Take the turns of the thread; the last one is chosen."""
        options = []
        for number, turn in enumerate(self.session.turns, start=1):
            options.append((title_of(turn, number), turn.id))
        self.turn.options = options
        if options:
            self.turn.value = options[-1][1]
        self.ask_button.disabled = self.go_button.disabled = not options

    def _chosen(self) -> ChatTurn:
        conversation = self.session.conversation
        if conversation is None or not self.turn.value:
            raise NotAsked("asked to change a turn, and nothing was asked yet")
        return conversation.turn(self.turn.value)

    def _branch(self) -> Iterator[Told]:
        turn = self._chosen()
        if self.kind.value == QUESTION:
            return self.session.branch(turn, question=self.question.value)
        if self.kind.value == SETTING:
            settings: Mapping[str, str] = {self.setting.value: self.value.value.strip()}
            return self.session.branch(turn, settings=settings)
        return self.session.branch(turn, without=self.passage.value or "")

    def _go(self, _: object) -> None:
        turn = self._chosen()
        self.session.at = turn.id
        self.gone(turn)

    def _turn_chosen(self, _: object = None) -> None:
        if not self.turn.value:
            return
        turn = self._chosen()
        self.question.value = turn.question
        passages = turn.trace.passages if turn.trace else ()
        options = []
        for number, passage in enumerate(passages, start=1):
            options.append((f"[{number}] {cut(passage.place, LONGEST)}", passage.id))
        self.passage.options = options
        if options:
            self.passage.value = options[0][1]

    def _kind_chosen(self, _: object = None) -> None:
        """Show the fields of what is changed, and hide the others."""
        fields = {
            QUESTION: [self.question],
            SETTING: [self.setting, self.value],
            PASSAGE: [self.passage],
        }
        for kind, widgets in fields.items():
            for widget in widgets:
                widget.layout.display = "" if kind == self.kind.value else "none"
