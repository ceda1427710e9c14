"""What became of a notebook's cells: a check asks whether its answer is the code on the screen.

A cell with a mistake in its syntax leaves the function of its last run in memory, and so does a
cell that was changed and no longer defines it. A check of that function would mislead.
"""

from __future__ import annotations

import ast
import os
import re
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from IPython import get_ipython
from IPython.core.interactiveshell import ExecutionInfo, ExecutionResult, InteractiveShell

from ragkit.course.exercises.checks import COPY
from ragkit.course.exercises.shown import error_line

NO_TRY = "Nothing was checked, and it counts as no try"
FAILED = (
    "the cell that defines `{name}` did not run: {error}. So `{name}` is still what it was before. "
    "Correct that cell, run it, and check again"
)
GONE = (
    "the cell that defined `{name}` was changed and does not define it any more. Call your answer "
    "`{name}` there, run the cell, and check again"
)
OUTERMOST = ("<module>", "<cell line")
"""How Python and IPython call the outermost frame of a cell."""
SESSION = "JPY_SESSION_NAME"
"""The variable in which Jupyter tells a kernel the path of its notebook."""


@dataclass
class Ran:
    """A cell that ran or is running."""

    cell: str | None
    """Its id, where the frontend says it."""
    code: str
    error: BaseException | None = None
    failed_at: int = 0
    """The line of the cell at which it failed; 0: no line of it ran."""


class Cells:
    """The cells that ran in a kernel, from now on; none without a kernel."""

    def __init__(self, shell: InteractiveShell | None) -> None:
        self.shell = shell
        self.ran: list[Ran] = []
        self.notebook = Path(os.environ.get(SESSION, "")).stem.removeprefix(COPY)
        """The lesson of the open notebook, or of the exercise which was called last."""
        self.learner = ""
        """Whose variants are checked; nobody's without a name."""
        if shell is not None:
            shell.events.register("pre_run_cell", self._begin)
            shell.events.register("post_run_cell", self._end)

    def why_stale(self, name: str, answer: Any) -> str:
        """Why an answer is not what its cell says now; empty where it is, or nobody knows."""
        if self.shell is None or self.shell.user_ns.get(name) is not answer:
            return ""
        run_later: set[str | None] = {None}
        for one in reversed(self.ran):
            last_line = defined_by(one.code, name)
            if not last_line:
                run_later.add(one.cell)
            elif one.cell is not None and one.cell in run_later:
                return GONE.format(name=name)
            elif one.error is not None and one.failed_at <= last_line:
                return FAILED.format(name=name, error=_said(one.error))
            else:
                return ""
        return ""

    def _begin(self, info: ExecutionInfo) -> None:
        code = info.transformed_cell or info.raw_cell or ""
        self.ran.append(Ran(info.cell_id, code))

    def _end(self, result: ExecutionResult) -> None:
        if result.success or not self.ran:
            return
        last = self.ran[-1]
        last.error = result.error_before_exec or result.error_in_exec
        if result.error_before_exec is None and last.error is not None:
            last.failed_at = _line(last.error)


def watched() -> Cells:
    """The cells of this kernel, watched from now on."""
    return Cells(get_ipython())


def defined_by(code: str, name: str) -> int:
    """The last line of the last statement of a cell that gives a name its value; 0: none does.

    Of code that is no Python, it is 1 where a line looks like one.

    >>> defined_by("import re\\ndef lead(line):\\n    new = line\\n    return new", "lead")
    4
    >>> defined_by("def lead(line:\\n    return line", "lead"), defined_by("lead(1)", "lead")
    (1, 0)
    """
    try:
        body = ast.parse(code).body
    except (SyntaxError, ValueError):
        pattern = rf"^(?:(?:async )?def {name}\b|{name}\s*=)"
        return 1 if re.search(pattern, code, re.MULTILINE) else 0
    ends = [statement.end_lineno or 0 for statement in body if _binds(statement, name)]
    return max(ends, default=0)


def _binds(statement: ast.stmt, name: str) -> bool:
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    if isinstance(statement, definitions):
        return statement.name == name
    if isinstance(statement, ast.Import | ast.ImportFrom):
        named = [alias.asname or alias.name for alias in statement.names]
        return name in named or "*" in named
    for part in ast.walk(statement):
        if not isinstance(part, ast.Name) or part.id != name:
            continue
        if isinstance(part.ctx, ast.Store):
            return True
    return False


def _line(error: BaseException) -> int:
    """The line of its cell at which an error rose; of a cell that is not in it, 0."""
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.name.startswith(OUTERMOST):
            return frame.lineno or 0
    return 0


def _said(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"line {error.lineno} is no Python ({error.msg})"
    return error_line(error)
