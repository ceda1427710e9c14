"""The profile of a folder, as a table with a row for each document."""

from __future__ import annotations

from IPython.display import HTML

from ragkit.kit import Kit
from ragkit.search import DocumentProfile
from ragkit.widgets.runs.steps import STYLE, table

HEAD = ("document", "type", "because", "technical density", "tags")


def profile_table(kit: Kit) -> HTML:
    """The type of each document and why, its technical density from 0 to 1, and its tags.

    The caption sums them up. Without the setting `ask_types` no model is asked.
    """
    profile = kit.profile
    body = []
    for name, one in profile.documents.items():
        body.append(_row(name, one))
    caption = f"{kit.corpus.folder}: {profile}"
    return HTML(STYLE + table(caption, HEAD, body))


def _row(name: str, one: DocumentProfile) -> list[tuple[str, str]]:
    """A document's cells, each with its class."""
    tags = ", ".join(one.tags)
    density = "" if one.density is None else f"{one.density:.2f}"
    return [
        (name, ""),
        (one.type, ""),
        (one.why, "rk-why"),
        (density, "rk-number"),
        (tags, ""),
    ]
