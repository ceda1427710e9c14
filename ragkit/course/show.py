"""Look at the kit's own source from a notebook."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from IPython.display import Markdown, display


def show(function: Callable[..., Any]) -> None:
    """Display the source of a function or class of the kit, highlighted, with its file's name."""
    file = inspect.getsourcefile(function) or "?"
    name = file[file.rfind("ragkit") :]
    source = inspect.getsource(function)
    display(Markdown(f"````python\n# {name}\n{source}````"))
