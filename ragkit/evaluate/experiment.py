"""An experiment is one YAML file: which systems answer which questions of which documents, how often, at what cost.

    corpus: ../../corpora/algorithms
    questions: {only: bench8}
    systems:
      naive: {graph: naive}
      adaptive: {graph: adaptive}
      no verifier: {graph: adaptive, without: [verifier]}
    caps: {minutes: 60}

Paths are read from where the file lies. Everything else has a default. What is misspelt is refused, not skipped: a
setting that is silently ignored would be an experiment that nobody asked for.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ragkit.evaluate.published import PUBLISHED
from ragkit.evaluate.questions import Question, load_questions
from ragkit.settings import Settings

Part = Literal["hybrid", "rerank", "critic", "verifier", "policy", "memory", "web"]
Graph = Literal["naive", "hybrid", "crag", "adaptive"]
OPENING = {
    "cache", "indexes", "chunk_tokens", "chunk_overlap", "embedder", "bm25_k1", "bm25_b", "bm25s_above", "rrf_k",
    "memory", "memories", "web", "context", "slots", "threads",
}  # fmt: skip
"""Settings that are used up when documents are opened and models started: they hold for all systems alike."""


class BadExperiment(ValueError):
    """An experiment cannot be run; the message names the file, the place in it, and what is wrong there."""


class Strict(BaseModel):
    """What an experiment file is made of: no key that is not known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class System(Strict):
    """One of the things compared: a graph, what is left out of it, and settings of its own."""

    graph: Graph = "adaptive"
    without: frozenset[Part] = frozenset()
    settings: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.without and self.graph != "adaptive":
            raise ValueError(f"only the graph adaptive has parts to leave out, and {self.graph} was asked for")
        if common := OPENING & self.settings.keys():
            raise ValueError(f"{', '.join(sorted(common))}: holds for all systems; write it under settings at the top")
        return self


class Asked(Strict):
    """Which questions: all of the corpus, or a kind or named set of them, or a sample."""

    file: Path | None = None
    """Else the corpus's own questions.jsonl."""
    only: str | None = None
    most: Annotated[int, Field(ge=1)] | None = None
    """So many, drawn by lot, the same at every run."""


class Caps(Strict):
    """Where the runner stops, whatever is left to do; what has been done is kept."""

    minutes: Annotated[float, Field(gt=0)] | None = None
    tokens: Annotated[int, Field(gt=0)] | None = None
    """Evaluated and generated together."""
    cost: Annotated[float, Field(gt=0)] | None = None
    """In dollars, by the settings' price."""


class Experiment(Strict):
    """Systems, questions, repeats, and the limits."""

    corpus: Path
    systems: Annotated[dict[str, System], Field(min_length=1)]
    questions: Asked = Asked()
    settings: dict[str, Any] = Field(default_factory=dict)
    """Of the kit that all systems share."""
    repeats: Annotated[int, Field(ge=1)] = 1
    """With greedy decoding (temperature 0) a repeat changes a word here and there, and from disk nothing."""
    parallel: Annotated[int, Field(ge=1)] = 1
    """Runs side by side; the embedded model on a few cores gains nothing by it."""
    workers: str | None = None
    """`local`, or the address of a Dask scheduler; None: this process."""
    beside: dict[str, str] = Field(default_factory=dict)
    """Systems whose figures the report sets beside published ones: name of the system to row of `PUBLISHED`."""
    audit: bool = True
    """Let one auditor grade what each system says, by the evidence that it used."""
    caps: Caps = Caps()

    @model_validator(mode="after")
    def _sound(self) -> Self:
        if self.settings.get("memory") and (self.parallel > 1 or self.workers):
            raise ValueError("what a memory holds depends on the order of the runs: with it, parallel is 1, no workers")
        if strange := [
            f"{ours}: {row}" for ours, row in self.beside.items() if ours not in self.systems or row not in PUBLISHED
        ]:
            raise ValueError(f"beside: {', '.join(strange)}; the published systems are {', '.join(PUBLISHED)}")
        for system in self.systems.values():
            try:
                chosen = Settings(**self.settings | system.settings)
            except TypeError as error:
                raise ValueError(str(error)) from error
            if self.caps.cost is not None and chosen.price_of("answer") is None:
                raise ValueError(f"caps: the price of {chosen.model_for('answer')} is not known; set price")
        return self

    @property
    def asked(self) -> list[Question]:
        """The questions, in an order drawn by lot that never changes: the first ones are a fair sample of all. Raises
        `BadQuestions`.
        """
        found = load_questions(self.questions.file or self.corpus / "questions.jsonl", self.questions.only)
        return Random(0).sample(found, len(found))[: self.questions.most]


def load_experiment(file: str | Path) -> Experiment:
    """The experiment in a YAML file. Raises `BadExperiment`."""
    path = Path(file)
    try:
        written = yaml.safe_load(path.read_text(encoding="utf-8"))
        found = Experiment.model_validate(written)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BadExperiment(f"asked for the experiment in {path}, which cannot be read: {error}") from error
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'the file'}: {e['msg']}" for e in error.errors())
        raise BadExperiment(f"{path}: {wrong}") from error
    here = path.parent
    asked = found.questions
    if asked.file is not None:
        asked = asked.model_copy(update={"file": (here / asked.file).resolve()})
    return found.model_copy(update={"corpus": (here / found.corpus).resolve(), "questions": asked})
