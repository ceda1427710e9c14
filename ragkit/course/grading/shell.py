"""Cells in IPython's syntax, which run as in the kernel as far as they are Python.

IPython's own transformer makes Python of `rrf?`, `files = !ls` or `%time f()`: calls of
`get_ipython()`, which are answered here. Magics that time or capture Python run it. Commands of the
system and all other magics are left out, and what was left out is told.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
from contextlib import nullcontext
from functools import cache
from timeit import timeit
from types import CodeType
from typing import Any
from unittest.mock import MagicMock

from IPython.core.inputtransformer2 import TransformerManager
from IPython.core.magics.execution import TimeitResult
from IPython.utils.capture import capture_output
from IPython.utils.text import SList

RUN = {"capture", "prun", "time"}
"""Magics that run Python."""
SHOW = {
    *("autoreload", "colors", "config", "html", "javascript", "latex", "load_ext", "lsmagic"),
    *("markdown", "matplotlib", "pdoc", "pinfo", "pinfo2", "pprint", "precision", "psearch"),
    *("psource", "reload_ext", "svg", "who", "whos", "xmode"),
}
"""Magics that change what is shown, and no answer."""
OPTIONS = re.compile(r"\s*(?:(?:-[nrp]\s*\d+|-[coqtv]+)(?:\s+|$))*")
"""The options of `%timeit`."""
SHOWN = 60
"""Number of characters of a command that are told."""


@cache
def loop() -> asyncio.AbstractEventLoop:
    """The loop in which all cells await, as in the kernel.

    On Windows it opens a socket, so ask for it before the fence is up.
    """
    return asyncio.new_event_loop()


class Shell:
    """What `get_ipython()` is in a submission, with the names of its cells."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.user_ns = names
        self.file = ""
        self.left_out: list[str] = []
        """The commands and magics that did not run, and were not told yet."""

    def run(self, source: str, file: str) -> None:
        """Run a cell or a part of one. Raises whatever it raises."""
        self.file = file
        python = TransformerManager().transform_cell(source)
        # IPython drops the empty lines above, by which an error would name the wrong line.
        above = source[: len(source) - len(source.lstrip())].count("\n")
        self._executed(_compiled("\n" * above + python, file, "exec"))

    def run_line_magic(self, name: str, line: str, _stack_depth: int = 1) -> Any:
        """Answer `%name line`."""
        if name == "timeit":
            return self._timed(line)
        if name == "time":
            return self._value(line)
        return (
            self.run(line, self.file) if name in RUN else self._leave_out(name, f"%{name} {line}")
        )

    def run_cell_magic(self, name: str, line: str, cell: str) -> Any:
        """Answer `%%name line` above a cell."""
        if name == "timeit":
            return self._timed(line, cell)
        if name not in RUN:
            return self._leave_out(name, f"%%{name} {line}")
        said = capture_output() if name == "capture" else nullcontext()
        with said as captured:
            # The line of the magic is the first of the cell.
            self.run(f"\n{cell}", self.file)
        if captured and line.isidentifier():
            self.user_ns[line] = captured
        return None

    def system(self, command: str) -> None:
        """Leave out `!command`."""
        self.left_out.append(f"!{command}")

    def getoutput(self, command: str, split: bool = True) -> Any:
        """Leave out `x = !command`, which then had no output."""
        self.system(command)
        return SList() if split else ""

    def __getattr__(self, name: str) -> Any:
        """Stand for all else, which does nothing."""
        if name.startswith("_"):
            raise AttributeError(name)
        return MagicMock()

    def _leave_out(self, name: str, command: str) -> None:
        if name not in SHOW:
            self.left_out.append(command)

    def _value(self, source: str) -> Any:
        """Run a line; its value, if it is an expression."""
        try:
            code = _compiled(source, self.file, "eval")
        except SyntaxError:
            return self.run(source, self.file)
        return self._executed(code)

    def _timed(self, line: str, cell: str = "") -> Any:
        """Run once what would be timed; its assignments stay inside, as those of a function."""
        options = OPTIONS.match(line)
        assert options is not None
        rest = line[options.end() :]
        setup, timed = (rest, cell) if cell else ("pass", rest)
        seconds = timeit(timed, setup or "pass", number=1, globals=self.user_ns)
        if "o" in options[0]:
            return TimeitResult(1, 1, seconds, seconds, [seconds], 0.0, 3)
        return None

    def _executed(self, code: CodeType) -> Any:
        result = eval(code, self.user_ns)  # noqa: S307 - it is fenced
        if code.co_flags & inspect.CO_COROUTINE:
            return loop().run_until_complete(result)
        return result

    def told(self) -> str:
        """What was left out since this was last asked; empty if nothing was."""
        commands = [command[:SHOWN].strip() for command in self.left_out]
        self.left_out = []
        return ", ".join(f"`{command}`" for command in commands)


def _compiled(python: str, file: str, mode: str) -> CodeType:
    code = compile(python, file, mode, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    assert isinstance(code, CodeType)
    return code
