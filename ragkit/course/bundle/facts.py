"""What a bundle says of itself: for which machines it is, and how much room it needs."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from ragkit.course.bundle.contents import Member

Facts = dict[str, Any]


def facts(wheels: Sequence[Path], models: Sequence[Member], recorded: Sequence[Member]) -> Facts:
    """The content of `bundle.json`, which the set-up reads before it does anything."""
    return {
        "kit": version("ragkit"),
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "system": platform.system(),
        "machine": platform.machine(),
        "wheels": len(wheels),
        "installed_bytes": unpacked_size(wheels),
        "model_bytes": sum(member.file.stat().st_size for member in models),
        "recordings": [member.name for member in recorded],
    }


def unpacked_size(wheels: Sequence[Path]) -> int:
    """The number of bytes of all files in these wheels."""
    size = 0
    for wheel in wheels:
        with ZipFile(wheel) as archive:
            size += sum(entry.file_size for entry in archive.infolist())
    return size
