"""An experiment, read from a YAML file: the systems, the questions, the documents, and the caps.

    corpus: ../../corpora/algorithms
    questions: {only: bench8}
    systems:
      naive: {graph: naive}
      adaptive: {graph: adaptive}
      no verifier: {graph: adaptive, without: [verifier]}
    caps: {minutes: 60}

Paths are relative to the folder of the file. Everything else has a default. A misspelt key is an
error: if it were ignored, the experiment would run with other settings than the file seems to say.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, Any, Self

import yaml
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from ragkit.evaluate.golden.parts import of_part
from ragkit.evaluate.golden.questions import BadQuestions, Part, Question, load_questions
from ragkit.evaluate.measures.published import PUBLISHED
from ragkit.graphs import SYSTEMS
from ragkit.settings import Mark, Settings
from ragkit.text.decoded import NotText, decoded

ELSEWHERE_OFF = {*Settings.switches(), "memory", "web"}
"""Parts that are left out by a setting or by the kit, and not by the graph."""


class BadExperiment(ValueError):
    """An experiment cannot be run; the message names the file, the place in it, and the fault."""


class Strict(BaseModel):
    """A part of an experiment file; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class System(Strict):
    """One of the systems compared: a graph, the parts left out of it, and its own settings."""

    graph: str = "adaptive"
    """Name of a graph in `graphs.SYSTEMS`."""
    without: frozenset[str] = frozenset()
    extra: frozenset[str] = frozenset()
    """Parts that are added to the graph, such as the gate of `adaptive`."""
    settings: dict[str, Any] = Field(default_factory=dict)
    noise: bool = True
    """Whether the experiment's noise reaches this system; False: it is asked without any."""

    @field_validator("graph")
    @classmethod
    def _registered(cls, graph: str) -> str:
        if graph not in SYSTEMS:
            raise ValueError(f"the graph {graph!r} was asked for; there are {', '.join(SYSTEMS)}")
        return graph

    @field_validator("without")
    @classmethod
    def _possible(cls, without: frozenset[str], others: ValidationInfo) -> frozenset[str]:
        graph = others.data.get("graph")
        # an unknown graph has been refused already
        if graph is None:
            return without
        wired = SYSTEMS[graph].parts
        if without and not wired:
            raise ValueError(
                f"the graph {graph} was asked for without a part, and it has no parts to leave out"
            )
        parts = ELSEWHERE_OFF.union(wired)
        unknown = sorted(without - parts)
        if unknown:
            raise ValueError(
                f"{', '.join(unknown)}: no part of the graph {graph}; "
                f"its parts are {', '.join(sorted(parts))}"
            )
        return without

    @field_validator("extra")
    @classmethod
    def _addable(cls, extra: frozenset[str], others: ValidationInfo) -> frozenset[str]:
        graph = others.data.get("graph")
        # an unknown graph has been refused already
        if graph is None:
            return extra
        parts = SYSTEMS[graph].extra
        unknown = sorted(extra.difference(parts))
        if unknown:
            raise ValueError(
                f"{', '.join(unknown)}: cannot be added to the graph {graph}; "
                f"what can: {', '.join(parts) or 'nothing'}"
            )
        return extra

    @field_validator("settings")
    @classmethod
    def _own(cls, settings: dict[str, Any]) -> dict[str, Any]:
        common = sorted(Settings.marked(Mark.OPENS) & settings.keys())
        if common:
            raise ValueError(
                f"{', '.join(common)}: applies to all systems; write it under settings at the top"
            )
        return settings


class Asked(Strict):
    """The questions of an experiment: all of the corpus, or a kind or named set, or a sample."""

    file: Path | None = None
    """Question file; None: the corpus's own questions.jsonl."""
    only: str | None = None
    """A kind of questions or a named set; None: all."""
    part: Part | None = None
    """fit, test or locked (see `golden/parts.py`); None: all but the locked ones."""
    most: Annotated[int, Field(ge=1)] | None = None
    """Size of a random sample, the same at every run; None: all."""
    after: Annotated[int, Field(ge=0)] = 0
    """How many of the random order are left out first: the sample of another experiment."""


class Noise(Strict):
    """Noisy evidence for some of the questions (`evaluate/noise/`)."""

    share: Annotated[float, Field(ge=0, le=1)] = 0.45
    """The fraction of the questions with an answer (tiny, section IV-A)."""
    seed: int = 0
    """What decides which questions these are, and what is falsified."""


class Caps(Strict):
    """Limits at which the runner stops; the runs made so far are kept."""

    minutes: Annotated[float, Field(gt=0)] | None = None
    tokens: Annotated[int, Field(gt=0)] | None = None
    """Maximum of evaluated and generated tokens together."""
    cost: Annotated[float, Field(gt=0)] | None = None
    """Maximum cost in dollars, at the price in the settings."""


