"""The runs of an experiment, and what each needs: a graph, and a kit with its own settings, memory and web."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ragkit import graphs
from ragkit.embedded import stop
from ragkit.evaluate.experiment import Experiment, System
from ragkit.evaluate.questions import Question
from ragkit.evaluate.results import digest, key
from ragkit.kit import Kit
from ragkit.llm import say
from ragkit.memory import FailureMemory
from ragkit.redact import secrets_of
from ragkit.rerank import OFF
from ragkit.settings import Settings
from ragkit.trace import Graph

SWITCHED: dict[str, dict[str, Any]] = {"policy": {"complex_above": 1.0}, "rerank": {"reranker": OFF}}
"""Parts that a setting switches off; without the adaptive policy every question is a simple one."""


@dataclass(frozen=True)
class Job:
    """One run to make."""

    key: str
    question: Question
    name: str
    """Of the system."""
    system: System
    repeat: int


def shared(experiment: Experiment) -> dict[str, Any]:
    """The settings that all systems share: no memory, unless asked for, and what it would remember depends on order."""
    return {"memory": False} | experiment.settings


def all_jobs(experiment: Experiment, fingerprint: str) -> list[Job]:
    """Every run of an experiment: question by question, so that whoever stops early has compared all on a sample."""
    settings = {name: own_settings(experiment, system) for name, system in experiment.systems.items()}
    return [
        Job(key(question, name, system, settings[name], fingerprint, repeat), question, name, system, repeat)
        for repeat in range(experiment.repeats)
        for question in experiment.asked
        for name, system in experiment.systems.items()
    ]


def own_settings(experiment: Experiment, system: System) -> Settings:
    """The settings under which a system runs."""
    switched = {name: value for part in system.without for name, value in SWITCHED.get(part, {}).items()}
    return Settings(**shared(experiment) | system.settings | switched)


def secrets(experiment: Experiment, kit: Kit) -> set[str]:
    """The credentials in the settings of the kit and of every system, for `save` to remove from what a run says."""
    own = (own_settings(experiment, system) for system in experiment.systems.values())
    return {secret for settings in (kit.settings, *own) for secret in secrets_of(settings)}


def wired(system: System) -> Graph:
    """A system's graph, without the parts that it leaves out."""
    if system.graph != "adaptive":
        return getattr(graphs, system.graph)()
    hybrid, critic, verifier = (part not in system.without for part in ("hybrid", "critic", "verifier"))
    return graphs.ablated(hybrid, critic, verifier)


def on_empty_server(kit: Kit, experiment: Experiment) -> Kit:
    """The kit, its model loaded anew where seconds are to be real: what an earlier run left in the embedded server's
    prefix cache would make this one look faster.
    """
    alone = experiment.workers is None and experiment.parallel == 1
    if alone and kit.model is None and kit.settings.provider == "embedded" and not kit.settings.reuse_replies:
        stop()
        say(kit.llm, "Say yes.")  # starts the server, so that the run is not charged for it
    return kit


def fitted(kit: Kit, experiment: Experiment, job: Job, folder: Path) -> Kit:
    """The shared kit as a system wants it: its settings, its own memory or none, the web or not."""
    settings, memory = own_settings(experiment, job.system), None
    if settings.memory and "memory" not in job.system.without:
        own = folder / digest([job.name, job.repeat])  # a name may hold anything
        memory = FailureMemory(own, kit.retriever.dense.embed, kit.corpus.fingerprint)
        for entry in memory.entries():  # of this question's run, which was stopped before its row was written
            if entry.question == job.question.question:
                memory.forget(entry.id)
    web = None if "web" in job.system.without else kit.web
    return replace(kit, settings=settings, memory=memory, web=web)
