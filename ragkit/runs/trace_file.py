"""A run as a file: saved as JSON, and safe to load even from a stranger.

An object in the file names its type. Only types of the kit, and those in the states of its systems,
are created from a file. `save` removes credentials and nothing else.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from ragkit.conversation import FollowUp, Turn
from ragkit.disk.room import NoRoom
from ragkit.disk.whole import write_whole
from ragkit.graphs.systems import nouns
from ragkit.model.meter import Call, Usage
from ragkit.state import Claim, Passage, Rule
from ragkit.text.one_line import first_line
from ragkit.text.printable import shown
from ragkit.text.redact import without_secrets
from ragkit.trace import Step, Trace

SCHEMA = 5
"""Number of the schema that this kit writes.

When a field is added, renamed or dropped, the number grows.
"""
LARGEST = 2**26
"""Maximum size of a file, in bytes; a run of many long prompts has a hundredth of that."""
KINDS = (Trace, Step, Call, Usage, Passage, Claim, Rule, Turn, FollowUp)
COUNTED = (Trace, Step, Call, Usage)
"""Those whose numbers are seconds, calls and tokens, which a dashboard adds up."""
MOST = 1e12
"""The largest of these numbers that can be true, and more."""
OWN: dict[str, type] = {kind.__name__: kind for kind in KINDS}
"""The kit's own classes that a file may contain, by name."""


def types() -> dict[str, type]:
    """The classes that a file may contain: the kit's own and those in the states of its systems."""
    return OWN | nouns()


class TraceFileError(ValueError):
    """A run cannot be saved or loaded; the message says why and what to do."""


FAULTS = (OSError, ValueError, RecursionError)


def save(trace: Trace, file: str | Path, secrets: Iterable[str] = ()) -> Path:
    """Write a run as UTF-8 JSON, all or nothing, and return the path.

    A missing folder is created. `secrets` (see `Settings.secrets`) and what looks like a credential
    become `[removed]`. The question, the answer, the text of documents and pages, prompts and
    replies stay in the file, so send it only to people who may read those.
    """
    path = Path(file)
    try:
        # `backslashreplace` is for halves of surrogate pairs, such as \ud83d.
        text = packed(trace, secrets).encode("utf-8", "backslashreplace")
        # What could not be loaded again is not written.
        _read(text)
        write_whole(path, text)
    except NoRoom as error:
        raise TraceFileError(str(error)) from error
    except FAULTS as error:
        cause = _cause(error)
        raise TraceFileError(
            f"asked to save a run as {file}, got {cause}; change that first"
        ) from error
    return path


