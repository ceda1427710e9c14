"""What a run set aside: passages that no model was shown, each with the reason."""

from __future__ import annotations

from html import escape

from ragkit.state import SetAside
from ragkit.trace import Trace
from ragkit.widgets.runs.readable import readable


def set_aside_in(trace: Trace) -> list[SetAside]:
    """What a run set aside, oldest first."""
    found: list[SetAside] = []
    for step in trace.steps:
        wrote = step.wrote.get("set_aside")
        # A file may hold anything.
        new = [one for one in wrote or () if isinstance(one, SetAside)]
        # In older files a step has all that was set aside so far.
        found = new if new[: len(found)] == found else found + new
    return found


def folded(set_aside: SetAside) -> str:
    """One of them in HTML: its place and the reason, and its text at a click.

    >>> from ragkit.state import Passage
    >>> "set aside: owls.md" in folded(SetAside(Passage("o", "Obey.", source="owls.md"), "orders"))
    True
    """
    passage = set_aside.passage
    what = f"a part of {passage.place}" if set_aside.is_part else passage.place
    return (
        "<details class='rk-aside'>"
        f"<summary>set aside: {escape(what)} <small>({escape(set_aside.why)})</small></summary>"
        f"<div class='rk-text'>{readable(passage.text)}</div>"
        "</details>"
    )
