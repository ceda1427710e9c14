"""Is everything here that a run needs? Each check says what it found and, when it fails, what to do."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

GIB = 2**30
LOCK = Path(__file__).parent.parent / "requirements.lock"


@dataclass(frozen=True)
class Finding:
    """What one check found. `remedy` is empty when all is well; `fatal` when nothing works without it."""

    what: str
    found: str
    remedy: str = ""
    fatal: bool = True

    def __str__(self) -> str:
        mark = "ok  " if not self.remedy else "FAIL" if self.fatal else "note"
        return f"{mark} {self.what}: {self.found}" + (f"\n     -> {self.remedy}" if self.remedy else "")


def examine() -> Iterator[Finding]:
    """Every check in turn, cheapest first; the later ones need the packages that the earlier ones look for."""
    for check in (python, packages, disk, memory):
        finding = check()
        yield finding
        if finding.remedy and finding.fatal:
            return
    yield from model_files()
    yield provider()


def python(version: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    """The interpreter: 3.11, for which the pinned set was tested."""
    remedy = "" if version[:2] == (3, 11) else "install Python 3.11, then `make PYTHON=/path/to/python3.11 setup`"
    return Finding("Python", ".".join(map(str, version)), remedy)


def packages(lock: Path = LOCK) -> Finding:
    """The installed packages against the lock."""
    pins = [line.split(";")[0].strip().split("==") for line in lock.read_text().splitlines() if "==" in line]
    wrong = [name for name, version in pins if not _installed(name).startswith(version)]
    found = f"{len(pins) - len(wrong)} of {len(pins)} pinned packages as in {lock.name}"
    listed = f"{', '.join(wrong[:5])}{' ...' if len(wrong) > 5 else ''}"
    missing = any(not _installed(name) for name in wrong)
    return Finding("packages", found, f"{listed} missing or of another version: `make setup`" if wrong else "", missing)


def _installed(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "" if name != "uvloop" or sys.platform != "win32" else "0.23.0"


def disk(need: float = 3.0) -> Finding:
    """Room for the model files and indexes, where the cache lies."""
    from ragkit.settings import Settings

    cache = Settings().cache
    there = next(folder for folder in (cache, *cache.parents) if folder.exists())
    free = shutil.disk_usage(there).free / GIB
    remedy = "" if free >= need else f"free {need - free:.1f} GiB, or set RAGKIT_CACHE to a folder with room"
    return Finding("disk", f"{free:.1f} GiB free at {cache}", remedy, fatal=False)


def memory(need: float = 3.0) -> Finding:
    """Free memory for the embedded model (the 1.5B needs about three gibibytes, the 0.5B half of that)."""
    import psutil

    free = psutil.virtual_memory().available / GIB
    remedy = "" if free >= need else "close other programs, or set RAGKIT_TIER=budget (the 0.5B model)"
    return Finding("memory", f"{free:.1f} GiB free", remedy, fatal=False)


def model_files() -> Iterator[Finding]:
    """Which pinned models are in the cache; what the settings name must be there, or is fetched at first use."""
    from ragkit.settings import Settings
    from ragkit.weights import describe

    settings = Settings()
    needed = {settings.embedder} | ({settings.model_for("answer")} if settings.provider == "embedded" else set())
    for row in describe(settings.cache):
        if row.name in needed or row.present:
            remedy = "" if row.present else "`make models` fetches it (so does the first use)"
            yield Finding(f"model {row.name}", "present" if row.present else "not there", remedy, fatal=False)


def provider() -> Finding:
    """The chat model: one short question to it."""
    from ragkit.chat import chat
    from ragkit.llm import say
    from ragkit.settings import Settings

    settings = Settings(reuse_replies=False, max_tokens=8)
    name = f"{settings.provider} {settings.model_for('answer')}"
    return _asked(name, lambda: str(say(chat(settings), "Reply with the word ready.").content))


def _asked(name: str, question: Callable[[], str]) -> Finding:
    try:
        return Finding("chat model", f"{name} replied {question().strip()[:40]!r}")
    except Exception as error:  # noqa: BLE001 - whatever it is, the doctor reports it
        return Finding("chat model", f"{name} did not reply", str(error))
