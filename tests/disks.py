"""A small disk of its own for a test: one that fills up, and one that must not be written to."""

import gc
import os
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest


class SmallDisk:
    """A disk in memory, mounted at `folder`. Only root may mount; without it, tests of a full disk are skipped."""

    def __init__(self, folder: Path, megabytes: int = 16) -> None:
        self.folder = folder
        self.ballast = folder / "ballast"
        folder.mkdir(exist_ok=True)
        self.mounted = hasattr(os, "geteuid") and os.geteuid() == 0 and self._mount(f"size={megabytes}m")

    def _mount(self, options: str) -> bool:
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(self.folder)]
        try:
            return subprocess.run(command, capture_output=True).returncode == 0
        except FileNotFoundError:
            return False

    def fill(self) -> None:
        """Write until there is no room for another byte."""
        if not self.mounted:
            pytest.skip("only root may mount a small disk")
        with self.ballast.open("ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while file.write(b"x" * size) == size:
                        pass
                except OSError:
                    continue

    def make_room(self) -> None:
        self.ballast.unlink()

    def forbid_writing(self) -> None:
        """Make everything on the disk read-only."""
        if self.mounted:
            self._remount()
            return
        if os.geteuid() == 0:
            pytest.skip("root may write wherever nothing is mounted")
        for path in [self.folder, *self.folder.rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)

    def _remount(self) -> None:
        # A store that was just closed may have a file open for a moment longer.
        for _ in range(20):
            done = subprocess.run(["mount", "-o", "remount,ro", str(self.folder)], capture_output=True)
            if done.returncode == 0:
                return
            gc.collect()
            time.sleep(0.25)
        raise AssertionError(done.stderr.decode())

    def close(self) -> None:
        if self.mounted:
            subprocess.run(["umount", "-l", str(self.folder)], check=True)
            return
        for path in [self.folder, *self.folder.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, but the ballast."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "ballast"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@contextmanager
def files_at_most(size: int):
    """Refuse to let a file grow beyond so many bytes, as the share of a user that is used up does."""
    import resource  # Windows has none

    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
