"""Set this laptop up from the bundle that this file is in, without a network.

    python3.11 set_up.py [--recorded]

It checks the machine and every file, installs the packages into `kit/.venv`, puts the model files
into the user's cache and lets the doctor look at it. With `--recorded`, the kit replays recorded
replies instead of running the model. It can be run again, and goes on. Only the standard library is
used, because there is nothing else yet.
"""

from __future__ import annotations

import filecmp
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

COMPILED = 1.3
"""Installed packages need this much more room than their files, because Python compiles them."""
WHERE = "from ragkit.weights import cache_dir; print(cache_dir())"
RECORDED = "--recorded"
OWN = ("RAGKIT_PROVIDER=", "RAGKIT_RECORDING=")
"""The beginnings of the lines by which the kit replays a recording."""
AGAIN = "copy the archive again, unpack it again, and run this again"


class SetUpError(Exception):
    """The laptop cannot be set up. The message says what was asked, what came, what to do."""

    def __init__(self, asked: str, got: str, then: str) -> None:
        super().__init__(asked, got, then)

    def __str__(self) -> str:
        return "{}\n  got:     {}\n  do next: {}".format(*self.args)


def main(folder: Path, options: Sequence[str] = ()) -> int:
    """Set up, step by step. The exit status is 0 when the doctor has nothing to say."""
    start = time.monotonic()
    try:
        facts = read_facts(folder)
        recording = chosen_recording(options, facts)
        check_machine(facts)
        step("checking every file")
        check_files(folder)
        check_room(folder, facts)
        python = install(folder)
        cache = cache_of(folder, python)
        step(f"putting the model files into {cache}")
        place(folder / "models", cache)
        if recording:
            use_recording(folder / "kit", folder / recording)
    except (SetUpError, OSError) as error:
        print(f"\nThis laptop is not set up.\n{error}", file=sys.stderr)
        return 1
    step("asking the doctor")
    command = [str(python), "-m", "ragkit", "doctor"]
    ill = subprocess.run(command, cwd=folder / "kit", check=False).returncode
    minutes = (time.monotonic() - start) / 60
    print(f"\n{minutes:.1f} minutes in all.")
    say_what_next(folder, python, facts, bool(ill))
    return int(bool(ill))


def step(text: str) -> None:
    """Say what is done next."""
    print(f"==> {text}", flush=True)


def read_facts(folder: Path) -> dict[str, Any]:
    """What the bundle says of itself."""
    file = folder / "bundle.json"
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SetUpError(f"what this bundle is ({file})", str(error), AGAIN) from error
    if not isinstance(found, dict):
        raise SetUpError(f"what this bundle is ({file})", "JSON of another kind", AGAIN)
    return found


def chosen_recording(options: Sequence[str], facts: dict[str, Any]) -> str:
    """The recording to replay, as a path in the bundle; empty where the model is to run."""
    strange = [option for option in options if option != RECORDED]
    if strange:
        raise SetUpError(" ".join(strange), "no such option", f"leave it out; there is {RECORDED}")
    if not options:
        return ""
    if not facts["recordings"]:
        then = f"leave {RECORDED} out, or ask for a bundle with recordings"
        raise SetUpError("recorded replies", "this bundle has none", then)
    return str(facts["recordings"][0])


def use_recording(home: Path, recording: Path) -> None:
    """Let the kit replay a recording, by two lines of its `.env` file."""
    file = home / ".env"
    lines = file.read_text(encoding="utf-8-sig").splitlines() if file.exists() else []
    kept = [line for line in lines if not line.startswith(OWN)]
    kept += [f"{OWN[0]}recorded", f"{OWN[1]}{recording}"]
    file.write_text("\n".join(kept) + "\n", encoding="utf-8")


def check_machine(facts: dict[str, Any]) -> None:
    """Packages are made for one version of Python, one system and one kind of processor."""
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if version != facts["python"]:
        then = f"install Python {facts['python']}, then: PYTHON=/path/to/python sh setup.sh"
        raise SetUpError(f"Python {facts['python']}", f"Python {version}", then)
    wanted = f"{facts['system']} on {facts['machine']}"
    here = f"{platform.system()} on {platform.machine()}"
    if here != wanted:
        then = "make a bundle on a laptop of this kind (`make bundle`)"
        raise SetUpError(f"{wanted}, for which this bundle was made", here, then)


def check_files(folder: Path) -> None:
    """Compare every file with its checksum. Whatever is not in the list is left alone."""
    try:
        lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise SetUpError("the checksums of this bundle", str(error), AGAIN) from error
    bad = []
    for number, line in enumerate(lines, start=1):
        sha256, _, name = line.partition("  ")
        fault = fault_of(folder / name, sha256)
        if fault:
            bad.append(f"{name} is {fault}")
        if number % 100 == 0 or number == len(lines):
            print(f"    {number} of {len(lines)} files", flush=True)
    if bad:
        raise SetUpError("files as they were packed", "; ".join(bad[:10]), AGAIN)


