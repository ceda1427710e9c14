"""What is taught on: folders of documents."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from ragkit.kit import Kit
from ragkit.teach.build import judgements
from ragkit.teach.facts import Source
from ragkit.teach.gates import hold
from ragkit.teach.judgement import Judgement
from ragkit.teach.material import own_questions


def made(folders: Sequence[Path], seed: int) -> list[Judgement]:
    """Judgements of some folders, after the gates on data: nothing may leak.

    Raises `Leak`, `ValueError` for a file, and the errors of the builder.
    """
    found: list[Judgement] = []
    for folder in folders:
        found += _of(folder, seed)
    # A document that is in two folders would be learnt twice.
    once = list(dict.fromkeys(found))
    hold(once)
    return once


def _of(folder: Path, seed: int) -> list[Judgement]:
    with closing(opened(folder)) as kit:
        return judgements(kit, own_questions(kit.corpus), seed)


def opened(folder: Path) -> Kit:
    """The kit on a folder of documents. Raises `ValueError` for a file."""
    if folder.is_file():
        raise ValueError(
            f"asked to teach on {folder}, which is no folder of documents; of a public dataset, "
            f"`python -m benchmarks.datasets {folder} FOLDER --part fit` writes one"
        )
    return Kit.open(folder)


def sources(paths: Sequence[Path], licences: Sequence[str]) -> tuple[Source, ...]:
    """Each path with its licence, for the card; one licence alone is that of all.

    Raises `ValueError` where there are not as many licences as paths.
    """
    stated = list(licences) or [""]
    if len(stated) == 1:
        stated *= len(paths)
    if len(stated) != len(paths):
        raise ValueError(
            f"asked to teach on {len(paths)} sources, got {len(stated)} licences; give one for all "
            "with --licence, or one for each, in their order"
        )
    found = []
    for path, licence in zip(paths, stated, strict=True):
        name = path.resolve().name
        found.append(Source(name, licence))
    return tuple(found)
