"""GGUF files of the model hub that the user names, beside the pinned models of the table.

A SHA-256 in the name pins the file. Without one, the first download is trusted: its SHA-256 is
remembered in the stamp, and from then on it counts as pinned. So a file that changes later, on disk
or on the hub, is noticed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ragkit.weights.gguf import is_gguf
from ragkit.weights.hub import Hub
from ragkit.weights.hub_name import parse
from ragkit.weights.source import Pinned, WrongBytes
from ragkit.weights.stamp import remembered, sha256_of
from ragkit.weights.table import ModelFile


@dataclass(frozen=True)
class HubModel(ModelFile):
    """One GGUF file of a repository on the hub."""

    repo: str = ""

    @property
    def file(self) -> Pinned:
        """Its only file; the size is 0 until the hub states it."""
        return self.files[0]

    @property
    def folder(self) -> str:
        """The repository's folder in the cache."""
        return f"hf/{self.repo}"

    @property
    def record(self) -> str:
        """A file's own, because several files of a repository share its folder."""
        return f"{self.folder}/{self.file.path}"

    def stated(self) -> HubModel:
        """The model with the size that the hub states.

        Raises `SourceFailed`, and `WrongBytes` if the hub states another SHA-256 than the expected
        one, because then no gigabyte need be fetched to see that.
        """
        stated = Hub(self.repo).stated(self.file.path)
        if self.file.sha256 and stated.sha256:
            self._compare(stated.sha256)
        file = replace(self.file, size=stated.size)
        return replace(self, files=(file,))

    def check(self, folder: Path) -> None:
        """Check a file that was fetched into `folder`. Raises `WrongBytes`."""
        path = folder / self.file.path
        if self.file.sha256:
            self._compare(sha256_of(path))
        if not is_gguf(path):
            with path.open("rb") as file:
                begin = file.read(12)
            then = "name a GGUF file of the repository; its page lists them"
            raise WrongBytes("a GGUF file", f"no GGUF file: it begins with {begin!r}", then)

    def _compare(self, sha256: str) -> None:
        expected = self.file.sha256
        if sha256 == expected:
            return
        if self.pinned:
            then = "compare the SHA-256 in the name with the one on the repository's page"
        else:
            stamp = Path(f"{self.file.path}.json").name
            then = f"to take what is on the hub now, delete the file and {stamp} beside it"
        got = f"other bytes (SHA-256 {sha256}) than expected (SHA-256 {expected})"
        raise WrongBytes(self.name, got, then)


def hub_model(name: str, cache: Path) -> HubModel:
    """The model of a name `hf:...`, with the SHA-256 in it, or else the remembered one.

    Raises `ModelFileError` for a malformed name.
    """
    asked = parse(name)
    model = HubModel(
        name=asked.file,
        licence="",
        files=(Pinned(asked.path, 0, asked.sha256),),
        sources=(Hub(asked.repo),),
        pinned=bool(asked.sha256),
        repo=asked.repo,
    )
    if model.pinned:
        return model
    file = replace(model.file, sha256=remembered(model, cache))
    return replace(model, files=(file,))


def not_checked(model: ModelFile, sha256: str) -> str:
    """What the user is told when a file came whose SHA-256 was not known before."""
    return (
        f"{model.name}: not checked against a hash: its SHA-256 is {sha256}; "
        f"pin it with RAGKIT_MODEL={model.name}@sha256:{sha256}"
    )
