"""Reading the files of public datasets: CSV, JSON lines, gzip, and what is wrong with a file.

The readers of the single datasets (`timeqa.py`, `freshqa.py`, `halueval.py`, `mmlu.py`,
`truthfulqa.py`) say what a file of theirs has. An error says what was asked, what came and what to
do, with the number of the line.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from ragkit.text.decoded import NotText, decoded

GZIP = b"\x1f\x8b"
"""The first bytes of a compressed file, whatever its name is."""
Record = dict[str, Any]
"""A question of a file: the fields of a JSON line, or the cells of a CSV row by column."""
Lines = list[tuple[int, list[str]]]
"""The cells of the rows of a CSV file, each with its number."""


class UnknownFormat(ValueError):
    """A file does not have the form of the dataset that was asked for; the message says why."""


def existing(path: str | Path) -> Path:
    """The path of a dataset file. Raises `FileNotFoundError`."""
    file = Path(path)
    if not file.is_file():
        raise FileNotFoundError(
            f"asked for the dataset {file.absolute()}, which is not a file; "
            "ragkit contains no datasets: put the file there, or name the path of yours"
        )
    return file


def text_of(path: str | Path) -> str:
    """The text of a file, compressed or not. Raises `FileNotFoundError` and `UnknownFormat`."""
    file = existing(path)
    content = file.read_bytes()
    try:
        if content.startswith(GZIP):
            content = gzip.decompress(content)
        return decoded(content, file)
    except (OSError, EOFError, NotText) as error:
        raise UnknownFormat(
            f"{file}: neither text in UTF-8 nor a whole gzip file: {error}; download it again"
        ) from error


def json_lines(path: str | Path, name: str, needed: Collection[str]) -> list[Record]:
    """The objects of a file of JSON lines, each with the fields that the dataset `name` needs.

    Raises `FileNotFoundError` and `UnknownFormat`.
    """
    found = []
    for number, line in enumerate(text_of(path).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise _wrong(path, name, number, f"no JSON object: {error}", needed) from error
        if not isinstance(record, dict):
            raise _wrong(path, name, number, f"{type(record).__name__} for an object", needed)
        _check(record, path, name, number, needed)
        found.append(record)
    return _some(found, path, name, needed)


def csv_table(path: str | Path, name: str, needed: Collection[str]) -> list[Record]:
    """The rows of a CSV file below the line with the names of its columns.

    Lines above that one are skipped: some files begin with a warning. Raises `FileNotFoundError`
    and `UnknownFormat`.
    """
    lines = csv_lines(path)
    head, below = _below_head(lines, needed)
    if not head:
        came = ", ".join(lines[0][1]) if lines else "an empty file"
        raise _wrong(path, name, 1, f"no line with these columns; it begins {came!r:.80}", needed)
    found = []
    for number, cells in below:
        record = dict(zip(head, cells, strict=False))
        _check(record, path, name, number, needed)
        found.append(record)
    return _some(found, path, name, needed)


def _below_head(lines: Lines, needed: Collection[str]) -> tuple[list[str], Lines]:
    """The names of the columns, and the lines below them; no names where there is no such line."""
    for at, (_, cells) in enumerate(lines):
        head = [cell.strip() for cell in cells]
        if set(needed) <= set(head):
            return head, lines[at + 1 :]
    return [], []


def csv_lines(path: str | Path) -> Lines:
    """The rows of a CSV file that are not empty, each with the number of its last line."""
    reader = csv.reader(io.StringIO(text_of(path), newline=""))
    try:
        return [(reader.line_num, cells) for cells in reader if any(cells)]
    except csv.Error as error:
        raise UnknownFormat(f"{path}, line {reader.line_num}: not CSV: {error}") from error


def _check(
    record: Record, path: str | Path, name: str, number: int, needed: Collection[str]
) -> None:
    lacking = [field for field in needed if field not in record]
    if lacking:
        raise _wrong(path, name, number, f"no {', '.join(lacking)}", needed)


def _some(
    found: list[Record], path: str | Path, name: str, needed: Collection[str]
) -> list[Record]:
    if not found:
        raise _wrong(path, name, 1, "no question", needed)
    return found


def _wrong(
    path: str | Path, name: str, number: int, came: str, needed: Collection[str]
) -> UnknownFormat:
    return UnknownFormat(
        f"{path}, line {number}: asked for {name}, got {came}; each question needs "
        f"{', '.join(needed)}: take the file as its authors published it"
    )
