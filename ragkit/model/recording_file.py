"""A recording as a file: gzipped JSON lines, a header and then the replies in the order of their
keys.

The key of a reply is the SHA-256 of its request (`replies.py`), so no prompt is in the file. The
same replies give the same bytes.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from ragkit.disk.whole import write_whole
from ragkit.model.recorded_reply import Reply
from ragkit.model.recording import Header, Recording, RecordingError, installed
from ragkit.text.one_line import first_line

FORMAT = 1
"""Number of the form that this kit reads and writes."""
SUFFIX = ".jsonl.gz"
"""How the names of recordings in a folder end; a file that is named itself may have any name."""
MOST_BYTES = 2**28
"""Largest size of a recording, unpacked."""
ANEW = "get the file again, or make it anew where the model runs: `python -m ragkit record FILE`"
NO_JSON = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""The errors of a line that is not the JSON that is expected."""


def read(place: Path) -> Recording:
    """The recorded replies in a file, or in the files of a folder. Raises `RecordingError`."""
    headers = []
    models: dict[str, str] = {}
    replies: dict[str, Reply] = {}
    for file in _files(place):
        header, own = _read_file(file)
        headers.append(header)
        for name, sha256 in header.models.items():
            if models.setdefault(name, sha256) != sha256:
                got = f"replies of two different model files that are called {name}"
                raise _unusable(place, got, "leave the recordings of only one of them there")
        for key, reply in own.items():
            replies.setdefault(key, reply)
    return Recording(place, tuple(headers), replies)


def write(
    file: Path,
    replies: Mapping[str, Reply],
    models: Mapping[str, str],
    notebooks: Sequence[str] = (),
    date: str = "",
) -> Recording:
    """Write a recording, all or nothing, and read it back. Raises `RecordingError`.

    `models` are their SHA-256 by name; `date` is today by default.
    """
    today = datetime.now(UTC).date()
    header = Header(
        format=FORMAT,
        ragkit=installed(),
        date=date or today.isoformat(),
        models=dict(sorted(models.items())),
        notebooks=tuple(notebooks),
        replies=len(replies),
    )
    lines = [header.model_dump_json()]
    for key in sorted(replies):
        fields = replies[key].model_dump(exclude_defaults=True)
        lines.append(json.dumps({"key": key, **fields}, separators=(",", ":")))
    text = "\n".join(lines) + "\n"
    # gzip would write the time into the file.
    data = gzip.compress(text.encode(), mtime=0)
    try:
        write_whole(file, data)
    except OSError as error:
        raise RecordingError(
            f"asked to write a recording as {file}, got {first_line(error)}; name another file"
        ) from error
    return read(file)


def _files(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    then = "name a recording by its whole path in RAGKIT_RECORDING"
    if not place.is_dir():
        raise _unusable(place.absolute(), "no such file or folder", then)
    files = sorted(place.glob(f"*{SUFFIX}"))
    if not files:
        raise _unusable(place.absolute(), f"a folder without a file *{SUFFIX}", then)
    return files


def _read_file(file: Path) -> tuple[Header, Mapping[str, Reply]]:
    """A recording, which is read once for each state of its file."""
    try:
        status = file.stat()
        return _read_once(file, status.st_size, status.st_mtime_ns)
    except (OSError, EOFError, zlib.error) as error:
        got = f"a file that is damaged, or no recording ({first_line(error)})"
        raise _unusable(file, got) from error


@lru_cache(maxsize=16)
def _read_once(file: Path, size: int, time: int) -> tuple[Header, Mapping[str, Reply]]:
    with gzip.open(file) as packed:
        data = packed.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        then = "record fewer notebooks in one file"
        raise _unusable(file, f"more than {MOST_BYTES:,} bytes", then)
    first, *lines = data.split(b"\n")
    header = _header(file, first)
    replies = {}
    for number, line in enumerate(lines, start=2):
        if line:
            key, reply = _reply(file, number, line)
            replies[key] = reply
    if len(replies) != header.replies:
        got = f"{len(replies):,} replies, where its header says {header.replies:,}"
        raise _unusable(file, got)
    return header, replies


def _header(file: Path, line: bytes) -> Header:
    try:
        fields = json.loads(line)
        form = fields["format"]
    except NO_JSON as error:
        raise _unusable(file, "a file that is no recording") from error
    if form != FORMAT:
        got = f"a recording of form {form!r:.20}, and this kit reads form {FORMAT}"
        raise _unusable(file, got, "update ragkit, or make the recording anew")
    try:
        return Header.model_validate(fields)
    except ValidationError as error:
        fault = error.errors()[0]
        place = ".".join(map(str, fault["loc"]))
        got = f"a header that is wrong: {place!r:.80}: {fault['msg']}"
        raise _unusable(file, got) from error


def _reply(file: Path, number: int, line: bytes) -> tuple[str, Reply]:
    try:
        fields = json.loads(line)
        key = fields.pop("key")
        return str(key), Reply.model_validate(fields)
    except NO_JSON as error:
        raise _unusable(file, f"a line that is no reply (line {number})") from error


def _unusable(place: Path, got: str, then: str = ANEW) -> RecordingError:
    return RecordingError(f"asked for the recorded replies in {place}, got {got}; {then}")
