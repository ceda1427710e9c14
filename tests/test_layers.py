"""Imports go strictly down: the rooms of the module in one order, and every import leads to an earlier one."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import ragkit

ROOT = Path(ragkit.__file__).parent
ROOMS = [
    "watched",
    "state",
    "text",
    "screen",
    "settings",
    "cluster",
    "score",
    "disk",
    "weights",
    "thresholds",
    "recommended",
    "documents",
    "model",
    "stores",
    "search",
    "judges",
    "conversation",
    "web",
    "mcp",
    "evidence",
    "steps",
    "telemetry",
    "opening",
    "ingest",
    "kit",
    "permissions",
    "tools",
    "policy",
    "nodes",
    "graphs",
    "start",
    "trace",
    "runs",
    "evaluate.golden",
    "evaluate.measures",
    "evaluate.judging",
    "evaluate.noise",
    "evaluate.failures",
    "evaluate.experiments",
    "evaluate.study",
    "teach",
    "widgets.drawing",
    "widgets.runs",
    "widgets.charts",
    "widgets.panels",
    "widgets",
    "report",
    "course",
    "cli",
    "__main__",
    "__init__",
]
"""One row a room, from the ground up: a room imports from itself and from the rooms above it in this list."""


def module(file):
    """`ragkit/documents/pdf.py` as `documents.pdf`, a package's `__init__` as the package."""
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


def room(name):
    """The room that a module is in: the longest name of a row that its own begins with."""
    rows = [row for row in ROOMS if name == row or name.startswith(f"{row}.")]
    return max(rows, key=len)


def height(name):
    return ROOMS.index(room(name))


IMPORTED = {name: imported(name) for name in MODULES}
EMPTY = {"evaluate"}
"""Packages that hold rooms and nothing of their own."""


def test_every_module_is_in_a_room_and_every_room_has_a_module():
    assert {room(name) for name in MODULES if name not in EMPTY} == set(ROOMS)


def test_imports_lead_to_the_same_room_or_to_one_below():
    up = []
    for name in set(MODULES) - EMPTY:
        above = [other for other in IMPORTED[name] - EMPTY - {"__init__"} if height(other) > height(name)]
        up += [f"{name} imports {other}" for other in above]
    assert sorted(up) == [], "move what is imported down, or hand it over as an argument"


def test_only_the_command_line_imports_the_public_face():
    assert {room(name) for name in MODULES if "__init__" in IMPORTED[name]} <= {"cli", "__init__"}


def test_no_imports_run_in_a_circle():
    TopologicalSorter({name: IMPORTED[name] - {name} for name in MODULES if name != "__init__"}).prepare()


def test_the_nouns_import_nothing_of_ours():
    assert IMPORTED["state"] == {"watched"} and IMPORTED["watched"] == set()


def test_the_test_sees_imports():
    assert {"documents.corpus", "search.fuse", "weights"} <= IMPORTED["kit"]
    assert "documents.document" in IMPORTED["documents.reader"]
