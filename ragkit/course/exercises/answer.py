"""A learner's answer, watched while a check uses it.

A check calls the answer like the function that it should be, or takes its `value`. What no answer
may do is noticed here, for all checks: to raise, to change what it is given, to print instead of
returning, to return a generator.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from ragkit.course.exercises.bounded import TimeUp
from ragkit.course.exercises.changed import change
from ragkit.course.exercises.heard import Heard
from ragkit.course.exercises.same import same
from ragkit.course.exercises.shown import called, error_line, shown

STUB = "this is still the stub: write your code in its place"
PRINTED = "your function printed its result and returned nothing: write `return` instead of `print`"
GENERATOR = "it gives its items one by one, and only once: return `list(...)` of it"
COROUTINE = "it is a coroutine: write `def`, not `async def`"
ENDLESS = "it calls itself without end: which call returns without another one?"
QUOTED = "a text was handed in: write the name {name} without quotation marks"
NO_FUNCTION = (
    "what was handed in is of the type {type}, and a function was asked for: define "
    "`def {name}(...)`, run its cell, and hand in `{name}` itself, without calling it"
)


@dataclass(frozen=True)
class Trial:
    """One question put to an answer, and what came of it."""

    asked: str
    """The question, as code or in words."""
    expected: Any
    came: Any
    fits: Callable[[Any], bool] | None = None
    """Whether `came` is as good as `expected`; None: when it is the same."""

    @property
    def passed(self) -> bool:
        """Whether the answer is right here."""
        if self.fits is None:
            return same(self.expected, self.came)
        try:
            return self.fits(self.came)
        except Exception:  # noqa: BLE001 - what a learner returns may be of any type
            return False


class Unfit(Exception):
    """An answer did what no answer may do. The message says what, and what to do instead."""

    def __init__(self, why: str, came: str, line: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.came = came
        self.line = line
        """The learner's own line that raised an error, with its number."""
        self.expected = ""


class Answer:
    """An answer with the name it has in the notebook."""

    def __init__(self, value: Any, name: str, heard: Heard) -> None:
        self.value = value
        """What was handed in, for a check that wants no function."""
        self.name = name
        self.asked = ""
        """The last call, as code or in words."""
        self._heard = heard

    def on(
        self,
        *arguments: Any,
        expected: Any,
        fits: Callable[[Any], bool] | None = None,
        asked: str = "",
    ) -> Trial:
        """Call the answer with these arguments; `asked` is as in `__call__`. Raises `Unfit`."""
        self._must_be_callable()  # what was expected of a call says nothing of another value
        try:
            came = self(*arguments, asked=asked)
        except Unfit as unfit:
            unfit.expected = shown(expected)
            raise
        return Trial(self.asked, expected, came, fits)

    def against(self, reference: Callable[..., Any], *arguments: Any, asked: str = "") -> Trial:
        """Call the answer with these arguments, and expect what `reference` returns for them."""
        return self.on(*arguments, expected=reference(*arguments), asked=asked)

    def __call__(self, *arguments: Any, asked: str = "") -> Any:
        """Call the answer and return what it returns. Raises `Unfit`.

        `asked` says the call in words, where the arguments are hard to read as code.
        """
        self.asked = asked or called(self.name, arguments)
        self._must_be_callable()
        before = _copies(arguments)
        spoken = self._heard.count
        try:
            came = self.value(*arguments)
        except TimeUp:
            raise
        # SystemExit too: `exit()` in an answer must not end the kernel.
        except BaseException as error:
            raise _raised(error) from error
        changed = change(self.value, before, arguments)
        if changed:
            raise Unfit(changed, shown(came))
        if came is None and self._heard.count > spoken:
            raise Unfit(PRINTED, "None")
        _must_be_finished(came)
        return came

    def _must_be_callable(self) -> None:
        if callable(self.value):
            return
        is_name = isinstance(self.value, str) and self.value == self.name
        why = QUOTED if is_name else NO_FUNCTION
        kind = type(self.value).__name__
        raise Unfit(why.format(name=self.name, type=kind), shown(self.value))


def _copies(arguments: Sequence[Any]) -> list[Any]:
    """A copy of each argument; where one cannot be copied or compared, the argument itself."""
    copies = []
    for argument in arguments:
        try:
            copy = deepcopy(argument)
        except Exception:  # noqa: BLE001 - some objects cannot be copied, each in its own way
            copy = argument
        copies.append(copy if same(copy, argument) else argument)
    return copies


def _must_be_finished(came: Any) -> None:
    if inspect.iscoroutine(came):
        came.close()  # otherwise Python warns that nobody waited for it
        raise Unfit(COROUTINE, "a coroutine")
    if isinstance(came, Iterator):
        raise Unfit(GENERATOR, f"a {type(came).__name__}")


def _raised(error: BaseException) -> Unfit:
    came = error_line(error)
    line = own_line(error)
    if isinstance(error, NotImplementedError):
        return Unfit(STUB, came, line)
    if isinstance(error, RecursionError):
        return Unfit(ENDLESS, came, line)
    return Unfit("your code raised this error", came, line)


def own_line(error: BaseException, file: str = "") -> str:
    """The learner's own line at which an error rose, such as `line 3: return 1 / 0`.

    It is the last one in `file`, so not a line of a library that the learner's code calls. Without
    `file` the error was caught where the learner's function was called, and its file is meant.
    Empty where there is no such line, as in a function that is not written in Python.
    """
    frames = list(traceback.extract_tb(error.__traceback__))
    if not file:
        # The first frame is the one that called the learner's function.
        frames = frames[1:]
        file = frames[0].filename if frames else ""
    own = [frame for frame in frames if frame.filename == file]
    if not own:
        return ""
    last = own[-1]
    return f"line {last.lineno}: {last.line}"
