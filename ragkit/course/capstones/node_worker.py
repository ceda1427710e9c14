"""One submitted node in a process of its own, behind the fence of the grading.

No model is loaded for it, so that the fence is possible: no network, no other process, and no file
outside its folder. `examined_apart` starts this file as a worker.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ragkit.course.capstones.node_checks import ABOUT_NODES, examined
from ragkit.course.capstones.rewrite import NAME
from ragkit.course.capstones.submission import BadSubmission, code_of, function_of
from ragkit.course.exercises.heard import Heard, listening
from ragkit.course.grading.fence import fence, limit
from ragkit.course.grading.grade import MEGABYTES, SECONDS, in_own_process

WAIT = 600
"""Seconds after which a node is stopped; it may compute for less, and wait on a busy machine."""
FOUND = TypeAdapter(dict[str, tuple[bool, str]])


def examined_apart(file: Path) -> dict[str, tuple[bool, str]]:
    """What came of the criteria about the node in a file. Raises `BadSubmission`."""
    with TemporaryDirectory(prefix="ragkit-capstone-", ignore_cleanup_errors=True) as own:
        results = Path(own, "found.json")
        order = {"file": str(file.resolve()), "results": str(results), "folder": own}
        ended = in_own_process(order, own, __name__, WAIT)
        try:
            return FOUND.validate_json(results.read_bytes())
        except (OSError, ValidationError) as error:
            raise BadSubmission(
                f"asked what the node in {file} does, got no result: {ended or error}; run its "
                "cells and `examined` in a notebook"
            ) from error


def main(order: dict[str, Any]) -> None:
    """Examine the node of an order: `file`, `results` (the file to write) and its own `folder`."""
    own = Path(order["folder"])
    code = code_of(Path(order["file"]))
    limit(MEGABYTES * 10**6, SECONDS + 1)
    fence(own, [])
    with listening(Heard()):
        try:
            found = examined(function_of(code, NAME), own / "index")
        except BadSubmission as error:
            found = dict.fromkeys(ABOUT_NODES, (False, str(error)))
    Path(order["results"]).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
