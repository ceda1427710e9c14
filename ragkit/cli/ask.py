"""The command that asks a folder of documents a question: one system, or several to compare.

It imports what it needs only when it is called, so that `--help` is fast.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragkit.cli.ending import complain, told_once

if TYPE_CHECKING:
    from ragkit.kit import Kit
    from ragkit.trace import Trace


@told_once
def ask(chosen: argparse.Namespace) -> int:
    """Ask a folder of documents a question, or compare the answers of several systems."""
    named = chosen.compare or list(filter(None, [chosen.graph]))
    asked = ", ".join(named) or "its usual system"
    complain(f"asking {asked} about {chosen.folder}; loading")

    import psutil

    from ragkit import Kit
    from ragkit.cli.answers import checks, compared, elsewhere
    from ragkit.cli.links import run_linked
    from ragkit.graphs import SYSTEMS

    names = named or [usual(chosen.folder)]
    if not named:
        complain(f"asking {names[0]} about {chosen.folder}")
    unknown = [name for name in names if name not in SYSTEMS]
    if unknown:
        known = ", ".join(SYSTEMS)
        complain(f"asked for the system {unknown[0]!r}; there are {known}")
        return 2
    settings: dict[str, Any] = {"web": chosen.web} if chosen.web else {}
    if not any("remember" in SYSTEMS[name].build().nodes for name in names):
        # Nothing is remembered, so the memory need not be opened.
        settings["memory"] = False
    with closing(Kit.open(chosen.folder, **settings)) as kit:
        print(kit.corpus, file=sys.stderr)
        traces = _asked(kit, names, chosen.question)
        secrets = kit.settings.secrets()
    if chosen.json:
        print(_as_json(traces, secrets, alone=not chosen.compare))
    elif chosen.compare:
        print(compared({trace.system: trace for trace in traces}))
    else:
        print(run_linked(traces[0], kit.corpus.folder), checks(traces[0]), sep="\n")
    if not chosen.json:
        complain(*elsewhere(traces, psutil.getloadavg()[0], psutil.cpu_count() or 1))
    if chosen.save:
        _save(traces, chosen.save, secrets)
    return int(any(trace.failed for trace in traces))


def usual(folder: Path) -> str:
    """The system of a folder's `ragkit.yml`; `adaptive` where there is none."""
    from ragkit.documents.folder import documents_folder
    from ragkit.recommended import recommended

    found = recommended(documents_folder(folder))
    return found.graph if found else "adaptive"


def systems_of(text: str) -> list[str]:
    """The names of two systems or more, as argparse reads them: each once.

    >>> systems_of("hybrid, crag,hybrid")
    ['hybrid', 'crag']
    """
    names = [name.strip() for name in text.split(",")]
    different = [name for name in dict.fromkeys(names) if name]
    if len(different) < 2:
        raise argparse.ArgumentTypeError(
            f"{text!r} was given; name two systems or more, such as hybrid,crag,adaptive"
        )
    return different


def _asked(kit: Kit, names: Sequence[str], question: str) -> list[Trace]:
    """The run of each system, one after another."""
    from ragkit import run
    from ragkit.graphs import SYSTEMS

    traces = []
    for number, name in enumerate(names, start=1):
        if len(names) > 1:
            complain(f"{name} ({number} of {len(names)})")
        traces.append(run(SYSTEMS[name].build(), question, kit, system=name))
    return traces


def _as_json(traces: Sequence[Trace], secrets: Sequence[str], alone: bool) -> str:
    """One run, or the list of all, in ASCII: documents may contain what a terminal would obey."""
    from ragkit.runs.trace_file import packed

    found = [json.loads(packed(trace, secrets)) for trace in traces]
    return json.dumps(found[0] if alone else found, indent=1)


def _save(traces: Sequence[Trace], folder: Path, secrets: Sequence[str]) -> None:
    from ragkit.runs.trace_file import save

    for trace in traces:
        name = f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.json"
        file = save(trace, folder / name, secrets)
        print(f"saved: {file}", file=sys.stderr)
