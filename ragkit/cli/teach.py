"""The command that teaches a small critic, or a writer, on folders of documents.

Judgements are made of the documents, or read from a file; then the critic is taught and measured.
The parts are in `teach/`. What is different for a writer is in `teach_writer.py`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragkit.cli import teach_writer
from ragkit.cli.ending import told

if TYPE_CHECKING:
    from ragkit.settings import Settings
    from ragkit.teach.again import Given
    from ragkit.teach.base_model import Base
    from ragkit.teach.conditions import Gate
    from ragkit.teach.facts import Facts
    from ragkit.teach.judgement import Judgement, Pair

OWN_SET = Path("entailment")
"""What stands for the kit's own entailment set, where `--hold` has no file."""
SLACK = 0.05
"""By how much a critic may become worse on the judgements of `--hold`, as AUC; on forty pairs,
chance alone does about as much."""


@told
def teach(chosen: argparse.Namespace) -> int:
    """Teach the embedded model to judge or to write, on your documents: an adapter and its card."""
    import torch

    from ragkit.settings import Settings
    from ragkit.teach.lesson import Lesson
    from ragkit.teach.recipe import Recipe
    from ragkit.teach.sources import sources

    settings = Settings(provider="embedded", tier=chosen.tier)
    began = time.monotonic()
    if chosen.threads:
        torch.set_num_threads(chosen.threads)
    # Before the model is loaded: what is wrong with the data is said at once.
    again = _given(chosen)
    recipe = again.recipe if again else Recipe(seed=chosen.seed)
    learnt_from = sources(_paths(chosen), chosen.licence)
    data = _data(chosen, recipe.seed)
    gates = _gates(chosen)
    base = _base(settings)
    folder = chosen.to or _usual(chosen, settings)
    minutes = chosen.minutes - (time.monotonic() - began) / 60
    also = _also(chosen)
    lesson = Lesson(
        base, data, folder, minutes, recipe, learnt_from, gates, also, say=_say, again=again
    )
    if chosen.writer:
        lesson = teach_writer.to_write(lesson)
    facts = lesson.teach()
    print(teach_writer.shown(facts) if chosen.writer else shown(facts))
    print(_how_to_use(folder, facts, chosen), file=sys.stderr)
    return 0


def _given(chosen: argparse.Namespace) -> Given | None:
    """The lesson that is to be taught again, if there is one."""
    from ragkit.teach.again import given

    if not chosen.again:
        return None
    found = given(chosen.again)
    if chosen.writer:
        teach_writer.check(found, chosen)
    elif not chosen.data:
        found.check_kinds()
    return found


def _data(chosen: argparse.Namespace, seed: int) -> Sequence[Any]:
    """Examples for a writer, or judgements for a critic."""
    if chosen.writer:
        return teach_writer.examples(chosen, seed)
    return _judgements(chosen, seed)


def _judgements(chosen: argparse.Namespace, seed: int) -> list[Judgement]:
    """The judgements of the file, or those made of the documents; nothing in them may leak."""
    from ragkit.teach.gates import hold
    from ragkit.teach.sources import made

    if chosen.data:
        found = _read(chosen.data)
        hold(found)
        return found
    return made(chosen.folder, seed)


def _read(file: Path) -> list[Judgement]:
    """The judgements of a file, or an error that says what is wrong with it."""
    from ragkit.teach.judgement import read

    try:
        return read(file)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(
            f"asked for judgements in {file}, got other lines ({error!r}); each is a JSON object "
            "with the fields of `Judgement` in ragkit/teach/judgement.py"
        ) from error


def _gates(chosen: argparse.Namespace) -> list[Gate]:
    from ragkit.teach.conditions import must_not_fall
    from ragkit.teach.entailment import entailment
    from ragkit.teach.parts import paired

    if not chosen.hold:
        return []
    pairs = entailment("gate") if chosen.hold == OWN_SET else paired(_read(chosen.hold))
    return [must_not_fall(pairs, chosen.hold.name, SLACK)]


def _also(chosen: argparse.Namespace) -> Sequence[Pair]:
    """What is reported on beside the documents: the half of the kit's own set that is no gate."""
    from ragkit.teach.entailment import entailment

    return entailment("report") if chosen.hold == OWN_SET else []


def _base(settings: Settings) -> Base:
    from ragkit.teach.base_model import load
    from ragkit.weights import ensure, sha256_in_cache

    name = settings.model_for("judge")
    file = ensure(name, settings.weights_folder)
    sha256 = sha256_in_cache(name, settings.weights_folder)
    return load(file, name, sha256)


def _usual(chosen: argparse.Namespace, settings: Settings) -> Path:
    """The folder in the cache, named after what is read and what is taught."""
    names = []
    for path in _paths(chosen):
        names.append(path.resolve().stem)
    joined = "-".join(names)
    kind = "writers" if chosen.writer else "critics"
    return settings.cache / kind / f"{joined}-{chosen.tier}"


def _paths(chosen: argparse.Namespace) -> list[Path]:
    """The file of judgements or examples, or the documents to make them of."""
    paths: list[Path] = [chosen.data] if chosen.data else chosen.folder
    if not paths:
        raise ValueError("asked to teach without documents; name a folder of them, or --data FILE")
    return paths


def _say(line: str) -> None:
    print(line, file=sys.stderr)


def shown(facts: Facts[Any]) -> str:
    """Before and after by kind, as plain text."""
    from ragkit.teach.card import interval

    lines = [
        f"{'kind':32}{'pairs':>6}  {'AUC zero-shot':23}{'AUC taught':23}pairs ranked correctly"
    ]
    for kind, taught in facts.after.items():
        untaught = facts.before[kind]
        ranked = f"{untaught.ranked.mean:.3f} -> {interval(taught.ranked)}"
        areas = f"{interval(untaught.auc):23}{interval(taught.auc):23}"
        lines.append(f"{kind:32}{taught.auc.n:>6}  {areas}{ranked}")
    lines.append("")
    lines.append(
        f"measured on {facts.groups['test']} documents that it has not seen; 95 % intervals"
    )
    return "\n".join(lines)


def _how_to_use(folder: Path, facts: Facts[Any], chosen: argparse.Namespace) -> str:
    adapter = folder / facts.adapter
    use = f"RAGKIT_JUDGE=taught RAGKIT_ADAPTER={adapter}"
    if chosen.writer:
        use = f"RAGKIT_WRITER_ADAPTER={adapter}"
    return (
        f"written: {adapter}, with its model card beside it\n"
        f"to use it: RAGKIT_TIER={chosen.tier} {use}"
    )
