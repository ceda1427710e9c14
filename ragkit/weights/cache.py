"""The cache of model files: `ensure` returns a verified model, and fetches it if necessary.

Layout: `<model>/<file>`, `<model>.json` (the stamp), `<model>.lock`, and `<model>.part/` while
fetching. Of a file of the hub these are `hf/<owner>/<repo>/<file>`, `<file>.json` beside it, and so
on. Files are fetched into `.part/`, verified, and moved in one step, so a file in place is
complete. Left out: removing models (delete the folder).
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from ragkit.disk.room import free_bytes, is_disk_full
from ragkit.weights.hub_model import HubModel, hub_model, not_checked
from ragkit.weights.hub_name import FORM, is_hub_name
from ragkit.weights.source import (
    DiskFull,
    ModelFileError,
    ModelMissing,
    Source,
    SourceFailed,
    WrongBytes,
)
from ragkit.weights.stamp import complete, fresh, read_stamp, sha256_of, verified, write_stamp
from ragkit.weights.table import FILES, ModelFile

log = logging.getLogger(__name__)


class Row(NamedTuple):
    """A model in the cache, as `ragkit doctor` shows it."""

    name: str
    size: int
    """Number of bytes; 0 for a file of the hub that is not there."""
    present: bool
    verified: bool
    """Whether its bytes were checked, and have not changed since."""
    source: str
    """Name of the source that served it; empty if unknown."""
    pinned: bool
    """Whether its SHA-256 was given, and not just remembered from a download."""
    sha256: str
    """Of its first file; empty if unknown."""

    @property
    def state(self) -> str:
        if not self.present:
            return "not there"
        size = _megabytes(self.size)
        if not self.verified:
            return f"{size}, to be checked at its next use"
        if self.pinned:
            return f"{size}, checked against its pinned hash"
        return f"{size}, not checked against a hash; its SHA-256 is {self.sha256}"


def cache_dir() -> Path:
    """Return the folder of model files, from the settings."""
    # Imported late, because `ragkit doctor` must run where pydantic-settings is missing.
    from ragkit.settings import Settings

    return Settings().weights_folder


def ensure(name: str, cache: Path | None = None, *, quiet: bool = False) -> Path:
    """Return the path of a verified model, which is fetched if it is not in the cache.

    `name` is that of a pinned model, or `hf:OWNER/REPO/FILE.gguf` for a file of the hub, with
    `@sha256:HEX` to pin that. The path is a GGUF file or a sentence-transformers folder. `quiet`
    hides the progress bars. Safe in several processes at once: one fetches, the others wait. Raises
    `ModelMissing` when no source has it, `DiskFull`, or `ModelFileError` for an unknown name or an
    unusable folder.
    """
    home = Path(cache) if cache else cache_dir()
    model = _find(name, home)
    try:
        if not verified(model, home):
            with _turn(model, home):
                # Another process may have fetched it meanwhile.
                model = _find(name, home)
                if not verified(model, home):
                    _fetch(model, home, quiet)
        if not model.files[0].sha256:
            log.warning(not_checked(model, sha256_in_cache(name, home)))
    except OSError as error:
        if is_disk_full(error):
            raise _full(model, home) from error
        then = "make that folder usable, or set RAGKIT_WEIGHTS or RAGKIT_CACHE to another one"
        raise ModelFileError(f"model {name!r} in {home}", str(error), then) from error
    return model.path(home)


def sha256_in_cache(name: str, cache: Path) -> str:
    """Return the SHA-256 of a GGUF file that `ensure` has returned. It is rarely hashed for that.

    Raises `OSError` if the file is not there, or `ModelFileError` for an unknown name.
    """
    model = _find(name, cache)
    return model.files[0].sha256 or sha256_of(model.path(cache))


def describe(cache: Path | None = None) -> list[Row]:
    """Return a row for each pinned model, without hashing or fetching anything."""
    return [row(name, cache) for name in FILES]


def row(name: str, cache: Path | None = None) -> Row:
    """Return what is in the cache of one model, without hashing or fetching anything.

    Raises `ModelFileError` for an unknown name.
    """
    home = Path(cache) if cache else cache_dir()
    model = _find(name, home)
    present = complete(model, home)
    size = model.size
    if present and not size:
        size = model.path(home).stat().st_size
    return Row(
        name=model.name,
        size=size,
        present=present,
        verified=fresh(model, home),
        source=read_stamp(model, home).get("source", ""),
        pinned=model.pinned,
        sha256=model.files[0].sha256,
    )


def _find(name: str, home: Path) -> ModelFile:
    """Return the row of the table, or the file of the hub, that a name stands for."""
    if is_hub_name(name):
        return hub_model(name, home)
    model = FILES.get(name)
    if model is None:
        names = ", ".join(FILES)
        then = f"take one of: {names}; or {FORM}"
        raise ModelFileError(f"model {name!r}", "no such name", then)
    return model


@contextmanager
def _turn(model: ModelFile, home: Path) -> Iterator[None]:
    """Hold the model's lock; log a warning if that means waiting."""
    file = home / f"{model.record}.lock"
    file.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(file)
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
    """Try each source in turn, until one serves the right bytes."""
    work = home / f"{model.record}.part"
    then = "go online and ask again (what came whole is kept)"
    reasons = []
    if model.path(home).exists():
        reasons.append("what is there is incomplete or has other bytes")
        log.warning("%s: %s; it is fetched again", model.path(home), reasons[0])
    for source in model.sources:
        folder = work / type(source).__name__.lower()
        try:
            _fetch_from(source, model, home, folder, quiet)
        except SourceFailed as failure:
            if len(model.sources) == 1:
                then = failure.args[2]
            reasons.append(f"{source.name}: {failure.args[1]}")
            _log_failure(source, model, failure)
        else:
            shutil.rmtree(work)
            log.info("%s: fetched from %s and verified", model.name, source.name)
            return
        finally:
            # Fails if something is kept in it.
            with suppress(OSError):
                work.rmdir()
    asked = f"model {model.name!r} at {model.path(home)}"
    raise ModelMissing(asked, "; ".join(reasons), f"{then}, or put the file there by hand")