class Experiment(Strict):
    """Systems, questions, repeats and caps."""

    corpus: Path
    """Folder of the documents."""
    systems: Annotated[dict[str, System], Field(min_length=1)]
    questions: Asked = Asked()
    noise: Noise | None = None
    """Noisy evidence in the place of what retrieval finds; None: none."""
    settings: dict[str, Any] = Field(default_factory=dict)
    """Settings of the kit that all systems share."""
    repeats: Annotated[int, Field(ge=1)] = 1
    """Runs of each system on each question.

    With greedy decoding (temperature 0) a repeat changes few words, and nothing where replies come
    from disk.
    """
    parallel: Annotated[int, Field(ge=1)] = 1
    """Number of runs at a time; the embedded model on a few cores is no faster with several."""
    workers: str | None = None
    """`local`, or the address of a Dask scheduler (`tls://...`); None: threads of this process."""
    beside: dict[str, str] = Field(default_factory=dict)
    """Systems to compare with published ones: the system's name to a row of `PUBLISHED`."""
    audit: bool = True
    """Whether an auditor grades each answer by the evidence that the run used."""
    caps: Caps = Caps()

    @model_validator(mode="before")
    @classmethod
    def _no_dataset(cls, content: Any) -> Any:
        if isinstance(content, dict) and "dataset" in content:
            raise ValueError(
                "a dataset was named; `python -m benchmarks.datasets FILE FOLDER` writes it as a "
                "corpus: name that folder as the corpus"
            )
        return content

    @model_validator(mode="after")
    def _sound(self) -> Self:
        if self.settings.get("memory") and (self.parallel > 1 or self.workers):
            raise ValueError(
                "the contents of a memory depend on the order of the runs: with it, parallel is 1, "
                "without workers"
            )
        for system in self.systems.values():
            self._check_settings(system)
        return self

    @model_validator(mode="after")
    def _published(self) -> Self:
        unknown = []
        for ours, row in self.beside.items():
            if ours not in self.systems or row not in PUBLISHED:
                unknown.append(f"{ours}: {row}")
        if unknown:
            raise ValueError(
                f"beside: {', '.join(unknown)}; the published systems are {', '.join(PUBLISHED)}"
            )
        return self

    def _check_settings(self, system: System) -> None:
        try:
            settings = Settings(**self.settings | system.settings)
        except TypeError as error:
            raise ValueError(str(error)) from error
        if self.caps.cost is not None and settings.price_of("answer") is None:
            raise ValueError(
                f"caps: the price of {settings.model_for('answer')} is not known; set price"
            )

    @property
    def asked(self) -> list[Question]:
        """The questions, in a random order that never changes. Raises `BadQuestions`.

        The first ones, and any that follow, are a fair sample of all.
        """
        wanted = self.questions
        file = wanted.file or self.corpus / "questions.jsonl"
        locked = wanted.part == "locked"
        questions = load_questions(file, wanted.only, locked)
        if wanted.part is not None:
            questions = of_part(questions, wanted.part)
        if not questions:
            raise BadQuestions(f"{file}: no question of the part {wanted.part!r}")
        shuffled = Random(0).sample(questions, len(questions))
        rest = shuffled[wanted.after :]
        if not rest:
            raise BadQuestions(f"{file}: {len(questions)} questions, and none after {wanted.after}")
        return rest[: wanted.most]


def load_experiment(file: str | Path) -> Experiment:
    """The experiment in a YAML file. Raises `BadExperiment`."""
    path = Path(file)
    try:
        content = yaml.safe_load(decoded(path.read_bytes(), path))
    except (OSError, NotText, yaml.YAMLError) as error:
        raise BadExperiment(
            f"asked for the experiment in {path}, which cannot be read: {error}"
        ) from error
    return experiment_of(content, path)


def experiment_of(content: Any, file: Path) -> Experiment:
    """The experiment that a file says, or that is to be written into it. Raises `BadExperiment`."""
    try:
        experiment = Experiment.model_validate(content)
    except ValidationError as error:
        raise BadExperiment(f"{file}: {_faults(error)}") from error
    return _with_absolute_paths(experiment, file.parent)


def _faults(error: ValidationError) -> str:
    """The places in the file and what is wrong there."""
    faults = []
    for fault in error.errors():
        place = ".".join(map(str, fault["loc"])) or "the file"
        faults.append(f"{place}: {fault['msg']}")
    return "; ".join(faults)


def _with_absolute_paths(experiment: Experiment, folder: Path) -> Experiment:
    asked = experiment.questions
    if asked.file is not None:
        asked = asked.model_copy(update={"file": (folder / asked.file).resolve()})
    corpus = (folder / experiment.corpus).resolve()
    return experiment.model_copy(update={"corpus": corpus, "questions": asked})
