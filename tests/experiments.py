"""A small experiment for the tests: three questions about the five passages of `fakes`, and a model that is content."""

import json
from dataclasses import replace
from pathlib import Path

from fakes import model, small_kit

from ragkit.evaluate.experiments.experiment import Experiment

QUESTIONS = [
    {"id": "owls", "question": "When do owls hunt mice?", "kind": "factual", "answer": "At night.",
     "keys": [["night"]], "support": [{"document": "owls.md", "quote": "Owls hunt mice at night."}]},
    {"id": "cats", "question": "When do cats hunt mice?", "kind": "factual", "answer": "By day.",
     "keys": [["by day"]], "support": [{"document": "cats.md", "quote": "Cats hunt mice by day."}]},
    {"id": "mars", "question": "Who lives on Mars?", "kind": "out-of-domain", "answer": None, "keys": [],
     "support": []},
]  # fmt: skip
SETTINGS = {"rival_from": 2.0, "reuse_replies": False, "retry": True}


def questions_in(folder: Path, rows: list[dict] = QUESTIONS) -> Path:
    file = folder / "questions.jsonl"
    file.write_text("".join(json.dumps({"difficulty": "easy"} | row) + "\n" for row in rows))
    return file


def experiment_in(folder: Path, **said) -> Experiment:
    """An experiment on those questions: the naive graph against the whole one."""
    questions_in(folder)
    base = {"corpus": folder, "systems": {"naive": {"graph": "naive"}, "adaptive": {}}, "settings": SETTINGS}
    return Experiment.model_validate(base | said)


def content_kit(folder: Path, **settings):
    """Its kit; the model says of owls what is right, and the same of everything else."""
    return small_kit(folder / "index", settings.pop("model", model(**{"Count to": "one"})), **SETTINGS | settings)


def untimed(row):
    """A row without what a clock measured."""
    parts = {name: replace(part, seconds=0.0) for name, part in row.components.items()}
    return replace(row, seconds=0.0, components=parts)
