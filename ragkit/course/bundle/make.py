"""Make a bundle: collect the wheels, see to the model files, pack everything with its checksums."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from ragkit.course.bundle.archive import write
from ragkit.course.bundle.contents import (
    Member,
    kit_files,
    laptop_files,
    model_files,
    model_names,
    recordings,
)
from ragkit.course.bundle.wheels import collect
from ragkit.course.checkout import ROOT
from ragkit.settings import Settings


@dataclass(frozen=True)
class Made:
    """A bundle that was made."""

    archive: Path
    size: int
    """Number of bytes."""
    parts: dict[str, int]
    """Number of bytes of the wheels, of the model files, and of all else."""

    def __str__(self) -> str:
        lines = [f"{self.archive}: {self.size / 1e6:,.0f} MB"]
        for name, size in self.parts.items():
            lines.append(f"   {name}: {size / 1e6:,.0f} MB")
        return "\n".join(lines)


def make(
    archive: Path,
    settings: Settings,
    recorded: Sequence[Path] = (),
    small: bool = False,
    solutions: bool = True,
    root: Path = ROOT,
    quiet: bool = False,
) -> Made:
    """Make a bundle of the kit in `root`. Wheels are kept in the folder `wheels` beside it.

    `recorded` are files of recorded replies, `small` adds the model of the tier budget, and without
    `solutions` those of the exercises are left out. Raises `BundleError` or `ModelFileError`.
    """
    course = [*laptop_files(), *kit_files(root, solutions)]
    replies = recordings(recorded)
    names = model_names(settings, small)
    wheels = collect(root / "requirements.lock", archive.parent / "wheels", quiet)
    packages = [Member(f"wheels/{wheel.name}", wheel) for wheel in wheels]
    models = model_files(names, settings.weights_folder)
    told = facts(wheels, models, replies)
    texts = {"bundle.json": json.dumps(told, indent=1) + "\n"}
    members = [*course, *replies, *models, *packages]
    size = write(members, texts, archive, quiet)
    parts = {
        "packages": _size(packages),
        "model files": _size(models),
        "course, corpora, code": _size([*course, *replies]),
    }
    return Made(archive, size, parts)


def facts(
    wheels: Sequence[Path], models: Sequence[Member], recorded: Sequence[Member]
) -> dict[str, Any]:
    """The content of `bundle.json`, which the set-up reads before it does anything.

    It says for which machines the bundle is, and how much room it needs.
    """
    return {
        "kit": version("ragkit"),
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "system": platform.system(),
        "machine": platform.machine(),
        "wheels": len(wheels),
        "installed_bytes": unpacked_size(wheels),
        "model_bytes": _size(models),
        "recordings": [member.name for member in recorded],
    }


def unpacked_size(wheels: Sequence[Path]) -> int:
    """The number of bytes of all files in these wheels."""
    size = 0
    for wheel in wheels:
        with ZipFile(wheel) as archive:
            size += sum(entry.file_size for entry in archive.infolist())
    return size


def _size(members: Iterable[Member]) -> int:
    return sum(member.file.stat().st_size for member in members)
