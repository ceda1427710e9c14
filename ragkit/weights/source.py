"""What a source of model files is, with the nouns and the errors that the sources share.

A source lays the wanted files into a folder and vouches for nothing: `cache` checks every byte against the
pinned SHA-256. The two sources are `hub` and `wheels`.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class ModelFileError(RuntimeError):
    """A model file cannot be had: what was asked for, what came instead, what to do next."""

    def __init__(self, asked: str, got: str, then: str) -> None:
        super().__init__(asked, got, then)

    def __str__(self) -> str:
        return "{}\n  got:     {}\n  do next: {}".format(*self.args)


class ModelMissing(ModelFileError):
    """No source has it."""


class DiskFull(ModelFileError):
    """There is no room for it; another source would not help."""


class SourceFailed(ModelFileError):
    """This source cannot serve it; the next one may."""


class WrongBytes(SourceFailed):
    """This source served something else than what is pinned."""


@dataclass(frozen=True)
class Part:
    """A piece of a file, inside a data wheel."""

    package: str
    version: str
    member: str

    @property
    def wheel(self) -> str:
        """How the name of its wheel begins.

        >>> Part("tiny-part1", "0.2.0", "tiny_part1/data/part01.bin").wheel
        'tiny_part1-0.2.0-'
        """
        return f"{self.package.replace('-', '_')}-{self.version}-"


@dataclass(frozen=True)
class Pinned:
    """One file of a model."""

    path: str
    """In the model's folder, and in its repository on the hub."""
    size: int
    """In bytes."""
    sha256: str
    parts: tuple[Part, ...] = ()
    """Where wheels hold it; the parts, joined in this order, are the file."""


class Source(Protocol):
    """A place that has model files."""

    @property
    def name(self) -> str:
        """As a user reads it: "fetched from ..."."""

    @property
    def space(self) -> float:
        """Free disk that a fetch needs, in sizes of the model."""

    def fetch(self, files: Sequence[Pinned], folder: Path, quiet: bool) -> Path:
        """Lay `files` into a folder in `folder` and return it. Raises SourceFailed; OSError from the disk."""


def is_disk_full(error: BaseException) -> bool:
    """Whether the disk, or the user's share of it, is full.

    >>> is_disk_full(OSError(errno.ENOSPC, "No space left on device")), is_disk_full(OSError("else"))
    (True, False)
    """
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def brief(error: BaseException) -> str:
    """One line about an error of another library.

    >>> brief(ValueError("no such repo\\nsee the manual"))
    'ValueError: no such repo'
    """
    said = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {said[0][:200]}"
