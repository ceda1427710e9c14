"""Imports go strictly down: DESIGN.md's table of layers, held."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import ragkit

ROOT = Path(ragkit.__file__).parent
LAYERS = {
    0: "state settings",
    1: "weights embedded chat chat_errors replies scripted llm briefing read corpus dense sparse retrieve rerank"
    " web memory claims anchors judges complexity refine cite keywords readings redact",
    2: "kit policy",
    3: "nodes",
    4: "graphs",
    5: "trace trace_file meter threads",
    6: "evaluate widgets source export notebooks doctor commands __main__ __init__",
}
LAYER = {name: layer for layer, names in LAYERS.items() for name in names.split()}
"""Layer of each file and package of ragkit. A new one gets its place here; imports go to the same layer or below."""


def module(file):
    """`ragkit/read/pdf.py` as `read.pdf`, a package's `__init__` as the package."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {module(file): file for file in sorted(ROOT.rglob("*.py"))}


def imported(name):
    """The modules of ragkit that a module imports, wherever in its text."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name} imports relatively"
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    ours = {"__init__" if path == "ragkit" else path.removeprefix("ragkit.") for path in found if is_ours(path)}
    return ours & set(MODULES)


def is_ours(path):
    return path == "ragkit" or path.startswith("ragkit.")


def layer(name):
    return LAYER[name.split(".")[0]]


def test_every_file_has_a_layer_and_every_row_a_file():
    assert {name.split(".")[0] for name in MODULES} == set(LAYER)


@pytest.mark.parametrize("name", MODULES)
def test_imports_go_to_the_same_layer_or_below(name):
    assert [other for other in imported(name) if other != "__init__" and layer(other) > layer(name)] == []


def test_only_the_top_imports_the_public_face():
    assert {name for name in MODULES if "__init__" in imported(name) and layer(name) < 6} == set()


def test_no_imports_run_in_a_circle():
    TopologicalSorter({name: imported(name) - {name} for name in MODULES if name != "__init__"}).prepare()


def test_the_nouns_import_nothing_of_ours():
    assert imported("state") == set() and "ragkit" not in MODULES["state"].read_text()


def test_the_test_sees_imports():
    assert {"corpus", "retrieve", "weights"} <= imported("kit")
    assert "read.document" in imported("read.reader")
