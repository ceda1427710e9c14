"""A run in the background of a notebook: its steps appear as they come, and it can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

from ragkit.kit import Kit
from ragkit.runs.so_far import so_far
from ragkit.trace import Graph, Step, Trace, stream


class Background:
    """One run at a time, in a thread, so that a notebook's kernel still hears the stop button."""

    def __init__(self, shown: Callable[[Trace, bool], None]) -> None:
        """`shown` is called with the run so far after each step, and with the whole one at its end.

        Its second argument says whether the run has ended.
        """
        self._shown = shown
        self._stop = Event()
        self._thread = Thread()

    @property
    def running(self) -> bool:
        """Whether a run is under way."""
        return self._thread.is_alive()

    def start(self, graph: Graph, question: str, kit: Kit) -> bool:
        """Begin a run; False, and nothing happens, while another one is under way."""
        if self.running:
            return False
        self._stop = Event()
        self._thread = Thread(target=self._run, args=(graph, question, kit), daemon=True)
        self._thread.start()
        return True

    def stop(self) -> None:
        """End the run, and the model call under way with it."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the run has ended and was shown."""
        if self._thread.ident is not None:
            self._thread.join(seconds)

    def _run(self, graph: Graph, question: str, kit: Kit) -> None:
        steps: list[Step] = []
        try:
            for event in stream(graph, question, kit, stop=self._stop):
                if isinstance(event, Trace):
                    self._shown(event, True)
                elif isinstance(event, Step):
                    steps.append(event)
                    self._shown(so_far(question, steps), False)
        except Exception as error:  # noqa: BLE001 - a thread's error would appear nowhere
            why = f"{type(error).__name__}: {error}"
            self._shown(Trace(question, tuple(steps), "", (), 0.0, failed=why), True)
