"""The line that says whose replies these are, where they are not those of the kit's own model.

The course was written with that model, and another one may answer more, or less.
In a notebook it is an output with a mark, which an exported page finds and shows at its top.
Elsewhere it goes to stderr.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from html import escape
from typing import Any

from ragkit.settings import Settings

MARK = {"ragkit": "recorded"}


def endpoint_line(settings: Settings) -> str:
    """What differs from the kit's own model; empty where that model, or a recording of it, replies.

    The address is left out, because exported pages show this line.

    >>> endpoint_line(Settings(provider="ollama", model="owl")).partition(" and ")[0]
    'Replies come from owl (ollama)'
    >>> endpoint_line(Settings(provider="embedded"))
    ''
    """
    if settings.replier == "embedded":
        return ""
    names = dict.fromkeys([settings.model_for("answer"), settings.model_for("judge")])
    line = (
        f"Replies come from {' and '.join(names)} ({settings.provider}) and not from the kit's own "
        "model, so answers, odds and costs may differ from what the text says."
    )
    if settings.judge in (None, "taught"):
        line += " It judges zero-shot: only the kit's own model has an adapter that taught it to."
    return line


def announce(line: str) -> None:
    """Show the line in the notebook whose cell runs, or print it to stderr."""
    shell = sys.modules.get("IPython")
    if shell is None or shell.get_ipython() is None:
        sys.stderr.write(f"{line}\n")
        return
    from IPython.display import display

    content = {
        "text/plain": line,
        "text/html": banner(line),
    }
    display(content, raw=True, metadata=MARK)


def banner(line: str) -> str:
    """The line as HTML.

    >>> banner("Replies of <owl>")[-26:]
    'Replies of &lt;owl&gt;</p>'
    """
    style = "border-left: .3rem solid #b3541e; padding: .2rem .6rem"
    return f"<p class='rk-recorded' style='{style}'>{escape(line)}</p>"


def announced(output: Mapping[str, Any]) -> str:
    """The line that an output of a notebook shows; empty for any other output."""
    if output.get("metadata", {}).get("ragkit") != MARK["ragkit"]:
        return ""
    return str(output.get("data", {}).get("text/plain", ""))
