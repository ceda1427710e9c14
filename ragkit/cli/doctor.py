"""Checks of everything that a run needs.

Each says what it found and, when it fails, what to do.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from ragkit.cli.endpoint import provider, reuse
from ragkit.cli.finding import Finding
from ragkit.course.checkout import ROOT

GIB = 2**30
LOCK = ROOT / "requirements.lock"
SET_UP = "`make setup`, then run it with `.venv/bin/python`"
"""What to do in a checkout where this Python lacks packages: it may be another than that of .venv.
"""
PYTHONS = ((3, 11), (3, 12), (3, 13))
"""The versions of Python that the lock was tested with."""


def examine() -> Iterator[Finding]:
    """Every check in turn, cheapest first.

    The later ones need the packages that the earlier ones look for, so a fatal finding among those
    ends the examination.
    """
    for check in (python, packages, disk, memory):
        finding = check()
        yield finding
        if finding.remedy and finding.fatal:
            return
    yield from model_files()
    yield adapter()
    yield thresholds()
    yield from index_server()
    found = list(replies())
    yield from found
    if not any(finding.remedy for finding in found):
        yield from reuse()


def python(version: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    """Check the interpreter: the pinned packages were tested with these versions."""
    remedy = ""
    if version[:2] not in PYTHONS:
        remedy = "install Python 3.11 to 3.13, then `make PYTHON=/path/to/python3.11 setup`"
    return Finding("Python", ".".join(map(str, version)), remedy)


def packages(lock: Path = LOCK) -> Finding:
    """Compare the installed packages with the lock; outside a checkout, with ragkit's pins."""
    if not _installed("ragkit"):
        return Finding("packages", f"ragkit is not installed for {sys.executable}", SET_UP)
    in_checkout = lock.exists()
    lines = lock.read_text().splitlines() if in_checkout else own_pins()
    pins = []
    for line in lines:
        if "==" in line:
            requirement = line.split(";")[0].strip()
            pins.append(requirement.split("=="))
    wrong = [name for name, version in pins if not _installed(name).startswith(version)]
    right = len(pins) - len(wrong)
    place = lock.name if in_checkout else "ragkit's metadata"
    found = f"{right} of {len(pins)} pinned packages as in {place}"
    remedy = ""
    if wrong:
        names = ", ".join(wrong[:5])
        more = " ..." if len(wrong) > 5 else ""
        then = SET_UP if in_checkout else "install ragkit again"
        remedy = f"{names}{more} missing or of another version: {then}"
    # The lock has the extras too, which the kit runs without.
    needed = {requirement.partition("==")[0] for requirement in own_pins()}
    missing = any(name in needed and not _installed(name) for name in wrong)
    return Finding("packages", found, remedy, fatal=missing)


def own_pins() -> list[str]:
    """The pins that the installed package asks for, without those of its extras."""
    asked = importlib.metadata.requires("ragkit") or []
    return [requirement for requirement in asked if "extra ==" not in requirement]


