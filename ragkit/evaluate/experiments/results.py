"""How a folder of results is created, and which of its runs belong to an experiment.

    manifest.json   version, documents and settings of the results
    questions.jsonl the questions
    rows.jsonl      one line per run, appended when it ends
    traces/         one file per run with all its steps, for the widgets
    memory/         the failure memories, one for each system that uses one

Rows are only added: whatever stops the runner, its finished runs stay and are not made again. A run
is identified by its key, a hash of the question's words, what it is asked without, system, changed
settings, documents, noise and repeat. When one of these changes, it is another run. The old row
stays in the file and is left out of the tables.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from platform import platform, python_version
from typing import Any

from ragkit.disk.whole import write_whole
from ragkit.evaluate.experiments.experiment import Experiment, System
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.measures.rows import BadResults, Results, Row
from ragkit.settings import Mark, Settings
from ragkit.text.redact import without_secrets
from ragkit.thresholds import with_chosen
from ragkit.weights import taught_adapter, writer_adapter

NEEDED = {"experiment", "keys", "ragkit", "settings"}
"""What is read of a manifest."""
SCHEMA = 1
"""Version of the rows' form.

It is increased when a field is renamed or dropped, or added without a default for older rows.
"""
PACKAGES = ("langgraph", "langchain-core", "chromadb", "sentence-transformers", "xllamacpp")
"""Packages whose versions are recorded in the manifest."""
KEYS = {"settings": Settings.secret()}
"""Settings that are credentials."""
UNTOLD: dict[str, Any] = {
    "corpus": True,
    "questions": {"file"},
    "systems": {"__all__": KEYS},
} | KEYS
"""Parts of an experiment that are left out of the manifest: credentials and paths of this machine.
"""


def open_results(
    folder: str | Path, experiment: Experiment, fingerprint: str, keys: Sequence[str]
) -> Results:
    """The results folder of an experiment, created when it does not exist.

    Raises `BadResults` for a folder that another version wrote, and `NoRoom` when the disk is full.
    """
    path = Path(folder)
    file = path / "manifest.json"
    now = manifest(experiment, fingerprint, keys)
    if file.is_file():
        _same_version(path, now)
    lines = [json.dumps(asdict(question)) + "\n" for question in experiment.asked]
    write_whole(path / "questions.jsonl", "".join(lines).encode())
    text = without_secrets(json.dumps(now, indent=1))
    write_whole(file, f"{text}\n".encode())
    return Results(path)


def _same_version(folder: Path, now: dict[str, Any]) -> None:
    file = folder / "manifest.json"
    try:
        found = json.loads(file.read_bytes())
        other = [name for name in ("schema", "ragkit") if found[name] != now[name]]
    except (ValueError, KeyError, TypeError) as error:
        raise BadResults(f"{file} is not the runner's: {error}; choose another folder") from error
    if other:
        versions = [f"{name} {found[name]} where this is {now[name]}" for name in other]
        raise BadResults(
            f"{folder} contains results of {', '.join(versions)}; "
            "results of two versions cannot be compared: choose another folder"
        )
    # A key has only what was changed, so it cannot show that a default is another one now.
    before = found.get("defaults", {})
    moved = [name for name, value in now["defaults"].items() if before.get(name, value) != value]
    if moved:
        raise BadResults(
            f"{folder} contains results made with other defaults of {', '.join(moved)}; "
            "choose another folder"
        )


def read_results(folder: Path) -> tuple[dict[str, Any], list[Row]]:
    """The manifest of a results folder and the rows of its systems. Raises `BadResults`."""
    try:
        manifest = json.loads((folder / "manifest.json").read_bytes())
    except (OSError, ValueError) as error:
        then = "`python -m ragkit bench EXPERIMENT` makes them"
        raise BadResults(
            f"asked for the results in {folder}, got no manifest: {error}; {then}"
        ) from error
    ours = isinstance(manifest, dict) and manifest.get("schema") == SCHEMA
    if not ours or not manifest.keys() >= NEEDED:
        raise BadResults(
            f"{folder} holds results of another version, or none; read them with that version"
        )
    rows, keys = Results(folder).rows(), set(manifest.get("keys", ()))
    return manifest, only(rows, [row.key for row in rows if row.key in keys])


def manifest(experiment: Experiment, fingerprint: str, keys: Sequence[str]) -> dict[str, Any]:
    """What is needed to reproduce the results, as JSON."""
    settings = with_chosen(Settings(**experiment.settings), experiment.corpus)
    return {
        "schema": SCHEMA,
        "ragkit": version("ragkit"),
        "python": python_version(),
        "machine": platform(),
        "packages": {name: version(name) for name in PACKAGES},
        "documents": fingerprint,
        "questions": digest([asdict(question) for question in experiment.asked]),
        "experiment": experiment.model_dump(mode="json", exclude=UNTOLD),
        "settings": said(settings),
        "defaults": defaults(),
        "keys": list(keys),
    }


def said(settings: Settings) -> dict[str, Any]:
    """The settings that a run's answer depends on, as JSON; of an adapter its SHA-256.

    A judge that the settings leave open is the one that really judges.
    """
    values = settings.model_dump(mode="json", exclude=Settings.marked(Mark.SAME_ANSWER))
    adapter, _ = taught_adapter(settings)
    if settings.judge is None:
        values["judge"] = "taught" if adapter else "odds"
    if values["judge"] == "taught":
        values["adapter"] = adapter.sha256 if adapter else None
    if settings.writer_adapter is not None:
        adapter, _ = writer_adapter(settings)
        values["writer_adapter"] = adapter.sha256 if adapter else None
    return values


def changed(settings: Settings) -> dict[str, Any]:
    """What is `said` of the settings that are not at their defaults.

    Only these are in a key, so that a setting that is added, or that nobody changed, makes no run a
    new one.
    """
    usual = defaults()
    return {name: value for name, value in said(settings).items() if value != usual.get(name)}


def defaults() -> dict[str, Any]:
    """The defaults of the settings that a run's answer depends on, as JSON."""
    unset = Settings.model_construct()
    return unset.model_dump(mode="json", exclude=Settings.marked(Mark.SAME_ANSWER))


