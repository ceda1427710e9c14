"""A folder of results that only grows: whatever stops the runner, what was finished before stays and is not run again.

    manifest.json   of which version, documents and settings the results are
    questions.jsonl the questions
    rows.jsonl      one line a run, appended when it ends
    traces/         every run whole, for the widgets
    memory/         what systems with a failure memory remember, each its own

A run is known by its key: a hash of question, system, settings, documents and repeat. Change one of them, and it is
another run; the old one stays in the file and is left out of the tables.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from platform import platform, python_version
from typing import Any

from pydantic import TypeAdapter

from ragkit.evaluate.experiment import Experiment, System
from ragkit.evaluate.questions import Question
from ragkit.redact import without_secrets
from ragkit.settings import Settings
from ragkit.weights.source import brief

SCHEMA = 1
"""Of the rows. A field that is added, renamed or dropped makes a new one."""
PACKAGES = ("langgraph", "langchain-core", "chromadb", "sentence-transformers", "xllamacpp")
ELSEWHERE = {
    "cache", "indexes", "memories", "api_key", "tavily_key", "price", "reuse_replies", "slots", "threads", "timeout",
    "judges",
}  # fmt: skip
"""Settings that change what a run costs or where its files lie, and not what it says."""

KEYS = {"settings": {"api_key", "tavily_key"}}
UNTOLD: dict[str, Any] = {"corpus": True, "questions": {"file"}, "systems": {"__all__": KEYS}} | KEYS
"""Parts of an experiment that are not written down: credentials, and where things lie on this machine."""


class BadResults(ValueError):
    """A results folder cannot be used; the message names the file and what to do."""


@dataclass(frozen=True)
class Row:
    """What is kept of a run. None: the measure does not apply, or could not be taken."""

    key: str
    question: str
    """Its id."""
    kind: str
    system: str
    repeat: int
    answer: str
    refused: bool
    failed: str
    """Why the run ended without an answer and without a refusal; empty when it did not."""
    right: bool | None
    """By reference."""
    held: bool | None
    """Refused or corrected; only of questions that the documents do not answer as they were asked."""
    agrees: float | None
    """The auditor's odds that the answer is right, by the reference alone."""
    faithfulness: float | None
    hallucinated: bool | None
    answer_relevance: float | None
    context_relevance: float | None
    evidence_recall: float | None
    retry_gain: float | None
    retried: bool
    escalated: bool
    notes: tuple[str, ...]
    """What the auditor could not judge, and why."""
    seconds: float
    calls: int
    cached: int
    """Of the calls, those answered from disk: the seconds of such a run are not real."""
    evaluated: int
    reused: int
    generated: int
    cost: float | None
    """In dollars; None where the price is not known."""


ROW = TypeAdapter(Row)


@dataclass(frozen=True)
class Results:
    """The folder, opened."""

    folder: Path

    @property
    def file(self) -> Path:
        return self.folder / "rows.jsonl"

    def trace_file(self, key: str) -> Path:
        return self.folder / "traces" / f"{key}.json"

    def add(self, row: Row) -> None:
        """Append a row; it is on disk when this returns."""
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(asdict(row), ensure_ascii=True) + "\n")
            out.flush()
            os.fsync(out.fileno())

    def rows(self) -> list[Row]:
        """Every row, in the order in which the runs ended; a last line cut short by a crash is none. Raises
        `BadResults`.
        """
        if not self.file.is_file():
            return []
        *lines, torn = self.file.read_text(encoding="utf-8").split("\n")
        if torn:
            self.file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return [self._row(number, line) for number, line in enumerate(lines, start=1)]

    def _row(self, number: int, line: str) -> Row:
        try:
            return ROW.validate_python(json.loads(line))  # pydantic's own JSON refuses half pairs, which models write
        except ValueError as error:
            raise BadResults(
                f"{self.file}, line {number}: no row of these results: {brief(error)}; "
                "mend or delete that line, and its run is made again"
            ) from error


def open_results(folder: str | Path, experiment: Experiment, fingerprint: str, keys: Sequence[str]) -> Results:
    """The results folder of an experiment, made when it is not there. Raises `BadResults` for one of other making."""
    path, now = Path(folder), manifest(experiment, fingerprint, keys)
    if (path / "manifest.json").is_file():
        _same_version(path, now)
    path.mkdir(parents=True, exist_ok=True)
    asked = "".join(json.dumps(asdict(question)) + "\n" for question in experiment.asked)
    (path / "questions.jsonl").write_text(asked, encoding="utf-8")
    (path / "manifest.json").write_text(without_secrets(json.dumps(now, indent=1)) + "\n", encoding="utf-8")
    return Results(path)


def _same_version(folder: Path, now: dict[str, Any]) -> None:
    try:
        found = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        other = [name for name in ("schema", "ragkit") if found[name] != now[name]]
    except (ValueError, KeyError, TypeError) as error:
        raise BadResults(f"{folder / 'manifest.json'} is not the runner's: {error}; choose another folder") from error
    if other:
        said = ", ".join(f"{name} {found[name]} where this is {now[name]}" for name in other)
        raise BadResults(f"{folder} holds results of {said}; two versions make no table: choose another folder")


def manifest(experiment: Experiment, fingerprint: str, keys: Sequence[str]) -> dict[str, Any]:
    """What somebody else needs to know to make the same results."""
    return {
        "schema": SCHEMA, "ragkit": version("ragkit"), "python": python_version(), "machine": platform(),
        "packages": {name: version(name) for name in PACKAGES}, "documents": fingerprint,
        "questions": digest([asdict(question) for question in experiment.asked]),
        "experiment": experiment.model_dump(mode="json", exclude=UNTOLD),
        "settings": said(Settings(**experiment.settings)), "keys": list(keys),
    }  # fmt: skip


def said(settings: Settings) -> dict[str, Any]:
    """The settings that a run's answer hangs on, as JSON."""
    return settings.model_dump(mode="json", exclude=ELSEWHERE)


def key(question: Question, name: str, system: System, settings: Settings, fingerprint: str, repeat: int) -> str:
    """What a run is known by."""
    made = [name, system.graph, sorted(system.without), said(settings)]
    return digest([asdict(question), made, fingerprint, repeat])


def digest(what: Any) -> str:
    """Sixteen letters that stand for it."""
    return sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:16]


def done(rows: Sequence[Row]) -> set[str]:
    """The keys of the runs that need not be made again: a run that failed is tried once more when the runner is."""
    return {row.key for row in rows if not row.failed}


def only(rows: Sequence[Row], keys: Sequence[str]) -> list[Row]:
    """The rows with these keys, in their order; where a run stands twice, the first row that did not fail, if any."""
    found: dict[str, Row] = {}
    for row in rows:
        if row.key not in found or (found[row.key].failed and not row.failed):
            found[row.key] = row
    return [found[key] for key in keys if key in found]