def _installed(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        # The lock has uvloop only for other systems than Windows.
        if name == "uvloop" and sys.platform == "win32":
            return "0.23.0"
        return ""


def disk(need: float = 3.0) -> Finding:
    """Check the disk space for model files and indexes in the cache."""
    from ragkit.settings import Settings

    cache = Settings().cache
    # The cache may not exist yet, and only an existing folder has a disk.
    folder = next(one for one in (cache, *cache.parents) if one.exists())
    free = shutil.disk_usage(folder).free / GIB
    remedy = ""
    if free < need:
        missing = need - free
        remedy = f"free {missing:.1f} GiB, or set RAGKIT_CACHE to a folder with room"
    return Finding("disk", f"{free:.1f} GiB free at {cache}", remedy, fatal=False)


def memory(need: float = 3.0, recorded: float = 1.0) -> Finding:
    """Check the free memory for the embedded model, or for recorded replies.

    The 1.5B model needs about three gibibytes, the 0.5B half of that. Recorded replies need what
    the embeddings do.
    """
    import psutil

    from ragkit.settings import Settings

    remedy = (
        "close other programs, or set RAGKIT_TIER=budget (the 0.5B model); where that is too large "
        "as well, RAGKIT_PROVIDER=recorded needs no model"
    )
    if Settings().provider == "recorded":
        need = recorded
        remedy = "close other programs"
    free = psutil.virtual_memory().available / GIB
    if free >= need:
        remedy = ""
    return Finding("memory", f"{free:.1f} GiB free", remedy, fatal=False)


def model_files() -> Iterator[Finding]:
    """Check which model files are in the cache.

    Pinned models that the settings name are reported even when they are missing; they are
    downloaded at first use. A file of the hub that the settings name is fetched.
    """
    from ragkit.settings import Settings
    from ragkit.weights import describe, is_hub_name

    settings = Settings()
    needed = {settings.embedder}
    if settings.provider == "embedded":
        needed.add(settings.model_for("answer"))
    for name in filter(is_hub_name, sorted(needed)):
        yield hub_file(name, settings.weights_folder)
    for row in describe(settings.weights_folder):
        what = f"model {row.name}"
        if row.present:
            yield Finding(what, row.state, fatal=False)
        elif row.name in needed:
            remedy = "`make models` fetches it (so does the first use)"
            yield Finding(what, "missing", remedy, fatal=False)


def hub_file(name: str, cache: Path) -> Finding:
    """Fetch a file of the model hub if it is missing; check its bytes, and the memory for it."""
    import psutil

    from ragkit.weights import ModelFileError, ensure, row

    try:
        ensure(name, cache)
        found = row(name, cache)
    except ModelFileError as error:
        _, got, then = error.args
        return Finding(f"model {name}", got, then)
    remedy = ""
    if psutil.virtual_memory().available < found.size:
        remedy = "it is larger than the free memory: close other programs, or name a smaller file"
    return Finding(f"model {found.name}", found.state, remedy, fatal=False)


def adapter() -> Finding:
    """Check the adapter of the taught judge.

    That none ships for the model matters only where the taught judge is asked for.
    Its bytes are checked against its pinned hash, and its base against the model file in use.
    """
    from ragkit.settings import Settings
    from ragkit.weights import NoAdapter, adapter_for, taught_adapter

    settings = Settings()
    what = "taught judge"
    in_use, note = taught_adapter(settings)
    try:
        found = adapter_for(settings)
    except NoAdapter as error:
        _, got, then = error.args
        return Finding(what, got, then if note else "", fatal=False)
    state = f"{found.path.name}, SHA-256 {found.sha256[:12]}..., {found.state}"
    if in_use is None:
        state += f"; not in use, because the judge is set to {settings.judge}"
    return Finding(what, state, fatal=False)


def thresholds() -> Finding:
    """Check whether the critics' thresholds were chosen for the model of the settings.

    Which folder will be asked is not known here, so its `thresholds.json` is not looked for.
    """
    from ragkit.settings import Settings
    from ragkit.thresholds import origin, with_chosen

    settings = with_chosen(Settings())
    found = origin(settings)
    return Finding("critics' thresholds", found.source, found.note, fatal=False)


def index_server() -> Iterator[Finding]:
    """Check the Chroma server, where the settings name one."""
    from ragkit.settings import Settings
    from ragkit.stores.server import ChromaFailed, ChromaServer, check_version

    settings = Settings()
    url = settings.store
    if not url.startswith("http"):
        return
    try:
        version = check_version(ChromaServer(url, settings.store_token))
    except ChromaFailed as error:
        yield Finding("index server", f"{url} cannot be used", str(error))
    else:
        yield Finding("index server", f"{url} speaks version {version}")


def replies() -> Iterator[Finding]:
    """Check where replies come from: a recording, the chat model, or one behind the other."""
    from ragkit.settings import Settings

    settings = Settings()
    steps_in = settings.provider == "openai" and settings.recording is not None
    if settings.provider == "recorded" or steps_in:
        yield recording()
    if settings.provider != "recorded":
        yield provider()


def recording() -> Finding:
    """Check the recording: how many replies it has, of which model, and whether that one is asked.

    Its bytes are read to the end.
    """
    from ragkit.model.recorded import recording_of
    from ragkit.model.recording import RecordingError
    from ragkit.settings import Settings

    settings = Settings()
    what = "recorded replies"
    try:
        found = recording_of(settings.model_copy(update={"provider": "recorded"}))
    except RecordingError as error:
        return Finding(what, "cannot be used", str(error))
    assert found is not None
    state = f"{found}, in {found.place}"
    wanted = {settings.model_for("answer"), settings.model_for("judge")}
    missing = [name for name in sorted(wanted) if name.partition("@sha256:")[0] not in found.models]
    if missing:
        names = " or ".join(sorted(found.models))
        remedy = f"{missing[0]} is asked for, and has no reply there: set RAGKIT_MODEL={names}"
        return Finding(what, state, remedy)
    remedy = f"{found.misfit}: record again if replies are missing" if found.misfit else ""
    return Finding(what, state, remedy, fatal=False)
