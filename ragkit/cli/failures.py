"""The command that labels how wrong answers failed. It returns 0 when it did its work, else 1."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ragkit.cli.ending import told

OPTIONS: dict[str, dict[str, Any]] = {
    "folders": {"type": Path, "nargs": "+", "metavar": "FOLDER", "help": "folders of results"},
    "--by": {
        "choices": ["folder", "kind", "system"],
        "help": "what the rows of the heat map are; by default the folders, or of one folder the "
        "kinds of questions",
    },
    "--judge": {
        "action": "store_true",
        "help": "ask a judge about the wrong answers that no rule labels",
    },
    "--to": {
        "type": Path,
        "metavar": "FOLDER",
        "help": "write failures.md and failures.html here; by default into the first folder",
    },
    "--png": {
        "action": "store_true",
        "help": "write the heat map as a PNG file too; needs Chrome or Chromium",
    },
    "--json": {"action": "store_true", "help": "print JSON and nothing else"},
}
"""The arguments of the command, as `__main__` adds them."""


@told
def failures(chosen: argparse.Namespace) -> int:
    """Label how the wrong answers in folders of results failed, and draw them as a heat map."""
    from ragkit.evaluate.failures.tally import By, tallies
    from ragkit.judges import OddsJudge, StructuredJudge
    from ragkit.model.chat import chat
    from ragkit.report.failures import read_failures, summary, write_failures
    from ragkit.settings import Settings

    by: By = chosen.by or ("folder" if len(chosen.folders) > 1 else "kind")
    judge = None
    if chosen.judge:
        settings = Settings()
        kind = StructuredJudge if settings.judge == "structured" else OddsJudge
        judge = kind(chat(settings, "judge"))
    found = read_failures(chosen.folders, judge)
    pages = write_failures(found, by, chosen.to or chosen.folders[0], chosen.png)
    if chosen.json:
        modes = {one.name: one.modes for one in tallies(found, by)}
        print(json.dumps({"by": by, "modes": modes, "pages": [str(page) for page in pages]}))
    else:
        print(summary(found), *pages, sep="\n")
    return 0
