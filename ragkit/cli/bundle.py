"""The command that makes and checks the archive for laptops without a network."""

from __future__ import annotations

import argparse
from pathlib import Path

from ragkit.cli.ending import told


@told
def bundle(chosen: argparse.Namespace) -> int:
    """Write one archive that sets a laptop up without a network, or check one."""
    from ragkit.course.bundle.make import ROOT, make
    from ragkit.settings import Settings

    if chosen.check:
        return _check(chosen.check)
    archive = chosen.to or ROOT / "build" / "ragkit-bundle.tar"
    made = make(
        archive,
        Settings(),
        recorded=chosen.recording,
        small=chosen.small,
        solutions=not chosen.no_solutions,
    )
    print(made)
    if not chosen.recording:
        print("without recorded replies: laptops too small for the model need --recording FILE")
    print(f"next: copy it to the laptops; there `tar xf {archive.name}`, and read SETUP.md")
    return 0


def _check(archive: Path) -> int:
    from ragkit.course.bundle.archive import faults

    found = faults(archive)
    for sentence in found:
        print(sentence)
    if found:
        print("do next: copy or make it again")
        return 1
    print(f"{archive}: every file is as it was packed")
    return 0
