"""The interface of a source of model files, with the types and errors that the sources share.

A source puts the requested files into a folder. It need not verify them: `cache` checks every byte
against the SHA-256. The two sources are `hub` and `wheels`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class ModelFileError(RuntimeError):
    """A model file is not available.

    The message says what was asked for, what came instead, and what to do next.
    """

    def __init__(self, asked: str, got: str, then: str) -> None:
        super().__init__(asked, got, then)

    def __str__(self) -> str:
        return "{}\n  got:     {}\n  do next: {}".format(*self.args)


class ModelMissing(ModelFileError):
    """No source has it."""


class DiskFull(ModelFileError):
    """The disk has no room for it; another source would not help."""


class SourceFailed(ModelFileError):
    """This source cannot serve it; the next one may."""


class WrongBytes(SourceFailed):
    """This source served other bytes than those that are pinned."""


@dataclass(frozen=True)
class Part:
    """A piece of a file, inside a data wheel."""

    package: str
    version: str
    member: str

    @property
    def wheel(self) -> str:
        """The beginning of its wheel's file name.

        >>> Part("tiny-part1", "0.2.0", "tiny_part1/data/part01.bin").wheel
        'tiny_part1-0.2.0-'
        """
        package = self.package.replace("-", "_")
        return f"{package}-{self.version}-"


@dataclass(frozen=True)
class Pinned:
    """One file of a model."""

    path: str
    """Path in the model's folder, and in its repository on the hub."""
    size: int
    """Number of bytes; 0 if unknown."""
    sha256: str
    """In lower-case hexadecimal; empty if unknown. Both are known of every file of the table."""
    parts: tuple[Part, ...] = ()
    """The pieces of the file in data wheels, to be joined in this order."""


class Source(Protocol):
    """A place that has model files."""

    @property
    def name(self) -> str:
        """Its name in messages, as in "fetched from ..."."""

    @property
    def space(self) -> float:
        """Free disk space that a fetch needs, as a multiple of the model's size."""

    def fetch(self, files: Sequence[Pinned], folder: Path, quiet: bool) -> Path:
        """Put `files` into `folder`, or a folder in it, and return that.

        Raises `SourceFailed`, or `OSError` from the disk.
        """
