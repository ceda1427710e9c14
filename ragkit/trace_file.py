"""A run as a file: saved as JSON, mailed, and loaded by somebody who need not trust where it came from.

An object in the file names its type, and only those of `TYPES` are made. `save` takes out credentials, nothing else.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib.metadata import distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from ragkit.meter import Call, Usage
from ragkit.redact import without_secrets
from ragkit.state import Claim, Complexity, Grade, Memory, Passage, Rule
from ragkit.trace import Step, Trace
from ragkit.weights.source import brief

SCHEMA = 1
"""What this kit writes. A field that is added, renamed or dropped makes a new schema, and a row of `UPGRADES`."""
TYPES = {kind.__name__: kind for kind in (Trace, Step, Call, Usage, Passage, Claim, Grade, Complexity, Memory, Rule)}


class TraceFileError(ValueError):
    """A run cannot be saved or loaded: what was asked for, what came instead, what to do next."""


FAULTS = (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError)  # the last three in an upgrade


def save(trace: Trace, file: str | Path, secrets: Iterable[str] = ()) -> Path:
    """Write a run as UTF-8 JSON, all or nothing, and return the path; its folder is made when it is not there.

    The question, the answer, the text of documents and pages, prompts and replies stay in: mail it to nobody who may
    not read those. `secrets` (see `secrets_of`) and what looks like a credential become `[removed]`.
    """
    path = Path(file)
    try:
        text = packed(trace, secrets).encode("utf-8", "backslashreplace")  # half pairs: \ud83d
        _read(text)  # what could not be loaded is not written
        path.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=path.parent, prefix=".") as folder:
            part = Path(folder, path.name)
            part.write_bytes(text)
            part.replace(path)
    except FAULTS as error:
        raise TraceFileError(f"asked to save a run as {file}, got {_came(error)}; change that first") from error
    return path


def packed(trace: Trace, secrets: Iterable[str] = ()) -> str:
    """A run as the JSON text that `save` writes. Raises `TraceFileError` where it holds what cannot be written."""
    hidden = [secrets] if isinstance(secrets, str) else list(secrets)
    kit = next((found.version for found in distributions(name="ragkit")), "")
    data = {"schema": SCHEMA, "ragkit": kit, "trace": _packed(trace, partial(without_secrets, secrets=hidden), "trace")}
    return json.dumps(data, ensure_ascii=False, indent=1)


def load(file: str | Path) -> Trace:
    """The run in a file that `save` wrote, in this schema or an older one. Raises `TraceFileError`."""
    try:
        return _read(Path(file).read_bytes())
    except FAULTS as error:
        then = "check the path, and that the file is whole and as ragkit saved it"
        raise TraceFileError(f"asked to load the run in {file}, got {_came(error)}; {then}") from error


def load_all(folder: str | Path) -> tuple[list[Trace], list[str]]:
    """The runs in the `*.json` files of a folder, by name, and a sentence on each file that could not be read."""
    if not Path(folder).is_dir():
        return [], [f"asked to load the runs in {folder}, got no folder; check the path, or save a run there"]
    traces, troubles = list[Trace](), list[str]()
    for file in sorted(Path(folder).glob("*.json")):
        try:
            traces.append(load(file))
        except TraceFileError as error:
            troubles.append(str(error))
    return traces, troubles


def _packed(value: Any, clean: Callable[[str], str], where: str) -> Any:
    """A value in JSON's own words. What JSON lacks is an object with `@type`; a plain key gets a second @."""
    match value:
        case None | bool() | int():
            return value
        case str():
            return clean(value)
        case float():
            return value if math.isfinite(value) else {"@type": "float", "is": str(value)}
        case list():
            return [_packed(one, clean, f"{where}[{i}]") for i, one in enumerate(value)]
        case tuple():
            return {"@type": "tuple", "items": _packed(list(value), clean, where)}
        case dict() if all(isinstance(key, str) for key in value):
            return {re.sub("^@", "@@", clean(key)): _packed(one, clean, f"{where}.{key}") for key, one in value.items()}
        case _ if TYPES.get(name := type(value).__name__) is type(value):
            return {"@type": name} | {key: _packed(one, clean, f"{where}.{key}") for key, one in vars(value).items()}
    raise TraceFileError(f"{type(value).__name__} at {where}, which is not JSON's, a tuple, or of {', '.join(TYPES)}")


def _unpacked(data: Any, where: str) -> Any:
    match data:
        case list():
            return [_unpacked(one, f"{where}[{i}]") for i, one in enumerate(data)]
        case {"@type": "tuple", "items": list(items), **rest} if not rest:
            return tuple(_unpacked(items, where))
        case {"@type": "float", "is": "nan" | "inf" | "-inf" as number, **rest} if not rest:
            return float(number)
        case {"@type": name, **fields}:
            return _made(str(name), fields, where)
        case dict():
            return {key.removeprefix("@"): _unpacked(one, f"{where}.{key}") for key, one in data.items()}
    return data


def _made(name: str, data: dict[Any, Any], where: str) -> Any:
    """An object of a type of the kit, with exactly its fields, and in each what it may hold."""
    if name not in TYPES:
        raise TraceFileError(f"the type {name!r:.40} at {where}, which is none of {', '.join(TYPES)}")
    fields = _fields(TYPES[name])
    for trouble, names in (("no", fields.keys() - data.keys()), ("an unknown", data.keys() - fields.keys())):
        if names:
            raise TraceFileError(f"{trouble} field {', '.join(sorted(names)):.80} of {name} at {where}")
    values = {key: _unpacked(data[key], f"{where}.{key}") for key in fields}
    for key, field in fields.items():
        try:
            field.validate_python(values[key], strict=True)
        except ValidationError as error:
            takes = TYPES[name].__annotations__[key]
            raise TraceFileError(f"{data[key]!r:.40} at {where}.{key}, which takes {takes}") from error
    return TYPES[name](**values)


@cache
def _fields(kind: type) -> dict[str, TypeAdapter[Any]]:
    """The fields of a type, and what checks their values."""
    return {name: TypeAdapter(hint) for name, hint in get_type_hints(kind).items()}


def _read(text: bytes) -> Trace:
    data = json.loads(text)
    if not isinstance(data, dict) or type(schema := data.get("schema")) is not int or schema < 0:
        raise TraceFileError("JSON without the number of its schema")
    if schema > SCHEMA:
        raise TraceFileError(f"schema {schema}, and this kit reads 0 to {SCHEMA}: update ragkit")
    if data.keys() != {"schema", "ragkit", "trace"}:
        raise TraceFileError(f"{', '.join(data):.80} for schema, ragkit and trace")
    for older in range(schema, SCHEMA):
        data["trace"] = UPGRADES[older](data["trace"])
    if not isinstance(trace := _unpacked(data["trace"], "trace"), Trace):
        raise TraceFileError(f"a {type(trace).__name__} for a Trace")
    return trace


def _with_calls(trace: dict[str, Any]) -> dict[str, Any]:
    """Schema 0 had no model calls, and neither notes nor the reason of a failure."""
    none: dict[str, Any] = {"@type": "tuple", "items": []}
    steps = [step | {"calls": none} for step in trace["steps"]["items"]]
    return trace | {"steps": {"@type": "tuple", "items": steps}, "notes": none, "failed": ""}


UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {0: _with_calls}  # each to the next


def _came(error: Exception) -> str:
    return str(error) if isinstance(error, TraceFileError) else brief(error)
