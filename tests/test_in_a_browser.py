"""Binder, Codespaces and a devcontainer: what their files name is there. None of them was run here."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from ragkit.cli.table import COMMANDS, name_of
from ragkit.model.recording_file import read
from ragkit.settings import Settings

ROOT = Path(__file__).parent.parent
DEVCONTAINER = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
BINDER = ROOT / ".binder"
SCRIPTS = ("postBuild", "start")
KNOWN = {
    "name": str, "image": str, "hostRequirements": dict, "remoteEnv": dict, "postCreateCommand": str,
    "customizations": dict,
}  # fmt: skip
"""The properties of the schema of devcontainers that are used, with their types."""


def test_the_devcontainer_has_properties_of_its_schema_with_their_types():
    assert {name: type(value) for name, value in DEVCONTAINER.items()} == KNOWN
    needed = DEVCONTAINER["hostRequirements"]
    assert isinstance(needed["cpus"], int) and all(re.fullmatch(r"\d+gb", needed[key]) for key in ("memory", "storage"))
    assert re.fullmatch(r"python:3\.\d+-\w+", DEVCONTAINER["image"])


def test_what_is_run_is_there():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    commands = {name_of(command) for command in COMMANDS}
    texts = [DEVCONTAINER["postCreateCommand"], *((BINDER / name).read_text() for name in SCRIPTS)]
    assert re.findall(r"make (\S+)", texts[0]) == ["setup"] and "setup" in targets
    assert set(re.findall(r"-m ragkit (\S+)", "\n".join(texts))) == {"models"} <= commands


def test_the_settings_are_those_of_the_kit_and_name_the_committed_recording():
    start = dict(re.findall(r"^export (\w+)=(.+)$", (BINDER / "start").read_text(), re.MULTILINE))
    for variables in (start, DEVCONTAINER["remoteEnv"]):
        names = {name.removeprefix("RAGKIT_").lower() for name in variables}
        assert names == {"provider", "recording"} <= set(Settings.model_fields)
        assert variables["RAGKIT_PROVIDER"] == "recorded"
        assert variables["RAGKIT_RECORDING"].strip('"').endswith("/tests/notebooks.jsonl.gz")


def test_the_committed_recording_is_one_that_the_kit_reads():
    assert read(ROOT / "tests" / "notebooks.jsonl.gz").replies


def test_binder_has_the_python_of_the_lock():
    assert (BINDER / "runtime.txt").read_text() == "python-3.11\n"


@pytest.mark.process
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_of_binder_is_bash_and_can_be_run(name):
    script = BINDER / name
    assert os.access(script, os.X_OK) and script.read_text().startswith("#!/bin/bash\n")
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
