"""Set a fresh folder up from a bundle with the network blocked, run the tour there, and measure it.

    python -m benchmarks.bundle ARCHIVE FOLDER

`make bundle` writes the archive. FOLDER must not exist; it becomes the laptop: the bundle is
unpacked in it, and it is the home of the user as well, so that nothing of this machine's caches is
used. What is measured goes into benchmarks/results/bundle.json, and `python -m benchmarks.tables`
takes it into the docs. FOLDER stays, to be looked at, and may be removed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil
from tqdm.auto import tqdm

from benchmarks.no_network import blocked, environment, how
from ragkit.text.markdown_table import markdown_table

FILE = Path(__file__).parent / "results" / "bundle.json"
TOP = "ragkit-bundle"
NOT_YET = "Not measured yet."
HOUR = 3600
"""What a step may take, in seconds."""


def main(archive: Path, folder: Path) -> int:
    archive, folder = archive.resolve(), folder.resolve()
    reason = unusable(archive, folder)
    if reason:
        print(reason, file=sys.stderr)
        return 2
    folder.mkdir(parents=True)
    unpacked = folder / TOP
    kit = unpacked / "kit"
    python = str(kit / ".venv" / "bin" / "python")
    steps = {
        "unpack": (["tar", "xf", str(archive)], folder),
        "set up": (blocked(["sh", str(unpacked / "setup.sh")]), folder),
        "run the tour": (blocked([python, "-m", "ragkit", "tour"]), kit),
    }
    seconds = {}
    for name, (command, place) in tqdm(steps.items(), desc="a laptop"):
        taken = timed(command, place, folder)
        if taken is None:
            print(f"it could not {name}; what was said is above", file=sys.stderr)
            print(f"next: mend that, remove {folder}, and run this again", file=sys.stderr)
            return 1
        seconds[name] = round(taken, 1)
    result = {
        "archive_bytes": archive.stat().st_size,
        "folder_bytes": size_of(folder),
        "seconds": seconds,
        "blocked": how(),
        "cores": psutil.cpu_count(),
        "recordings": json.loads((unpacked / "bundle.json").read_text())["recordings"],
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
    }
    FILE.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(bundle_block(result))
    print("next: python -m benchmarks.tables")
    return 0


def unusable(archive: Path, folder: Path) -> str:
    """Why this archive cannot be set up in this folder; empty if it can."""
    if not archive.is_file():
        return f"asked for the bundle {archive}, got no such file; `make bundle` writes one"
    if folder.exists():
        return f"asked for a fresh folder, got {folder}, which exists; name another, or remove it"
    place = next(parent for parent in folder.parents if parent.is_dir())
    # Unpacked it is as large as the archive; installed, the packages take about twice as much.
    need = 3 * archive.stat().st_size
    free = shutil.disk_usage(place).free
    if free < need:
        asked = f"asked for {need / 1e9:.1f} GB of disk in {place}"
        return f"{asked}, got {free / 1e9:.1f} GB; free some, or name another folder"
    return ""


def timed(command: Sequence[str], place: Path, home: Path) -> float | None:
    """The seconds that a command took; None where it failed, or took longer than an hour."""
    variables = environment(HOME=str(home), PYTHON=sys.executable)
    start = time.monotonic()
    try:
        done = subprocess.run(command, cwd=place, env=variables, check=False, timeout=HOUR)
    except subprocess.TimeoutExpired:
        print(f"it took longer than {HOUR} seconds and was stopped", file=sys.stderr)
        return None
    if done.returncode:
        return None
    return time.monotonic() - start


def size_of(folder: Path) -> int:
    """The number of bytes of all files in a folder; a file that is linked twice counts once."""
    sizes = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            status = path.stat()
            sizes[status.st_ino] = status.st_size
    return sum(sizes.values())


def bundle_block(result: Mapping[str, Any]) -> str:
    """What is known of a bundle: its size, how it was tried, and the minutes of each step."""
    if not result:
        return f"{NOT_YET}\n"
    return f"{bundle_note(result)}\n{bundle_table(result)}"


def bundle_note(result: Mapping[str, Any]) -> str:
    """Sentences about the size of a bundle, and how it was tried."""
    recorded = "with" if result["recordings"] else "without"
    return (
        f"The archive has {result['archive_bytes'] / 1e9:.1f} GB, {recorded} recorded replies. "
        f"Unpacked and set up, it takes {result['folder_bytes'] / 1e9:.1f} GB. It was tried in a "
        f"fresh folder on {result['date']}, with {result['cores']} cores. The network was blocked: "
        f"{result['blocked']}.\n"
    )


def bundle_table(result: Mapping[str, Any]) -> str:
    """A Markdown table of the minutes of each step on a laptop."""
    rows = [[name, f"{taken / 60:.1f}"] for name, taken in result["seconds"].items()]
    total = sum(result["seconds"].values())
    return markdown_table(["step", "minutes"], [*rows, ["in all", f"{total / 60:.1f}"]])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
