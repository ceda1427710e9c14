"""Adapters: small files that teach the embedded model to judge (`judge="taught"`) or to write.

An adapter here is an activated LoRA (aLoRA). Its weights count only behind a marker in the prompt.
So what precedes the marker is computed once, for the writer and for the judge. It belongs to one
model file, byte by byte: with another quantisation of the same model its odds mean nothing.

`SHIPPED` pins those that come with the kit. Left out: a download. They are small, so they are part
of the package, and every installation has those that its code was tested with.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ragkit.text.one_line import first_line
from ragkit.weights.cache import ensure, sha256_in_cache
from ragkit.weights.gguf import BadGGUF, metadata
from ragkit.weights.hub_name import is_hub_name
from ragkit.weights.no_adapter import JUDGE, WRITER, NoAdapter, NoneShips, Wanted, refused
from ragkit.weights.source import ModelFileError
from ragkit.weights.stamp import sha256_of
from ragkit.weights.table import FILES

if TYPE_CHECKING:
    from ragkit.settings import Job, Settings

MARKER = "<|file_sep|>"
"""The special token behind which an adapter counts; no prompt needs it for anything else."""
MARKER_TOKEN = 151664
"""The number of that token in the vocabulary of the embedded models."""
BASE = "ragkit.base_sha256"
"""The name, in an adapter's metadata, of the SHA-256 of the model file that it belongs to."""
INVOKED_BY = "adapter.alora.invocation_tokens"
"""The name, in an adapter's metadata, of the tokens behind which it counts."""
TEMPERATURE = "ragkit.temperature"
"""The name, in an adapter's metadata, of what its log-odds are divided by; without it, 1."""
JOB = "ragkit.job"
"""The name, in an adapter's metadata, of what it was taught; without it, to judge."""
FOLDER = Path(__file__).parents[1] / "judges" / "adapters"
"""The folder of the adapters that come with the kit."""


class Shipped(NamedTuple):
    """An adapter that comes with the kit."""

    model: str
    """Name of the model in the table of model files."""
    file: str
    """Name of the adapter's file in `FOLDER`."""
    sha256: str
    """Of the adapter's file."""
    base_sha256: str
    """Of the model file that it belongs to."""


