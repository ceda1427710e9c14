"""The workflows of GitHub: what they run is there, they may only read, and no action changes under them."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

from ragkit.cli.doctor import PYTHONS
from ragkit.cli.table import COMMANDS, name_of

ROOT = Path(__file__).parent.parent
WORKFLOW = (ROOT / ".github/workflows/ci.yml").read_text()
BOOK = (ROOT / ".github/workflows/book.yml").read_text()
PREPARE = (ROOT / ".github/actions/prepare/action.yml").read_text()
JOBS = yaml.safe_load(WORKFLOW)["jobs"]


def test_every_make_target_that_it_runs_is_there():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    asked = set(re.findall(r"run: make ([a-z-]+)", WORKFLOW + BOOK))
    assert {"check", "test", "notebooks", "book"} <= asked and asked <= set(targets)


def test_it_may_read_the_repository_and_nothing_else():
    assert yaml.safe_load(WORKFLOW)["permissions"] == {"contents": "read"}
    assert not any("permissions" in job for job in JOBS.values())
    checkouts = WORKFLOW.count("actions/checkout@")
    assert checkouts == len(JOBS) == WORKFLOW.count("persist-credentials: false")


def test_the_book_is_built_with_outputs_and_only_its_publisher_may_write():
    book = yaml.safe_load(BOOK)
    assert book["permissions"] == {"contents": "read"} and "secrets." not in BOOK
    build, publish = book["jobs"]["build"], book["jobs"]["publish"]
    runs = [step["run"].split()[1] for step in build["steps"] if "run" in step]
    assert runs == ["notebooks", "book"] and "permissions" not in build
    assert publish["permissions"] == {"pages": "write", "id-token": "write"} and publish["needs"] == "build"
    assert not any("run" in step for step in publish["steps"])
    assert BOOK.count("actions/checkout@") == BOOK.count("persist-credentials: false") == 1
    sent = [step["with"]["path"] for step in build["steps"] if "pages-artifact" in step.get("uses", "")]
    assert sent == ["build/book/_build/html"] and sent[0] in (ROOT / "Makefile").read_text()


@pytest.mark.parametrize("text", [WORKFLOW, BOOK, PREPARE])
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
