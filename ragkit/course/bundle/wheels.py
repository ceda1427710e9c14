"""The packages of the lock as wheels, in a folder that is kept, so that collecting them goes on.

pip fetches them, with the user's own configuration: index, mirrors, folders of wheels. What is no
wheel there is built into one here, as it would be at an installation.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

from tqdm.auto import tqdm

from ragkit.course.bundle.contents import BundleError

AT_ONCE = 10
"""Number of packages in one call of pip. What such a call has fetched is kept."""
PIN = re.compile(r"([A-Za-z0-9._-]+)==([^\s;]+)\s*(;.*)?")


@dataclass(frozen=True)
class Pin:
    """A line of the lock."""

    name: str
    version: str
    marker: str = ""
    """On which systems it counts; empty for all."""

    @property
    def line(self) -> str:
        """The requirement as pip reads it."""
        return f"{self.name}=={self.version} {self.marker}".strip()


def pins(lock: Path) -> list[Pin]:
    """The lines of a lock file. Raises `BundleError` for a line that is no exact pin."""
    found = []
    for line in lock.read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        match = PIN.fullmatch(text)
        if match is None:
            then = "write it as name==version; `make lock` does"
            raise BundleError(f"exact pins in {lock}", f"the line {text!r}", then)
        found.append(Pin(match[1], match[2], match[3] or ""))
    return found


def is_of(wheel: Path, pin: Pin) -> bool:
    """Whether a file is the wheel of a pin, by its name. A local version counts as the same.

    >>> is_of(Path("torch-2.13.0+cpu-cp311-cp311-linux_x86_64.whl"), Pin("torch", "2.13.0"))
    True
    >>> is_of(Path("jinja2-3.1.6-py3-none-any.whl"), Pin("Jinja2", "3.1.5"))
    False
    """
    name, _, rest = wheel.stem.partition("-")
    version, _, _ = rest.partition("-")
    public, _, _ = version.partition("+")
    wanted, _, _ = pin.version.partition("+")
    return _normal(name) == _normal(pin.name) and public == wanted


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def collect(lock: Path, folder: Path, quiet: bool = False) -> list[Path]:
    """The wheels of all packages in the lock, in the folder; those that lack are fetched by pip.

    A wheel that is there and whole is not fetched again, and one that is damaged is. A package
    that the lock does not want on this system has none. Raises `BundleError`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for stale in folder.glob("incoming-*"):
        shutil.rmtree(stale, ignore_errors=True)
    wanted = pins(lock)
    there = _whole(folder, quiet)
    missing = [pin for pin in wanted if _wheel(pin, there) is None]
    with tqdm(total=len(missing), desc="fetching wheels", disable=quiet or not missing) as bar:
        for start in range(0, len(missing), AT_ONCE):
            few = missing[start : start + AT_ONCE]
            there += _fetched(few, folder)
            bar.update(len(few))
    return _complete(wanted, there)


def _whole(folder: Path, quiet: bool) -> list[Path]:
    """The wheels in a folder that are not damaged; the others are removed."""
    wheels = sorted(folder.glob("*.whl"))
    whole = []
    for wheel in tqdm(wheels, desc="checking wheels", disable=quiet or not wheels):
        if is_whole(wheel):
            whole.append(wheel)
        else:
            wheel.unlink()
    return whole


def is_whole(wheel: Path) -> bool:
    """Whether every file in a wheel has the checksum that the wheel states."""
    try:
        with ZipFile(wheel) as archive:
            return archive.testzip() is None
    except (BadZipFile, EOFError, zlib.error):
        return False


def _wheel(pin: Pin, wheels: Sequence[Path]) -> Path | None:
    for wheel in wheels:
        if is_of(wheel, pin):
            return wheel
    return None


def _fetched(few: Sequence[Pin], folder: Path) -> list[Path]:
    """Let pip fetch some packages; each arrives in the folder in full or not at all."""
    lines = [pin.line for pin in few]
    with TemporaryDirectory(prefix="incoming-", dir=folder) as incoming:
        done = _run_pip(lines, incoming)
        arrived = []
        for wheel in sorted(Path(incoming).glob("*.whl")):
            arrived.append(wheel.replace(folder / wheel.name))
    if done.returncode:
        said = done.stderr.strip().splitlines()
        got = said[-1] if said else f"exit code {done.returncode}"
        then = "go online, or point pip at a mirror (index-url or find-links), and run it again: "
        then += "complete wheels are kept"
        raise BundleError(f"pip wheel {' '.join(lines)}", got, then)
    return arrived


def _run_pip(lines: Sequence[str], incoming: str) -> subprocess.CompletedProcess[str]:
    # -P: a file pip.py in the folder of the notebook must not run.
    command = [sys.executable, "-P", "-m", "pip", "wheel", "--no-deps", "--no-input", "-qq"]
    command += ["--wheel-dir", incoming, *lines]
    return subprocess.run(command, check=False, capture_output=True, text=True, errors="replace")


def _complete(wanted: Sequence[Pin], there: Sequence[Path]) -> list[Path]:
    """A wheel for each pin. Raises `BundleError` for one without."""
    found = []
    for pin in wanted:
        wheel = _wheel(pin, there)
        if wheel is not None:
            found.append(wheel)
        elif not pin.marker:
            then = "run it again; if it stays so, the lock and the index disagree"
            raise BundleError(f"a wheel of {pin.line}", "pip brought none", then)
    return found
