"""The runs of an experiment, and the graph and the kit of each.

A kit has the settings of its system, its own memory or none, and the web or none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ragkit.evaluate.experiments.experiment import Experiment, System
from ragkit.evaluate.experiments.results import digest, key
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.golden.without import kit_without
from ragkit.evaluate.noise.draw import Kind, drawn
from ragkit.evaluate.noise.noise import Noised, noised
from ragkit.graphs import SYSTEMS
from ragkit.kit import Kit
from ragkit.model.embedded import stop
from ragkit.model.llm import say
from ragkit.search.memory import FailureMemory
from ragkit.settings import Settings
from ragkit.thresholds import with_chosen
from ragkit.trace import Graph
from ragkit.weights import taught_adapter


@dataclass(frozen=True)
class Job:
    """One run to make."""

    key: str
    question: Question
    name: str
    """Name of the system."""
    system: System
    repeat: int
    noise: Kind | None = None
    """The kind of noise that was drawn for the question; None: its evidence is left alone."""


def shared(experiment: Experiment) -> dict[str, Any]:
    """The settings that all systems share.

    The memory is off unless the experiment turns it on: its contents depend on the order of runs.
    """
    return {"memory": False} | experiment.settings


def all_jobs(experiment: Experiment, fingerprint: str) -> list[Job]:
    """Every run of an experiment, question by question.

    In this order, an experiment that is stopped early has compared all systems on a sample of the
    questions.
    """
    systems = experiment.systems
    settings = {name: own_settings(experiment, system) for name, system in systems.items()}
    asked = experiment.asked
    kinds = drawn_noise(experiment, asked)
    jobs = []
    for repeat in range(experiment.repeats):
        for question in asked:
            for name, system in systems.items():
                noise = kinds.get(question.id) if system.noise else None
                told = _told(experiment, noise)
                own = settings[name]
                id = key(question, name, system, own, fingerprint, repeat, told)
                job = Job(id, question, name, system, repeat, noise)
                jobs.append(job)
    return jobs


def key_here(experiment: Experiment, job: Job, fingerprint: str) -> str:
    """The key that a run has with the settings of this process and the documents it has read."""
    own = own_settings(experiment, job.system)
    told = _told(experiment, job.noise)
    return key(job.question, job.name, job.system, own, fingerprint, job.repeat, told)


def _told(experiment: Experiment, noise: Kind | None) -> str:
    """The noise of a run in its key: all that the noise of one question depends on."""
    if noise is None or experiment.noise is None:
        return ""
    return f"{noise}, seed {experiment.noise.seed}"


def drawn_noise(experiment: Experiment, asked: Sequence[Question]) -> dict[str, Kind]:
    """The kind of noise of each question that gets any; none in an experiment without noise."""
    if experiment.noise is None:
        return {}
    return drawn(asked, experiment.noise.share, experiment.noise.seed)


def own_settings(experiment: Experiment, system: System) -> Settings:
    """The settings that a system runs with, with the thresholds that were chosen for its models."""
    off: dict[str, Any] = {}
    for part, setting in Settings.switches().items():
        if part in system.without:
            off |= setting
    settings = Settings(**shared(experiment) | system.settings | off)
    return with_chosen(settings, experiment.corpus)


def judged_zero_shot(experiment: Experiment) -> dict[str, str]:
    """The systems whose taught judge is not to be had, each with a note that says why."""
    notes = {}
    for name, system in experiment.systems.items():
        _, note = taught_adapter(own_settings(experiment, system))
        if note:
            notes[name] = note
    return notes


def secrets(experiment: Experiment, kit: Kit) -> set[str]:
    """The credentials in the settings of the kit and of every system.

    `save` removes them from the traces.
    """
    found = set(kit.settings.secrets())
    for system in experiment.systems.values():
        settings = own_settings(experiment, system)
        found.update(settings.secrets())
    return found


def wired(system: System) -> Graph:
    """A system's graph, without the parts that it leaves out, and with those that it adds."""
    row = SYSTEMS[system.graph]
    parts: dict[str, Any] = {
        "without": sorted(system.without.intersection(row.parts)),
        "extra": sorted(system.extra),
    }
    # a graph without parts takes no such argument
    return row.build(**{name: names for name, names in parts.items() if names})


def on_empty_server(kit: Kit, experiment: Experiment) -> None:
    """Restart the embedded model of a run's kit where the seconds of the run are to be measured.

    Otherwise what an earlier run left in the server's prefix cache would make this run look faster.
    """
    alone = experiment.workers is None and experiment.parallel == 1
    if alone and not kit.settings.reuse_replies:
        restart(kit)


def restart(kit: Kit) -> None:
    """Restart the embedded model of a kit, so that it has read nothing; others stay.

    A first call starts the server, so that its start does not count in the seconds of a run.
    """
    embedded = kit.model is None and kit.settings.provider == "embedded"
    if embedded:
        stop()
        say(kit.llm, "Say yes.")


def fitted(kit: Kit, experiment: Experiment, job: Job, folder: Path) -> Kit:
    """The shared kit with a system's settings, its own memory or none, and the web or none.

    It does not find the passages that the question is asked without. Raises `BadQuestions`.
    """
    settings = own_settings(experiment, job.system)
    memory = None
    if settings.memory and "memory" not in job.system.without:
        memory = _memory(kit, job, folder)
    web = None if "web" in job.system.without else kit.web
    own = replace(kit, settings=settings, memory=memory, web=web)
    return kit_without(own, job.question)


def with_noise(kit: Kit, experiment: Experiment, job: Job) -> tuple[Kit, Noised | None]:
    """The kit of a run with a noisy retriever, where noise was drawn, and what was done to it."""
    if job.noise is None or experiment.noise is None:
        return kit, None
    found = noised(
        kit.retriever,
        kit.corpus.passages,
        job.question,
        job.noise,
        experiment.noise.seed,
    )
    noisy = replace(kit, retriever=found.retriever)
    return noisy, found


def _memory(kit: Kit, job: Job, folder: Path) -> FailureMemory:
    """The failure memory of a system, without entries about the job's question.

    There are such entries where an earlier run of the job was stopped before its row was written.
    """
    # a digest, because a system's name may not be a valid file name
    own = folder / digest([job.name, job.repeat])
    memory = FailureMemory(own, kit.retriever.dense.embed, kit.corpus.fingerprint)
    for entry in memory.entries():
        if entry.question == job.question.question:
            memory.forget(entry.id)
    return memory
