"""The archive: a plain tar, since wheels and model files do not become smaller, and its checksums.

Every file is hashed while it is written. The list of hashes, `SHA256SUMS`, comes last, in the form
that `sha256sum` reads. The archive has its name only when it is complete.
"""

from __future__ import annotations

import hashlib
import io
import shutil
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from tqdm.auto import tqdm

from ragkit.course.bundle.contents import BundleError, Member

TOP = "ragkit-bundle"
"""The folder that everything in the archive is in."""
SUMS = "SHA256SUMS"
BLOCK = 1 << 20
"""Number of bytes that are read at once."""


class Hashed:
    """A file that is hashed while it is read."""

    def __init__(self, file: IO[bytes], bar: Any) -> None:
        self.file = file
        self.bar = bar
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        """The next bytes, as of any file."""
        data = self.file.read(size)
        self.digest.update(data)
        self.bar.update(len(data))
        return data


def write(
    members: Sequence[Member], texts: Mapping[str, str], archive: Path, quiet: bool = False
) -> int:
    """Write files and texts into an archive, with their checksums; its number of bytes.

    `texts` are files that are only made here, by name. Raises `BundleError` where the disk has no
    room.
    """
    archive.parent.mkdir(parents=True, exist_ok=True)
    size = sum(member.file.stat().st_size for member in members)
    _check_room(size, archive.parent)
    part = archive.with_name(f"{archive.name}.part")
    sums: dict[str, str] = {}
    with (
        tarfile.open(part, "w", format=tarfile.PAX_FORMAT) as tar,
        tqdm(total=size, desc="packing", unit="B", unit_scale=True, disable=quiet) as bar,
    ):
        for member in members:
            sums[member.name] = _add(tar, member, bar)
        for name, text in texts.items():
            sums[name] = _add_text(tar, name, text)
        _add_text(tar, SUMS, listed(sums))
    part.replace(archive)
    return archive.stat().st_size


def listed(sums: Mapping[str, str]) -> str:
    """Checksums as `sha256sum` writes them.

    >>> listed({"b.txt": "77", "a.txt": "12"})
    '12  a.txt\\n77  b.txt\\n'
    """
    lines = [f"{sums[name]}  {name}\n" for name in sorted(sums)]
    return "".join(lines)


def read_sums(text: str) -> dict[str, str]:
    """The checksums of a list, by name.

    >>> read_sums("12  a.txt\\n77  b c.txt\\n")
    {'a.txt': '12', 'b c.txt': '77'}
    """
    sums = {}
    for line in text.splitlines():
        sha256, _, name = line.partition("  ")
        sums[name] = sha256
    return sums


def faults(archive: Path, quiet: bool = False) -> list[str]:
    """What is wrong with an archive, a sentence each; empty when every file is as it was packed.

    Raises `BundleError` where it cannot be read at all.
    """
    found: dict[str, str] = {}
    stated = None
    size = archive.stat().st_size if archive.is_file() else 0
    try:
        with (
            tarfile.open(archive, "r:") as tar,
            tqdm(total=size, desc="checking", unit="B", unit_scale=True, disable=quiet) as bar,
        ):
            for entry in tar:
                name = entry.name.removeprefix(f"{TOP}/")
                opened = tar.extractfile(entry)
                if opened is None:
                    continue
                if name == SUMS:
                    stated = opened.read().decode("utf-8", "replace")
                else:
                    found[name] = _digest(opened, bar)
    except (OSError, tarfile.TarError) as error:
        then = "make or copy it again"
        raise BundleError(f"the bundle {archive}", f"it cannot be read ({error})", then) from error
    if stated is None:
        return [f"{SUMS} is missing: the archive is cut short"]
    return differences(read_sums(stated), found)


def differences(stated: Mapping[str, str], found: Mapping[str, str]) -> list[str]:
    """How the checksums found differ from those that are stated, a sentence each.

    >>> differences({"a": "1", "b": "2"}, {"a": "3", "c": "4"})
    ['a is damaged', 'b is missing', 'c is not in SHA256SUMS']
    """
    sentences = []
    for name in sorted({*stated, *found}):
        if name not in found:
            sentences.append(f"{name} is missing")
        elif name not in stated:
            sentences.append(f"{name} is not in {SUMS}")
        elif stated[name] != found[name]:
            sentences.append(f"{name} is damaged")
    return sentences


def _digest(file: IO[bytes], bar: Any) -> str:
    hashed = Hashed(file, bar)
    while hashed.read(BLOCK):
        pass
    return hashed.digest.hexdigest()


def _add(tar: tarfile.TarFile, member: Member, bar: Any) -> str:
    """Add a file; its SHA-256. It belongs to nobody in particular, and keeps its date."""
    status = member.file.stat()
    entry = tarfile.TarInfo(f"{TOP}/{member.name}")
    entry.size = status.st_size
    entry.mtime = int(status.st_mtime)
    entry.mode = 0o755 if member.name.endswith(".sh") else 0o644
    with member.file.open("rb") as file:
        hashed = Hashed(file, bar)
        tar.addfile(entry, hashed)
    return hashed.digest.hexdigest()


def _add_text(tar: tarfile.TarFile, name: str, text: str) -> str:
    data = text.encode()
    entry = tarfile.TarInfo(f"{TOP}/{name}")
    entry.size = len(data)
    entry.mode = 0o644
    tar.addfile(entry, io.BytesIO(data))
    return hashlib.sha256(data).hexdigest()


def _check_room(size: int, folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if free < size:
        asked = f"{size / 1e6:,.0f} MB of disk for the bundle in {folder}"
        then = "free some, or name another place with --to"
        raise BundleError(asked, f"{free / 1e6:,.0f} MB free", then)