def packed(trace: Trace, secrets: Iterable[str] = ()) -> str:
    """A run as the JSON text that `save` writes.

    Raises `TraceFileError` where the run contains something that cannot be written.
    """
    hidden = [secrets] if isinstance(secrets, str) else list(secrets)
    clean = partial(without_secrets, secrets=hidden)
    installed = [one.version for one in distributions(name="ragkit")]
    data = {
        "schema": SCHEMA,
        "ragkit": installed[0] if installed else "",
        "trace": _packed(trace, clean, "trace"),
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def load(file: str | Path) -> Trace:
    """The run in a file that `save` wrote. Raises `TraceFileError`."""
    try:
        path = Path(file)
        # To read a pipe would wait for whoever writes it.
        if path.exists() and not path.is_file():
            raise TraceFileError("no file")
        if path.stat().st_size > LARGEST:
            raise TraceFileError(f"a file of more than {LARGEST:,} bytes")
        return _read(path.read_bytes())
    except FAULTS as error:
        cause = _cause(error)
        remedy = "check the path, and that the file is whole and as ragkit saved it"
        raise TraceFileError(f"asked to load the run in {file}, got {cause}; {remedy}") from error


def unpacked(text: str) -> Trace:
    """The run in a text that `packed` made. Raises `TraceFileError`."""
    try:
        return _read(text.encode())
    except FAULTS as error:
        cause = _cause(error)
        raise TraceFileError(f"asked for a run in a text, got {cause}; ask it again") from error


def load_all(folder: str | Path) -> tuple[list[Trace], list[str]]:
    """The runs in the `*.json` files of a folder, in the order of their names.

    The second list has a sentence about each file that could not be read.
    """
    if not Path(folder).is_dir():
        remedy = "check the path, or save a run there"
        return [], [f"asked to load the runs in {folder}, got no folder; {remedy}"]
    traces: list[Trace] = []
    troubles: list[str] = []
    for file in sorted(Path(folder).glob("*.json")):
        try:
            traces.append(load(file))
        except TraceFileError as error:
            troubles.append(shown(str(error)))
        # A file may be a stranger's. Whatever else it provokes, it must not hide the other runs.
        except Exception as error:  # noqa: BLE001
            troubles.append(f"asked to load the run in {shown(str(file))}, got {first_line(error)}")
    return traces, troubles


def _packed(value: Any, clean: Callable[[str], str], where: str) -> Any:
    """A value as JSON.

    A value of a type that JSON lacks becomes an object with the key `@type`. A key of a dictionary
    that begins with @ gets a second one, so that it cannot be mistaken for that key.
    """
    match value:
        case None | bool() | int():
            return value
        case str():
            return clean(value)
        case float():
            if math.isfinite(value):
                return value
            return {"@type": "float", "is": str(value)}
        case list():
            return [_packed(one, clean, f"{where}[{i}]") for i, one in enumerate(value)]
        case tuple():
            items = _packed(list(value), clean, where)
            return {"@type": "tuple", "items": items}
        case dict() if all(isinstance(key, str) for key in value):
            entries = {}
            for key, one in value.items():
                name = re.sub("^@", "@@", clean(key))
                entries[name] = _packed(one, clean, f"{where}.{key}")
            return entries
    kind = type(value)
    if types().get(kind.__name__) is not kind:
        known = ", ".join(types())
        raise TraceFileError(
            f"{kind.__name__} at {where}, which is not JSON's, a tuple, or of {known}"
        )
    fields = {"@type": kind.__name__}
    for key, one in vars(value).items():
        fields[key] = _packed(one, clean, f"{where}.{key}")
    return fields


def _unpacked(data: Any, where: str) -> Any:
    """The value that `_packed` turned into this JSON."""
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
            entries = {}
            for key, one in data.items():
                name = key.removeprefix("@")
                entries[name] = _unpacked(one, f"{where}.{key}")
            return entries
    return data


def _made(name: str, data: dict[Any, Any], where: str) -> Any:
    """An object of a type of the kit, with exactly its fields and values of the right types."""
    known = types()
    if name not in known:
        names = ", ".join(known)
        raise TraceFileError(f"the type {name!r:.40} at {where}, which is none of {names}")
    kind = known[name]
    fields = _fields(kind)
    missing = fields.keys() - data.keys()
    unknown = data.keys() - fields.keys()
    for trouble, keys in (("no", missing), ("an unknown", unknown)):
        if keys:
            listed = ", ".join(sorted(keys))
            raise TraceFileError(f"{trouble} field {listed:.80} of {name} at {where}")
    values = {key: _unpacked(data[key], f"{where}.{key}") for key in fields}
    for key, field in fields.items():
        try:
            field.validate_python(values[key], strict=True)
        except ValidationError as error:
            hint = kind.__annotations__[key]
            raise TraceFileError(
                f"{data[key]!r:.40} at {where}.{key}, which takes {hint}"
            ) from error
        if kind in COUNTED and not _is_countable(values[key]):
            raise TraceFileError(f"{data[key]!r:.40} at {where}.{key}, which is no possible number")
    return kind(**values)


def _is_countable(value: Any) -> bool:
    """Whether a value is no number, or a number that can be added up and drawn."""
    if not isinstance(value, int | float):
        return True
    # This is false for a value that is not a number, too.
    return abs(value) <= MOST


@cache
def _fields(kind: type) -> dict[str, TypeAdapter[Any]]:
    """The fields of a type, each with the check of its values."""
    hints = get_type_hints(kind)
    return {name: TypeAdapter(hint) for name, hint in hints.items()}


def _read(text: bytes) -> Trace:
    data = json.loads(text)
    schema = data.get("schema") if isinstance(data, dict) else None
    # `isinstance` would take True and False for numbers.
    if type(schema) is not int or schema < 0:
        raise TraceFileError("JSON without the number of its schema")
    if schema != SCHEMA:
        remedy = "update ragkit" if schema > SCHEMA else "save the run again"
        raise TraceFileError(f"schema {schema}, and this kit reads {SCHEMA}: {remedy}")
    if data.keys() != {"schema", "ragkit", "trace"}:
        names = ", ".join(data)
        raise TraceFileError(f"{names:.80} for schema, ragkit and trace")
    trace = _unpacked(data["trace"], "trace")
    if not isinstance(trace, Trace):
        raise TraceFileError(f"a {type(trace).__name__} for a Trace")
    return trace


def _cause(error: Exception) -> str:
    """The error in one line."""
    if isinstance(error, TraceFileError):
        return str(error)
    return first_line(error)
