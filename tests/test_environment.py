"""One set of packages: what pyproject.toml names, environment.yml installs and the lock pins is the same."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from ragkit.teach.entailment import ENTAILMENT
from ragkit.thresholds import SHIPPED
from ragkit.weights.adapters import FOLDER
from ragkit.weights.adapters import SHIPPED as ADAPTERS

ROOT = Path(__file__).parent.parent


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(lines: list[str]) -> dict[str, str]:
    rows = [re.match(r"([A-Za-z0-9_.-]+)==([^ ;]+)", line) for line in lines]
    return {normal(row[1]): row[2] for row in rows if row}


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCK = pins((ROOT / "requirements.lock").read_text().splitlines())
DIRECT = PROJECT["dependencies"] + [row for extra in PROJECT["optional-dependencies"].values() for row in extra]


@pytest.mark.parametrize("requirement", DIRECT)
def test_every_direct_requirement_is_pinned_as_in_the_lock(requirement):
    ((name, version),) = pins([requirement]).items()
    assert LOCK[name] == version


def test_every_line_of_the_lock_is_an_exact_pin():
    lines = [line for line in (ROOT / "requirements.lock").read_text().splitlines() if not line.startswith("#")]
    assert len(pins(lines)) == len(lines)


def test_conda_users_get_the_lock_and_the_kit_on_the_same_python():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    *conda, pip = environment["dependencies"]
    assert conda == ["python=3.11", "pip", "make"]
    assert pip["pip"] == ["-r requirements.lock", "-e ."]
    assert PROJECT["requires-python"] == ">=3.11,<3.14"


def test_every_package_that_the_kit_imports_is_a_direct_requirement():
    imported = set()
    for file in (ROOT / "ragkit").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            if isinstance(node, ast.ImportFrom):
                imported.add(str(node.module).partition(".")[0])
    named = {"bs4": "beautifulsoup4", "IPython": "ipykernel", "google": "protobuf", "yaml": "pyyaml"}
    named |= {"opentelemetry": "opentelemetry-sdk", "sklearn": "scikit-learn", "markdown_it": "markdown-it-py"}
    own = {"ragkit", "__future__"} | set(__import__("sys").stdlib_module_names)
    transitive = {"httpx", "ollama", "openai"}  # come with langchain-ollama and langchain-openai, whose errors they are
    direct = {normal(name) for row in DIRECT for name in pins([row])}
    missing = {name for name in imported - own - transitive if normal(named.get(name, name)) not in direct}
    assert not missing


def test_every_file_that_the_code_reads_is_in_the_wheel():
    """setuptools takes only the Python files by itself; the rest is named in pyproject.toml."""
    package = ROOT / "ragkit"
    read = [SHIPPED, ENTAILMENT, *(FOLDER / adapter.file for adapter in ADAPTERS)]
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    taken = {file for pattern in tool["setuptools"]["package-data"]["ragkit"] for file in package.glob(pattern)}
    assert len(read) == 4
    assert set(read) <= taken
