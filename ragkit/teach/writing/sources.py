"""What a writer is taught on: folders of documents, or a file of examples."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from ragkit.teach.parts import parted
from ragkit.teach.sources import opened
from ragkit.teach.writing.build import examples
from ragkit.teach.writing.example import Example, read
from ragkit.teach.writing.gates import hold


def made(folders: Sequence[Path], seed: int) -> list[Example]:
    """Examples of some folders, after the gates on data.

    Raises `Leak`, `BadPairs`, `ValueError` for a file, and the errors of the builder.
    """
    found: list[Example] = []
    for folder in folders:
        with closing(opened(folder)) as kit:
            found += examples(kit, seed=seed)
    return _held(found)


def of_file(file: Path) -> list[Example]:
    """The examples of a file, after the gates. Raises `Leak`, `BadPairs` and `ValueError`."""
    try:
        found = read(file)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(
            f"asked for examples in {file}, got other lines ({error!r}); each is a JSON object "
            "with the fields of `Example` in ragkit/teach/writing/example.py"
        ) from error
    return _held(found)


def _held(found: Sequence[Example]) -> list[Example]:
    """The examples, each once; what of them a lesson will use passes the gates."""
    # A document that is in two folders would be learnt twice.
    once = list(dict.fromkeys(found))
    train, dev, test = parted(once, "example")
    hold([*train, *dev, *test])
    return once
