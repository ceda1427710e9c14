"""The line that says that an endpoint replies, and not the kit's own model.

The course was written with the kit's own model. Another one may answer more, or less.
"""

from __future__ import annotations

from ragkit.settings import Settings


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
