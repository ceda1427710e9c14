"""A lesson from data to an adapter: plan, read, measure, train, measure again, write."""

from __future__ import annotations

import hashlib
import logging
import math
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ragkit.teach.again import Given
from ragkit.teach.base_model import Base, device_name
from ragkit.teach.checkpoint import State
from ragkit.teach.conditions import Gate
from ragkit.teach.facts import Facts, Source, counts
from ragkit.teach.job import Job, Judging
from ragkit.teach.judgement import Pair
from ragkit.teach.lora import LoRA
from ragkit.teach.parts import Parts, parted, shuffled
from ragkit.teach.plan import Plan, expected, planned, remembered, timed
from ragkit.teach.prefixes import Prefixes
from ragkit.teach.pupil import Pupil
from ragkit.teach.recipe import Recipe
from ragkit.teach.train import Training

log = logging.getLogger(__name__)

JUDGING = Judging()
"""What is taught where nothing else is said."""
ADAPTER, CARD, FACTS = JUDGING.adapter, "README.md", "facts.json"
"""What a lesson for a critic leaves in its folder."""
PREFIXES, CHECKPOINT, PLAN = "prefixes", "checkpoint.pt", "plan.json"
"""What it needs there to go on after it was stopped."""


@dataclass(frozen=True)
class Lesson:
    """What is taught, to whom, for how long, and where the outcome goes."""

    base: Base
    judgements: Sequence[Any]
    """Judgements for a critic, examples for a writer."""
    folder: Path
    minutes: float
    recipe: Recipe = Recipe()
    sources: tuple[Source, ...] = ()
    gates: Sequence[Gate] = ()
    also: Sequence[Pair] = ()
    """Pairs of another source that are reported on, beside those of the documents."""
    say: Callable[[str], None] = log.info
    """Is told what was planned."""
    quiet: bool = False
    """Whether to hide the progress bars."""
    again: Given | None = None
    """A lesson that was given before: its pairs are taught as often, however long that takes.

    To be the same lesson it needs the same `recipe` too.
    """
    prefixes: Path | None = None
    """Where keys and values are kept for other lessons; None removes them in the end."""
    job: Job = JUDGING

    def teach(self) -> Facts[Any]:
        """Teach, write adapter, card and facts into the folder, and return the facts.

        After a stop, the same lesson goes on where it was. Raises `BadPairs`, `TooShort`,
        `NoRoom`, `OtherRun`, `OtherLesson`, `GateClosed` and `BadExport`.
        """
        began = time.monotonic()
        self.folder.mkdir(parents=True, exist_ok=True)
        pupil = self._pupil()
        plan, parts = self._planned(pupil)
        self.say(plan.said(pupil.items))
        self._read(pupil, parts)
        reported = [*parts.test, *self.also]
        before = pupil.measures(reported, taught=False, quiet=self.quiet)
        spent = time.monotonic() - began
        state = self._trained(pupil, plan, parts, spent)
        after = pupil.measures(reported, taught=True, quiet=self.quiet)
        file = self.folder / self.job.adapter
        heat = self.job.export(file, pupil, self.recipe, state, parts.dev)
        facts = self._facts(file, parts, plan, state)
        facts = replace(facts, before=before, after=after, temperature=heat)
        facts = replace(facts, minutes=(spent + state.seconds) / 60)
        self._write(facts)
        return facts

    @property
    def key(self) -> str:
        """What identifies the lesson: base, recipe and data, but not the minutes."""
        said = [self.base.sha256, repr(self.recipe)]
        if self.again:
            said.append(repr(self.again))
        for judgement in self.judgements:
            said.append(repr(judgement))
        text = "\n".join(said)
        return hashlib.sha256(text.encode()).hexdigest()

    def _pupil(self) -> Pupil[Any]:
        lora = LoRA(self.base.model, self.recipe.lora, self.recipe.seed)
        folder = self.prefixes or self.folder / PREFIXES
        prefixes = Prefixes(self.base, folder)
        return self.job.pupil(self.base, lora, prefixes)

    def _planned(self, pupil: Pupil[Any]) -> tuple[Plan, Parts[Any]]:
        """The plan, and the items that it uses."""
        items = self.job.items(self.judgements)
        parts = shuffled(parted(items, self.job.item), self.recipe.seed)
        left_out = len(items) - sum(len(part) for part in parts)
        if left_out:
            what = f"{left_out} {pupil.items} are left out"
            self.say(f"{what}: they share a passage with another part")

        if self.again:
            self.again.check(self.base, parts)

        def make() -> Plan:
            if self.again:
                return self._as_given(self.again, pupil, parts)
            aside = self._seconds_of_gates(pupil) + self._seconds_of_others(pupil)
            pace = timed(pupil, parts.train, self.recipe)
            return planned(pupil, parts, self.recipe, pace, self.minutes * 60 - aside)

        plan = remembered(self.folder / PLAN, self.key, make)
        return plan, plan.of(parts)

    def _as_given(self, again: Given, pupil: Pupil[Any], parts: Parts[Any]) -> Plan:
        """The plan of the lesson that was given before, with the time that it takes here."""
        pace = timed(pupil, parts.train, self.recipe)
        same = again.plan().of(parts)
        return again.plan(expected(pupil, same, self.recipe, pace, again.epochs))

    def _seconds_of_gates(self, pupil: Any) -> float:
        """How long the gates will take in all. One that is closed from the start ends it here."""
        began = time.monotonic()
        # The first time they also read their evidence.
        for gate in self.gates:
            gate(pupil)
        first = time.monotonic()
        for gate in self.gates:
            gate(pupil)
        each = time.monotonic() - first
        return first - began + each * (self.recipe.checks + 2)

    def _seconds_of_others(self, pupil: Pupil[Any]) -> float:
        """How long it takes to measure twice on pairs of another source, and to read them."""
        if not self.also:
            return 0.0
        began = time.monotonic()
        pupil.measures(self.also, taught=False)
        return 2 * (time.monotonic() - began)

    def _read(self, pupil: Pupil[Any], parts: Parts[Any]) -> None:
        prefixes = []
        for part in parts:
            for item in part:
                prefixes += pupil.reads(item)
        pupil.prefixes.keep(prefixes, self.quiet)

    def _trained(self, pupil: Pupil[Any], plan: Plan, parts: Parts[Any], spent: float) -> State:
        training = Training(
            pupil,
            parts.train,
            parts.dev,
            replace(self.recipe, epochs=plan.epochs),
            self.folder / CHECKPOINT,
            key=self.key,
            gates=self.gates,
            seconds=math.inf if self.again else self.minutes * 60 - spent,
            quiet=self.quiet,
        )
        return training.run()

    def _facts(self, file: Path, parts: Parts[Any], plan: Plan, state: State) -> Facts[Any]:
        content = file.read_bytes()
        pairs, groups = counts(parts)
        return Facts(
            base=self.base.name,
            base_sha256=self.base.sha256,
            adapter=file.name,
            adapter_sha256=hashlib.sha256(content).hexdigest(),
            bytes=len(content),
            sources=self.sources,
            pairs=pairs,
            groups=groups,
            recipe=asdict(self.recipe),
            epochs=plan.epochs,
            steps=state.step,
            best_step=state.best_step,
            minutes=0.0,
            ended=state.ended or "the time was used up",
            temperature=1.0,
            before={},
            after={},
            history=state.history,
            device=device_name(self.base.device),
        )

    def _write(self, facts: Facts) -> None:
        facts.write(self.folder / FACTS)
        (self.folder / CARD).write_text(self.job.card(facts), encoding="utf-8")
        shutil.rmtree(self.folder / PREFIXES, ignore_errors=True)
