"""Thresholds that were chosen, with the models and the settings that they were chosen for.

The odds of two models are not comparable: where one says 0.8, another says 0.999. So thresholds
belong to the models that answer and judge, and to the way they are asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from ragkit.score import Score
from ragkit.settings import Settings
from ragkit.weights import taught_adapter

Name = Literal["answerable_from", "fit_from", "partly_above", "supported_above"]
CHOSEN: tuple[Name, ...] = ("answerable_from", "fit_from", "partly_above")
"""The thresholds that are chosen; `supported_above` is only kept from being below `partly_above`.
"""
OPEN: dict[str, float] = {"answerable_from": 0.0, "risk_up_to": 1.0, "fit_from": 0.0}
"""Thresholds under which no critic stops anything: those for wrong answers that cost nothing."""
CONDITIONS = (
    "depth",
    "k",
    "fusion",
    "reranker",
    "chunk_tokens",
    "chunk_overlap",
    "embedder",
    "may_refuse",
    "risk_up_to",
)
"""Settings that change what the critics are shown, or what a threshold means."""
OWN = "own"
"""The provider of a chat model that the user handed in."""


@dataclass(frozen=True)
class Models:
    """The models that answer and judge, and how they judge. Each has thresholds of its own."""

    provider: str
    answering: str
    judging: str
    judge: str
    """The kind of judge that really judges: odds, taught, structured or nli."""
    adapter: str = ""
    """SHA-256 of the adapter of the taught judge; empty for the others."""

    @classmethod
    def of(cls, settings: Settings, own: object | None = None) -> Models:
        """The models of a kit; `own` is a chat model of the user's own, which does every job.

        >>> print(Models.of(Settings(provider="openai", tier="premium", judge="structured")))
        gpt-4.1, judged by gpt-4.1-mini (openai, judge structured)
        """
        judge, adapter = _judge_of(settings, own)
        if own is not None:
            name = _name_of(own)
            return cls(OWN, name, name, judge)
        answering = settings.model_for("answer")
        judging = settings.model_for("judge")
        return cls(
            settings.replier,
            _file_name(answering),
            _file_name(judging),
            judge,
            adapter,
        )

    def __str__(self) -> str:
        name = self.answering
        where = self.provider
        if self.judging != name:
            name += f", judged by {self.judging}"
        if self.judge != "odds":
            where += f", judge {self.judge}"
        if self.adapter:
            where += f" by adapter {self.adapter[:12]}"
        return f"{name} ({where})"


@dataclass(frozen=True)
class Entry:
    """One entry of `thresholds.json`."""

    models: Models
    thresholds: dict[Name, Annotated[float, Field(ge=0, le=1)]]
    settings: dict[str, Any]
    """The settings of `CONDITIONS` that the thresholds were chosen under."""
    corpus: str
    """Name of the folder whose questions chose them."""
    fingerprint: str = ""
    """Hash of that folder's passages (`Corpus.fingerprint`)."""
    n: int = 0
    """Number of drafts that chose them."""
    date: str = ""
    """The day on which they were chosen: 2025-12-31."""
    ends_well: dict[str, Score] = field(default_factory=dict)
    """For each group of questions, the share that ends well under these thresholds.

    It is of the questions that chose them, and so a little too high.
    """
    wrong_costs: Annotated[float, Field(gt=0)] | None = None
    """The price of a wrong answer that they were chosen for; None: for targets."""
    value: Score | None = None
    """What a draft is worth at that price, under thresholds that other drafts chose."""
    like_price: float | None = None
    """The price that thresholds chosen for targets come nearest to."""

    @property
    def price(self) -> str:
        """Which price of a wrong answer these thresholds belong to; empty where nobody knows."""
        if self.wrong_costs is not None:
            return f"for a wrong answer that costs {self.wrong_costs:g}"
        if self.like_price is not None:
            return f"for targets, which come nearest to a price of {self.like_price:g}"
        return ""


def conditions(settings: Settings) -> dict[str, Any]:
    """The settings of `CONDITIONS`, as JSON."""
    names = set(CONDITIONS)
    return settings.model_dump(mode="json", include=names)


def _judge_of(settings: Settings, own: object | None) -> tuple[str, str]:
    """The kind of judge, and the SHA-256 of its adapter. Without an adapter, odds judge."""
    adapter, _ = taught_adapter(settings, own)
    if adapter is not None:
        return "taught", adapter.sha256
    if settings.judge in (None, "taught"):
        return "odds", ""
    return settings.judge, ""


def _name_of(model: object) -> str:
    """The name that a chat model has, or else that of its class."""
    for attribute in ("model_name", "model"):
        name = getattr(model, attribute, None)
        if name and isinstance(name, str):
            return name
    return type(model).__name__


def _file_name(model: str) -> str:
    """The name of a model; of a file's path only the file, which is the same on other machines."""
    path = Path(model)
    if path.suffix == ".gguf":
        return path.name
    return model
