"""The cache of model files: `ensure` returns a verified model, and fetches it when it is not there.

Layout: `<model>/<file>`, `<model>.json` (the stamp), `<model>.lock`, and `<model>.part/` while fetching.
Files are fetched beside their place, verified, and moved in one step, so what is in place is whole. Left
out: removing models (delete the folder).
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout
from platformdirs import user_cache_path

from ragkit.weights.source import (
    DiskFull,
    ModelFileError,
    ModelMissing,
    Source,
    SourceFailed,
    WrongBytes,
    is_disk_full,
)
from ragkit.weights.stamp import complete, fresh, read_stamp, sha256_of, verified, write_stamp
from ragkit.weights.table import FILES, ModelFile

log = logging.getLogger(__name__)


class Row(NamedTuple):
    """A model in the cache, as a doctor shows it."""

    name: str
    size: int
    """In bytes."""
    licence: str
    present: bool
    verified: bool
    """Whether its bytes were checked, and not touched since."""
    source: str
    """Where it came from; empty when that is not known."""


def cache_dir() -> Path:
    """The folder of model files: `RAGKIT_CACHE`, else the platform's cache folder of this user."""
    named = os.environ.get("RAGKIT_CACHE")
    return Path(named).expanduser() if named else user_cache_path("ragkit")


def ensure(name: str, cache: Path | None = None, *, quiet: bool = False) -> Path:
    """The path of a verified model, a GGUF file or a sentence-transformers folder; fetched when not there.

    `quiet` hides the progress bars. Safe in several processes at once: one fetches, the others wait.
    Raises `ModelMissing` when no source has it, `DiskFull`, or `ModelFileError` for an unknown name or an
    unusable folder.
    """
    home = Path(cache) if cache else cache_dir()
    if (model := FILES.get(name)) is None:
        raise ModelFileError(f"model {name!r}", "no such name", f"take one of: {', '.join(FILES)}")
    try:
        if not verified(model, home):
            with _turn(model, home):
                if not verified(model, home):  # another process may have fetched it meanwhile
                    _fetch(model, home, quiet)
    except OSError as error:
        then = "make that folder usable, or set RAGKIT_CACHE to another one"
        raise ModelFileError(f"model {name!r} in {home}", str(error), then) from error
    return model.path(home)


def describe(cache: Path | None = None) -> list[Row]:
    """One row a pinned model: what is there, and whether it was verified. Hashes nothing, fetches nothing."""
    home = Path(cache) if cache else cache_dir()
    return [
        Row(
            model.name,
            model.size,
            model.licence,
            present=complete(model, home),
            verified=fresh(model, home),
            source=read_stamp(model, home).get("source", ""),
        )
        for model in FILES.values()
    ]


@contextmanager
def _turn(model: ModelFile, home: Path) -> Iterator[None]:
    """Hold the model's lock, and say so when that means waiting."""
    home.mkdir(parents=True, exist_ok=True)
    lock = FileLock(home / f"{model.name}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        log.warning("%s: another process is fetching it; waiting for it to finish", model.name)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _fetch(model: ModelFile, home: Path, quiet: bool) -> None:
    """Ask each source in turn; the first one whose bytes are right serves."""
    work, failures = home / f"{model.name}.part", []
    for source in model.sources:
        folder = work / type(source).__name__.lower()
        try:
            _fetch_from(source, model, home, folder, quiet)
        except SourceFailed as failure:
            failures.append(f"{source.name}: {failure.args[1]}")
            level = logging.WARNING if isinstance(failure, WrongBytes) else logging.INFO
            log.log(level, "%s: %s did not serve it. %s", model.name, source.name, failure)
        else:
            shutil.rmtree(work)
            log.info("%s: fetched from %s and verified", model.name, source.name)
            return
        finally:
            with suppress(OSError):
                work.rmdir()  # only when nothing is kept in it
    then = "go online and ask again (what came whole is kept), or put the file there by hand"
    raise ModelMissing(f"model {model.name!r} at {model.path(home)}", "; ".join(failures), then)


def _fetch_from(source: Source, model: ModelFile, home: Path, folder: Path, quiet: bool) -> None:
    """Fetch, verify, move into place. Wrong or half files are removed, so that a retry can succeed."""
    try:
        _check_room(source, model, home, folder)
        fetched = source.fetch(model.files, folder, quiet)
        _check_bytes(model, fetched)
        for file in model.files:
            target = home / model.name / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            (fetched / file.path).replace(target)
        write_stamp(model, home, source.name)
    except (WrongBytes, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        if is_disk_full(error):
            raise _no_room(source, model, home) from error
        raise


def _check_room(source: Source, model: ModelFile, home: Path, folder: Path) -> None:
    kept = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    if shutil.disk_usage(home).free + kept < source.space * model.size:
        raise _no_room(source, model, home)


def _no_room(source: Source, model: ModelFile, home: Path) -> DiskFull:
    need, free = source.space * model.size, shutil.disk_usage(home).free
    asked = f"{need / 1e6:.0f} MB of disk, to fetch model {model.name!r} from {source.name}"
    got = f"{free / 1e6:.0f} MB free in {home}"
    return DiskFull(asked, got, "free some, or set RAGKIT_CACHE to a folder on another disk")


def _check_bytes(model: ModelFile, folder: Path) -> None:
    for file in model.files:
        if (found := sha256_of(folder / file.path)) != file.sha256:
            got = f"other bytes (SHA-256 {found[:12]}...)"
            then = "nothing: they were thrown away, and the next source is asked"
            raise WrongBytes(f"{file.path} with SHA-256 {file.sha256[:12]}...", got, then)
