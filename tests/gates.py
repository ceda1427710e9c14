"""A gate for the tests: three questions about the five passages of `fakes`, asked at a loopback endpoint."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from experiments import QUESTIONS, questions_in
from fakes import served, small_kit

from ragkit.evaluate.experiments import bench
from ragkit.evaluate.experiments.jobs import shared
from ragkit.model.scripted import ScriptedLLM
from ragkit.settings import Settings
from ragkit.state import REFUSAL

RIGHT = {"passages: When do owls": "At night [1].", "passages: When do cats": "By day [1].", "passages: Who": REFUSAL}
"""Correct, correct, and an abstention where it is due."""
SILLY = {"Sing about": "Hoo, hoo, hoo."}
"""What is replied to another prompt: wrong, wherever it is said."""


class Gate:
    """A folder with gate.yml, questions and documents, and an endpoint whose model says what a table says."""

    def __init__(self, folder: Path, endpoint: Callable[..., Any], patch: pytest.MonkeyPatch) -> None:
        self.folder, self.file, self.to = folder, folder / "gate.yml", folder / "summary.md"
        self.server = endpoint(served(ScriptedLLM(replies=RIGHT | SILLY)))
        self.questions = questions_in(folder)
        self.documents = 0
        patch.setattr(bench, "opened", self.opened)
        self.settings(cache=str(folder / "cache"))

    def opened(self, experiment: Any, quiet: bool = False) -> Any:
        """The kit of `bench`, with the five passages in the place of documents, and no model files."""
        kit = small_kit(self.folder / f"index{self.documents}")
        return replace(kit, settings=Settings(**shared(experiment)))

    def settings(self, **more: Any) -> None:
        """Write gate.yml; settings that were given before stay."""
        self.own = getattr(self, "own", {}) | more
        usual = {"provider": "openai", "model": "owl-7b", "base_url": f"{self.server.url}/v1", "reuse_replies": False}
        content = {"corpus": ".", "systems": {"small": {"graph": "naive"}}, "settings": usual | self.own}
        self.file.write_text(yaml.safe_dump(content))

    def ask(self, rows: list[dict] = QUESTIONS) -> None:
        """Write other questions."""
        questions_in(self.folder, rows)

    @property
    def rows(self) -> list[dict]:
        """The rows of the committed baseline."""
        return [json.loads(line) for line in (self.folder / "gate/rows.jsonl").read_text().splitlines()]