def _log_failure(source: Source, model: ModelFile, failure: SourceFailed) -> None:
    # An absent source is usual, wrong bytes are not.
    suspicious = isinstance(failure, WrongBytes)
    level = logging.WARNING if suspicious else logging.INFO
    log.log(level, "%s: %s did not serve it. %s", model.name, source.name, failure)


def _fetch_from(source: Source, model: ModelFile, home: Path, folder: Path, quiet: bool) -> None:
    """Fetch, verify, move into place.

    Wrong or incomplete files are removed, so that another try can succeed.
    """
    try:
        if isinstance(model, HubModel):
            model = model.stated()
        _check_room(source, model, home, folder)
        fetched = source.fetch(model.files, folder, quiet)
        _check_bytes(model, fetched)
        _move(model, fetched, home / model.folder)
        write_stamp(model, home, source.name)
    except (WrongBytes, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        if is_disk_full(error):
            raise _no_room(source, model, home) from error
        raise


def _move(model: ModelFile, folder: Path, target: Path) -> None:
    for file in model.files:
        place = target / file.path
        place.parent.mkdir(parents=True, exist_ok=True)
        (folder / file.path).replace(place)


def _check_room(source: Source, model: ModelFile, home: Path, folder: Path) -> None:
    need = source.space * model.size
    free = shutil.disk_usage(home).free
    # What an earlier run left in the folder need not be fetched again.
    kept = 0
    for path in folder.rglob("*"):
        if path.is_file():
            kept += path.stat().st_size
    if free + kept < need:
        raise _no_room(source, model, home)


def _no_room(source: Source, model: ModelFile, home: Path) -> DiskFull:
    need = source.space * model.size
    return _full(model, home, need, f" from {source.name}")


def _full(model: ModelFile, home: Path, need: float = 0, origin: str = "") -> DiskFull:
    """Return the error of a full disk; without `need`, the size of the model is asked for."""
    free = free_bytes(home)
    size = _megabytes(need or model.size)
    asked = f"{size} of disk, to fetch model {model.name!r}{origin}"
    got = f"{_megabytes(free)} free in {home}"
    return DiskFull(asked, got, "free some, or set RAGKIT_CACHE to a folder on another disk")


def _megabytes(size: float) -> str:
    return f"{size / 1e6:.0f} MB"


def _check_bytes(model: ModelFile, folder: Path) -> None:
    if isinstance(model, HubModel):
        model.check(folder)
        return
    for file in model.files:
        sha256 = sha256_of(folder / file.path)
        if sha256 == file.sha256:
            continue
        asked = f"{file.path} with SHA-256 {file.sha256[:12]}..."
        got = f"other bytes (SHA-256 {sha256[:12]}...)"
        then = "nothing: they were thrown away, and the next source is asked"
        raise WrongBytes(asked, got, then)
