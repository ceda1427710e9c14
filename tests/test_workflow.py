"""The workflow of GitHub: what it runs is there, it may only read, and no action changes under it."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

from ragkit.cli.doctor import PYTHONS
from ragkit.cli.table import COMMANDS, name_of

ROOT = Path(__file__).parent.parent
WORKFLOW = (ROOT / ".github/workflows/ci.yml").read_text()
PREPARE = (ROOT / ".github/actions/prepare/action.yml").read_text()
JOBS = yaml.safe_load(WORKFLOW)["jobs"]


def test_every_make_target_that_it_runs_is_there():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    asked = set(re.findall(r"run: make ([a-z-]+)", WORKFLOW))
    assert {"check", "test", "notebooks"} <= asked and asked <= set(targets)


def test_it_may_read_the_repository_and_nothing_else():
    assert yaml.safe_load(WORKFLOW)["permissions"] == {"contents": "read"}
    assert not any("permissions" in job for job in JOBS.values())
    checkouts = WORKFLOW.count("actions/checkout@")
    assert checkouts == len(JOBS) == WORKFLOW.count("persist-credentials: false")


@pytest.mark.parametrize("text", [WORKFLOW, PREPARE])
def test_every_action_has_an_exact_version_or_is_ours(text):
    used = re.findall(r"uses: (\S+)", text)
    assert used and all(re.search(r"@v\d+\.\d+\.\d+$", one) or one.startswith("./.github/") for one in used)


def test_main_is_tested_with_every_version_of_python_that_the_kit_names():
    every = [f"{major}.{minor}" for major, minor in PYTHONS]
    assert JOBS["test"]["strategy"]["matrix"]["python"] == every
    assert set(JOBS["check"]["strategy"]["matrix"]["python"]) <= set(every)


def test_the_key_is_seen_by_the_step_that_needs_it_alone():
    assert re.findall(r"secrets\.\w+.*", WORKFLOW) == ["secrets.OPENAI_API_KEY != '' }}", "secrets.OPENAI_API_KEY }}"]
    with_key = [step for step in JOBS["openai"]["steps"] if "RAGKIT_API_KEY" in step.get("env", {})]
    assert [step["run"].split()[:2] for step in with_key] == [["make", "notebooks"]]
    assert all("HAS_KEY" in step["if"] for step in JOBS["openai"]["steps"])


EXAMPLE = (ROOT / "docs/examples/gate.yml").read_text()


def test_the_example_of_a_gate_may_only_read_and_calls_commands_that_are_there():
    example = yaml.safe_load(EXAMPLE)
    assert example["permissions"] == {"contents": "read"} and "secrets." not in EXAMPLE
    used = re.findall(r"uses: (\S+)", EXAMPLE)
    assert used and all(re.fullmatch(r"actions/[\w-]+@v\d+\.\d+\.\d+", one) for one in used)
    calls = re.findall(r"python -m ragkit (\w+)(.*)", EXAMPLE)
    commands = {name_of(command): options for command, options in COMMANDS.items()}
    assert [name for name, _ in calls] == ["models", "gate"]
    assert all(set(re.findall(r"--\w+", rest)) <= set(commands[name]) for name, rest in calls)


def test_the_example_of_a_gate_installs_this_version():
    assert set(re.findall(r"ragkit[=-]+(\d[\d.]*\d)", EXAMPLE)) == {version("ragkit")}
