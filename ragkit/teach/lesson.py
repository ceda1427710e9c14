"""A lesson from judgements to an adapter: plan, read, measure, train, measure again, write."""

from __future__ import annotations

import hashlib
import logging
import math
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ragkit.teach.again import Given
from ragkit.teach.base_model import Base, device_name
from ragkit.teach.card import card
from ragkit.teach.checkpoint import State
from ragkit.teach.conditions import Gate
from ragkit.teach.critic import Critic
from ragkit.teach.export import export
from ragkit.teach.facts import Facts, Source, counts
from ragkit.teach.judgement import Judgement, Pair, flat
from ragkit.teach.lora import LoRA
from ragkit.teach.measure import Measure, measures
from ragkit.teach.parts import Parts, paired, parted, shuffled
from ragkit.teach.plan import Plan, expected, planned, remembered, timed
from ragkit.teach.prefixes import Prefixes
from ragkit.teach.recipe import Recipe
from ragkit.teach.temperature import temperature
from ragkit.teach.train import Training

log = logging.getLogger(__name__)

ADAPTER, CARD, FACTS = "critic.gguf", "README.md", "facts.json"
"""What a lesson leaves in its folder."""
PREFIXES, CHECKPOINT, PLAN = "prefixes", "checkpoint.pt", "plan.json"
"""What it needs there to go on after it was stopped."""


@dataclass(frozen=True)
class Lesson:
    """What is taught, to whom, for how long, and where the outcome goes."""

    base: Base
    judgements: Sequence[Judgement]
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

    def teach(self) -> Facts:
        """Teach, write adapter, card and facts into the folder, and return the facts.

        After a stop, the same lesson goes on where it was. Raises `BadPairs`, `TooShort`,
        `NoRoom`, `OtherRun`, `OtherLesson`, `GateClosed` and `BadExport`.
        """
        began = time.monotonic()
        self.folder.mkdir(parents=True, exist_ok=True)
        critic = self._critic()
        plan, parts = self._planned(critic)
        self.say(str(plan))
        self._read(critic, parts)
        reported = [*parts.test, *self.also]
        before = self._measured(critic, reported, taught=False)
        spent = time.monotonic() - began
        state = self._trained(critic, plan, parts, spent)
        after = self._measured(critic, reported, taught=True)
        heat = temperature(state.best_odds, [one.yes for one in flat(parts.dev)])
        file = export(self.folder / ADAPTER, self.base, critic.lora, self.recipe, heat)
        facts = self._facts(file, parts, plan, state)
        facts = replace(facts, before=before, after=after, temperature=heat)
        facts = replace(facts, minutes=(spent + state.seconds) / 60)
        self._write(facts)
        return facts

    @property
    def key(self) -> str:
        """What identifies the lesson: base, recipe and judgements, but not the minutes."""
        said = [self.base.sha256, repr(self.recipe)]
        if self.again:
            said.append(repr(self.again))
        for judgement in self.judgements:
            said.append(repr(judgement))
        text = "\n".join(said)
        return hashlib.sha256(text.encode()).hexdigest()

    def _critic(self) -> Critic:
        lora = LoRA(self.base.model, self.recipe.lora, self.recipe.seed)
        prefixes = Prefixes(self.base, self.prefixes or self.folder / PREFIXES)
        return Critic(self.base, lora, prefixes)

    def _planned(self, critic: Critic) -> tuple[Plan, Parts]:
        """The plan, and the pairs that it uses."""
        pairs = paired(self.judgements)
        parts = shuffled(parted(pairs), self.recipe.seed)
        left_out = len(pairs) - sum(len(part) for part in parts)
        if left_out:
            self.say(f"{left_out} pairs are left out: they share a passage with another part")

        if self.again:
            self.again.check(self.base, parts)

        def make() -> Plan:
            if self.again:
                return self._as_given(self.again, critic, parts)
            aside = self._seconds_of_gates(critic) + self._seconds_of_others(critic)
            pace = timed(critic, parts.train, self.recipe)
            return planned(critic, parts, self.recipe, pace, self.minutes * 60 - aside)

        plan = remembered(self.folder / PLAN, self.key, make)
        return plan, plan.of(parts)

    def _as_given(self, again: Given, critic: Critic, parts: Parts) -> Plan:
        """The plan of the lesson that was given before, with the time that it takes here."""
        pace = timed(critic, parts.train, self.recipe)
        same = again.plan().of(parts)
        return again.plan(expected(critic, same, self.recipe, pace, again.epochs))

    def _seconds_of_gates(self, critic: Critic) -> float:
        """How long the gates will take in all. One that is closed from the start ends it here."""
        began = time.monotonic()
        # The first time they also read their evidence.
        for gate in self.gates:
            gate(critic)
        first = time.monotonic()
        for gate in self.gates:
            gate(critic)
        each = time.monotonic() - first
        return first - began + each * (self.recipe.checks + 2)

    def _seconds_of_others(self, critic: Critic) -> float:
        """How long it takes to measure twice on pairs of another source, and to read them."""
        if not self.also:
            return 0.0
        began = time.monotonic()
        critic.odds(flat(self.also), taught=False)
        return 2 * (time.monotonic() - began)

    def _read(self, critic: Critic, parts: Parts) -> None:
        prefixes = []
        for part in parts:
            for judgement in flat(part):
                rendered = critic.rendered(judgement)
                prefixes.append(rendered.prefix)
        critic.prefixes.keep(prefixes, self.quiet)

    def _measured(self, critic: Critic, pairs: Sequence[Pair], taught: bool) -> dict[str, Measure]:
        odds = critic.odds(flat(pairs), taught, self.quiet)
        return measures(pairs, odds)

    def _trained(self, critic: Critic, plan: Plan, parts: Parts, spent: float) -> State:
        training = Training(
            critic,
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

    def _facts(self, file: Path, parts: Parts, plan: Plan, state: State) -> Facts:
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
        (self.folder / CARD).write_text(card(facts), encoding="utf-8")
        shutil.rmtree(self.folder / PREFIXES, ignore_errors=True)