def fault_of(path: Path, sha256: str) -> str:
    """`missing`, `damaged`, or nothing."""
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256")
    except FileNotFoundError:
        return "missing"
    return "" if digest.hexdigest() == sha256 else "damaged"


def check_room(folder: Path, facts: dict[str, Any]) -> None:
    """Packages and model files need room, unless they are there from an earlier try."""
    if (folder / "kit" / ".venv" / ".installed").exists():
        return
    need = int(COMPILED * facts["installed_bytes"] + facts["model_bytes"])
    free = shutil.disk_usage(folder).free
    if free < need:
        asked = f"{need / 1e9:.1f} GB of disk in {folder}"
        raise SetUpError(asked, f"{free / 1e9:.1f} GB free", "free some, and run this again")


def install(folder: Path) -> Path:
    """Install packages and kit into `kit/.venv`, as `make setup` would; its Python."""
    home = folder / "kit"
    venv = home / ".venv"
    windows = platform.system() == "Windows"
    python = venv / ("Scripts/python.exe" if windows else "bin/python")
    step(f"making {venv}")
    if not python.exists():
        then = "install what Python needs for that (Debian, Ubuntu: python3.11-venv)"
        run([sys.executable, "-m", "venv", "--clear", str(venv)], folder, then)
    # --isolated, and no file of settings (`run`): pip takes what is in the bundle and nothing else.
    pip = [str(python), "-m", "pip", "--isolated", "install", "--disable-pip-version-check"]
    pip += ["--no-index", "--no-deps"]
    wheels = str(folder / "wheels")
    lock = str(home / "requirements.lock")
    step("installing the packages; this takes some minutes")
    run([*pip, "--find-links", wheels, "--requirement", lock], folder, AGAIN)
    step("installing the kit")
    run([*pip, "--no-build-isolation", "--editable", str(home)], folder, AGAIN)
    kernel = ["ipykernel", "install", "--sys-prefix", "--name", "python3"]
    run([str(python), "-m", *kernel, "--display-name", "ragkit"], folder, AGAIN)
    # `make` then knows that there is nothing to install.
    (venv / ".installed").touch()
    return python


def run(command: Sequence[str], folder: Path, then: str) -> None:
    """Run a command. What it says goes into `setup.log`, and its end into the error."""
    log = folder / "setup.log"
    with log.open("a", encoding="utf-8") as file:
        file.write(f"\n$ {' '.join(command)}\n")
        file.flush()
        own = without_settings()
        done = subprocess.run(command, stdout=file, stderr=file, env=own, check=False)
    if done.returncode:
        lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        got = f"exit code {done.returncode}; the end of {log}:\n    " + "\n    ".join(lines[-5:])
        raise SetUpError(" ".join(command[:4]) + " ...", got, then)


def without_settings() -> dict[str, str]:
    """The variables for pip, so that it reads no file of settings, not even one for all users."""
    return {**os.environ, "PIP_CONFIG_FILE": os.devnull}


def cache_of(folder: Path, python: Path) -> Path:
    """The folder in which the kit will look for model files, by its own settings."""
    command = [str(python), "-c", WHERE]
    done = subprocess.run(
        command, cwd=folder / "kit", capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise SetUpError("the folder of model files", said[-1] if said else "nothing", AGAIN)
    return Path(done.stdout.strip().splitlines()[-1])


def place(models: Path, cache: Path) -> None:
    """Put the model files into the cache; one that is there with the same bytes is left.

    The kit compares them with their pinned hashes before it uses them. On the same disk they are
    linked, which needs no room.
    """
    for file in sorted(models.rglob("*")):
        if not file.is_file():
            continue
        target = cache / file.relative_to(models)
        if target.is_file() and filecmp.cmp(file, target, shallow=False):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f"{target.name}.part")
        part.unlink(missing_ok=True)
        try:
            os.link(file, part)
        except OSError:
            shutil.copyfile(file, part)
        part.replace(target)


def say_what_next(folder: Path, python: Path, facts: dict[str, Any], ill: bool) -> None:
    """The commands that come next, in words for someone who has just unpacked a stick."""
    if ill:
        print("The doctor found something: do what it says behind ->, and run this again.")
        if facts["recordings"]:
            print(f"Without a model, recorded replies do: run this again with {RECORDED}.")
        return
    jupyter = python.with_name(python.name.replace("python", "jupyter"))
    print(f"Next:\n    cd {folder / 'kit'}")
    print(f"    {python} -m ragkit tour")
    print(f"    {jupyter} lab notebooks")


if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parent, sys.argv[1:]))