def key(
    question: Question,
    name: str,
    system: System,
    settings: Settings,
    fingerprint: str,
    repeat: int,
    noise: str = "",
) -> str:
    """The key of a run; `noise` identifies what is done to its evidence, if anything is.

    How its answer is graded is not part of it: better keys need no new run (`benchmarks.regrade`).
    """
    variant = [
        name,
        system.graph,
        sorted(system.without),
        # What is recorded of a provider is what that provider says.
        changed(settings) | {"provider": settings.replier},
    ]
    # only then, so that the keys of all other runs stay what they were
    if system.extra:
        variant.append(sorted(system.extra))
    if noise:
        variant.append(noise)
    asked: list[Any] = [question.id, question.question]
    if question.without:
        asked.append([quoted.quote for quoted in question.without])
    if question.history:
        asked.append([[turn.typed, turn.answer] for turn in question.history])
    return digest([asked, variant, fingerprint, repeat])


def digest(what: Any) -> str:
    """A hash of a value that can be written as JSON, sixteen hexadecimal digits long."""
    text = json.dumps(what, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]


def done(rows: Sequence[Row]) -> set[str]:
    """The keys of the runs that need not be made again.

    A failed run is not among them: it is tried again at the runner's next start.
    """
    return {row.key for row in rows if not row.failed}


def only(rows: Sequence[Row], keys: Sequence[str]) -> list[Row]:
    """The rows with these keys, in the order of the keys.

    Where a run has several rows, the first one that did not fail, or else the first one.
    """
    best: dict[str, Row] = {}
    for row in rows:
        earlier = best.setdefault(row.key, row)
        if earlier.failed and not row.failed:
            best[row.key] = row
    return [best[key] for key in keys if key in best]