SHIPPED: tuple[Shipped, ...] = (
    Shipped(
        "qwen2.5-coder-1.5b",
        "qwen2.5-coder-1.5b.gguf",
        "74f7b16a1413a3074bcfdcb1e9f5e4088cd231c87a493778f408d4c0fc33676b",
        "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    ),
    Shipped(
        "qwen2.5-coder-0.5b",
        "qwen2.5-coder-0.5b.gguf",
        "4e9ccdc3166ea12e3946628391901715fdbb0362042ab9bc4245afd1e793798a",
        "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    ),
)
"""The adapters that come with the kit, at most one for a model file; `make critics` teaches them.
"""


@dataclass(frozen=True)
class Adapter:
    """An adapter that was checked, and may be loaded."""

    path: Path
    sha256: str
    base_sha256: str
    """SHA-256 of the model file that it belongs to; empty if it does not say."""
    pinned: bool = False
    """Whether its own SHA-256 is pinned by the kit."""
    temperature: float = 1.0
    """What its log-odds are divided by, so that they are no surer than they are right."""

    @property
    def state(self) -> str:
        hashed = "checked against its pinned hash" if self.pinned else "your own"
        if self.base_sha256:
            return f"{hashed}, for the model file in use"
        return f"{hashed}, which does not say for which model file"


def taught_adapter(settings: Settings, own: object | None = None) -> tuple[Adapter | None, str]:
    """The adapter of the judge of these settings, or None and a note that says why there is none.

    Without an adapter the judge is zero-shot. The note is empty where that is no surprise: another
    judge is asked for, or none is, and no adapter ships for the model. `own` is a chat model of the
    user's own, which does every job.
    """
    if settings.judge not in (None, "taught"):
        return None, ""
    try:
        return adapter_for(settings, own), ""
    except NoneShips as error:
        return None, error.note if is_asked_for(settings) else ""
    except NoAdapter as error:
        return None, error.note


def writer_adapter(settings: Settings, own: object | None = None) -> tuple[Adapter | None, str]:
    """The adapter that the model of these settings writes with, or None and a note that says why.

    The note is empty where none is asked for. `own` is a chat model of the user's own.
    """
    if settings.writer_adapter is None:
        return None, ""
    try:
        base = base_of(settings, "answer", own, WRITER)
        return own_adapter(settings.writer_adapter, base, WRITER), ""
    except NoAdapter as error:
        return None, error.note


def adapters_of(settings: Settings, model: str) -> tuple[Adapter, ...]:
    """The adapters that the server of a model loads; a request names one by its place here."""
    found = []
    if model == settings.model_for("judge"):
        found.append(taught_adapter(settings)[0])
    if model == settings.model_for("answer"):
        found.append(writer_adapter(settings)[0])
    return tuple(adapter for adapter in found if adapter is not None)


def is_asked_for(settings: Settings) -> bool:
    """Whether these settings name the taught judge, or an adapter for the judge they leave open."""
    if settings.judge is None:
        return settings.adapter is not None
    return settings.judge == "taught"


def adapter_for(settings: Settings, own: object | None = None) -> Adapter:
    """The adapter for the judging model of these settings, whatever judge they ask for.

    Raises `NoAdapter`.
    """
    base = base_of(settings, "judge", own, JUDGE)
    if settings.adapter is not None:
        return own_adapter(settings.adapter, base)
    return shipped(settings.model_for("judge"), base)


def base_of(settings: Settings, job: Job, own: object | None, wanted: Wanted) -> str:
    """The SHA-256 of the model file that an adapter for a job has to belong to.

    Raises `NoAdapter` where there is no such file.
    """
    if own is not None:
        got = "the chat model is one of your own"
        raise refused(got, "leave out `model`", NoneShips, wanted)
    if settings.replier != "embedded":
        got = f"the provider is {settings.provider}, and only the embedded model takes an adapter"
        raise refused(got, "set RAGKIT_PROVIDER=embedded", NoneShips, wanted)
    model = settings.model_for(job)
    if settings.provider == "recorded":
        return sha256_by_name(model)
    return base_sha256(model, settings.weights_folder)


def base_sha256(model: str, cache: Path) -> str:
    """The SHA-256 of the model file that is loaded for a name.

    That of a pinned model is in the table. A file of the hub is fetched for it if necessary, and a
    file of the user's own is hashed. Raises `NoAdapter`.
    """
    try:
        if model not in FILES and not is_hub_name(model):
            return _hashed(Path(model).expanduser())
        if is_hub_name(model):
            ensure(model, cache)
        return sha256_in_cache(model, cache)
    except (OSError, ModelFileError) as error:
        got = f"the model file {model} cannot be read: {_why(error)}"
        raise refused(got, "`python -m ragkit doctor` checks the model files") from error


def sha256_by_name(model: str) -> str:
    """The SHA-256 of a model file that need not be on this machine. Raises `NoAdapter`."""
    if model in FILES:
        return FILES[model].files[0].sha256
    _, _, sha256 = model.partition("@sha256:")
    if not sha256:
        got = f"the replies are recorded, and {model} does not say for which model file"
        raise refused(got, "add @sha256:HEX to its name", NoneShips)
    return sha256.lower()


def shipped(model: str, base_sha256: str) -> Adapter:
    """The adapter that comes with the kit for a model file. Raises `NoAdapter`."""
    for row in SHIPPED:
        if row.base_sha256 == base_sha256:
            return _checked(row)
    for row in SHIPPED:
        if row.model == model:
            raise _other_base(row.file, row.base_sha256, base_sha256)
    got = f"no adapter ships for {model}"
    raise refused(got, "name one of yours in RAGKIT_ADAPTER", NoneShips)


def _checked(row: Shipped) -> Adapter:
    path = FOLDER / row.file
    if not path.is_file():
        raise refused(f"{path} is not there", "install the kit again")
    sha256 = _hashed(path)
    if sha256 != row.sha256:
        got = f"{path} has other bytes (SHA-256 {sha256[:12]}...) than those that were tested"
        raise refused(got, "install the kit again")
    told = metadata(path, (TEMPERATURE,))
    return Adapter(path, sha256, row.base_sha256, pinned=True, temperature=_temperature(told))


def own_adapter(path: Path, base_sha256: str, wanted: Wanted = JUDGE) -> Adapter:
    """An adapter of the user's own, for a model file with this SHA-256.

    One that does not say what it belongs to is taken. Raises `NoAdapter`.
    """
    then = f"name another file in {wanted.setting}"
    try:
        told = metadata(path, ("general.type", "adapter.type", INVOKED_BY, BASE, TEMPERATURE, JOB))
        sha256 = _hashed(path)
    except (OSError, BadGGUF) as error:
        got = f"{path} cannot be used: {_why(error)}"
        raise refused(got, then, wanted=wanted) from error
    fault = _fault(told) or _other_job(told, wanted)
    if fault:
        raise refused(f"{path} cannot be used: {fault}", then, wanted=wanted)
    base = str(told.get(BASE, ""))
    if base and base != base_sha256:
        raise _other_base(path.name, base, base_sha256, wanted)
    return Adapter(path.resolve(), sha256, base, temperature=_temperature(told))


def _temperature(told: dict[str, Any]) -> float:
    return float(told.get(TEMPERATURE, 1.0))


def _fault(told: dict[str, Any]) -> str:
    """Why a file with these metadata is no adapter for a judge; empty when it is one."""
    kinds = (told.get("general.type"), told.get("adapter.type"))
    if kinds != ("adapter", "lora"):
        return "it is a GGUF file, and no LoRA adapter"
    invoked_by = told.get(INVOKED_BY)
    if not invoked_by:
        # It would change the keys and values of the evidence, for the writer too.
        return "it is a plain LoRA, which would change the evidence too; an activated one is needed"
    if invoked_by != [MARKER_TOKEN]:
        return f"it is activated by the tokens {invoked_by}, and the kit writes {[MARKER_TOKEN]}"
    temperature = told.get(TEMPERATURE, 1.0)
    if not (isinstance(temperature, float) and 0 < temperature < math.inf):
        return f"its temperature is {temperature!r}, and a number above 0 is needed"
    return ""


def _other_job(told: dict[str, Any], wanted: Wanted) -> str:
    """What is wrong with an adapter that was taught another job; empty where it was taught this."""
    job = told.get(JOB, JUDGE.job)
    return "" if job == wanted.job else f"it was taught as a {job}, and a {wanted.job} is needed"


def _other_base(name: str, own: str, got: str, wanted: Wanted = JUDGE) -> NoAdapter:
    return refused(
        f"{name} belongs to the model file with SHA-256 {own[:12]}..., "
        f"and the one in use has {got[:12]}...",
        "use that model file, or an adapter that was taught on this one",
        wanted=wanted,
    )


def _why(error: Exception) -> str:
    if isinstance(error, ModelFileError):
        return str(error.args[1])
    return str(error) if isinstance(error, BadGGUF) else first_line(error)


def _hashed(path: Path) -> str:
    """The SHA-256 of a file, computed once for each state of it. Raises `OSError`."""
    status = path.stat()
    return _hashed_once(path, status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=16)
def _hashed_once(path: Path, size: int, time: int) -> str:
    return sha256_of(path)
