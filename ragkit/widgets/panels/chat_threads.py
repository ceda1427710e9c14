"""The threads of a chat file: open, rename, delete one, or begin another."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import ipywidgets as w

from ragkit.runs import Session, Thread

SURE = "Press again to delete"
WIDE = {"width": "auto", "min_width": "16rem", "max_width": "100%"}
ROW = {"flex_flow": "row wrap", "grid_gap": "0 .3rem"}


class ThreadList(w.VBox):
    """A list of threads with what can be done to the chosen one."""

    def __init__(self, session: Session, changed: Callable[[str], None]) -> None:
        """`changed` is called with a sentence whenever another thread is open, or none."""
        self.session = session
        self.changed = changed
        self.chosen = w.Dropdown(description="thread", layout=w.Layout(**WIDE))
        self.name = w.Text(description="new name", layout=w.Layout(**WIDE))
        self.open_button = button("Open", "go on with this thread")
        self.new_button = button("New thread", "the next question begins another thread")
        self.rename_button = button("Rename", "give the chosen thread the new name")
        self.delete_button = button("Delete", "delete the chosen thread with its turns")
        self.open_button.on_click(self._said(self.open_chosen))
        self.new_button.on_click(self._said(self.new))
        self.rename_button.on_click(self._said(self.rename))
        self.delete_button.on_click(self._said(self.delete))
        self.chosen.observe(self._unsure, "value")
        first = [self.chosen, self.open_button, self.delete_button, self.new_button]
        rows = [first, [self.name, self.rename_button]]
        super().__init__([w.HBox(row, layout=w.Layout(**ROW)) for row in rows])

    def refresh(self) -> None:
        """Read the list from the file again; the open thread is chosen."""
        threads = self.session.chats.threads()
        here = self.session.conversation
        kept = here.thread.id if here else getattr(self.chosen.value, "id", "")
        self.chosen.options = [(thread.name, thread) for thread in threads]
        for thread in threads:
            if thread.id == kept or self.chosen.value is None:
                self.chosen.value = thread
        for button in (self.open_button, self.rename_button, self.delete_button):
            button.disabled = not threads

    def open_chosen(self) -> str:
        """Go on with the chosen thread."""
        thread: Thread = self.chosen.value
        self.session.open(thread)
        return self.session.foreign or f"The thread {thread.name!r} is open."

    def new(self) -> str:
        """Leave the thread."""
        self.session.close()
        return "The next question begins a new thread."

    def rename(self) -> str:
        """Give the chosen thread the new name."""
        thread = self.session.chats.rename(self.chosen.value, self.name.value)
        here = self.session.conversation
        if here and here.thread.id == thread.id:
            self.session.open(thread)
        self.name.value = ""
        return f"The thread is called {thread.name!r} now."

    def delete(self) -> str:
        """Delete the chosen thread, when the button is pressed twice."""
        if self.delete_button.description != SURE:
            self.delete_button.description = SURE
            return f"Press again to delete {self.chosen.value.name!r} with its turns."
        thread: Thread = self.chosen.value
        self.session.chats.delete(thread)
        here = self.session.conversation
        if here and here.thread.id == thread.id:
            self.session.close()
        self._unsure()
        return f"The thread {thread.name!r} is deleted."

    def _unsure(self, _: object = None) -> None:
        self.delete_button.description = "Delete"

    def _said(self, do: Callable[[], str]) -> Callable[[w.Button], None]:
        """A button's handler: what it did, or why it could not, is said."""

        def handler(_: w.Button) -> None:
            try:
                if self.session.running:
                    said = "Stop the turn under way first."
                else:
                    said = do()
                    self.refresh()
            except (OSError, ValueError, LookupError) as error:
                said = str(error)
            self.changed(escape(said))

        return handler


def button(title: str, tooltip: str) -> w.Button:
    """A button as wide as its title."""
    narrow = w.Layout(width="auto", max_width="100%")
    return w.Button(description=title, tooltip=tooltip, layout=narrow)
