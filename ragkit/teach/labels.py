"""The tokens that mean yes or no.

They are those that `label_odds` adds up when the critic is served: every spelling that begins the
label, such as `yes`, `Yes`, ` yes` and `Y`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ragkit.model.llm import begins


class Labels(NamedTuple):
    """The ids of the tokens that begin a label."""

    yes: list[int]
    no: list[int]


def labels(tokenizer: Any) -> Labels:
    """The tokens of yes and of no in a vocabulary. Raises `ValueError` if one has none."""
    found = Labels([], [])
    for token in range(len(tokenizer)):
        spelling = tokenizer.decode([token])
        if begins(spelling, "yes"):
            found.yes.append(token)
        if begins(spelling, "no"):
            found.no.append(token)
    if not found.yes or not found.no:
        raise ValueError("this vocabulary has no token for yes or none for no; it cannot be taught")
    return found
