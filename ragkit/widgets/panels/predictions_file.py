"""Predictions on disk, so that they outlive a kernel: a small JSON file in the cache.

It is a convenience. What cannot be read counts as empty, and what cannot be written is told in a
note. To forget all predictions, delete the file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pydantic import TypeAdapter

from ragkit.widgets.runs.predicted import Said

NAME = "predictions.json"
KEPT = TypeAdapter(dict[str, dict[str, Said]])
"""For each question, what was said in each of its rows."""


def read(file: Path) -> dict[str, dict[str, Said]]:
    """All kept predictions; none where the file is missing, damaged or not to be read."""
    try:
        return KEPT.validate_json(file.read_bytes())
    except (OSError, ValueError):
        return {}


def keep(file: Path, question: str, said: Mapping[str, Said]) -> str:
    """Write what was said to a question. Return why that failed, or an empty text."""
    kept = read(file)
    kept[question] = dict(said)
    # Written beside it and moved, so that no other notebook reads half a file.
    part = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(KEPT.dump_json(kept, indent=1))
        part.replace(file)
    except (OSError, ValueError) as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        return f"The prediction counts, but it is not kept on disk: {error}"
    return ""
