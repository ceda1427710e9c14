"""The house rules of DESIGN.md that a program can check: short files, short functions, graphs without numbers."""

import ast
from pathlib import Path

import pytest

import ragkit
from ragkit import graphs

ROOT = Path(ragkit.__file__).parent
FILES = {file.relative_to(ROOT).as_posix(): file for file in sorted(ROOT.rglob("*.py"))}
GRAPHS = {name: file for name, file in FILES.items() if name.startswith("graphs/") and not name.endswith("__init__.py")}


def tree(file):
    return ast.parse(file.read_text(encoding="utf-8"))


def docstrings(parsed):
    holders = (n for n in ast.walk(parsed) if isinstance(n, ast.Module | ast.ClassDef | ast.FunctionDef))
    return {ast.get_docstring(holder, clean=False) for holder in holders}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_under_200_lines_and_says_what_it_is(name):
    text = FILES[name].read_text(encoding="utf-8")
    assert len(text.splitlines()) < 200
    assert ast.get_docstring(ast.parse(text))


def test_every_function_is_under_40_lines():
    functions = [
        (node.end_lineno - node.lineno + 1, f"{name}: {node.name}")
        for name, file in FILES.items()
        for node in ast.walk(tree(file))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert [f for f in functions if f[0] >= 40] == []


@pytest.mark.parametrize("name", GRAPHS)
def test_a_graph_file_holds_no_number_and_no_prompt(name):
    parsed = tree(GRAPHS[name])
    build = getattr(graphs, Path(name).stem)
    constants = {n.value for n in ast.walk(parsed) if isinstance(n, ast.Constant)} - docstrings(parsed)
    assert {c for c in constants if isinstance(c, int | float) and not isinstance(c, bool)} == set()
    assert {c for c in constants if isinstance(c, str)} <= set(build().nodes)


def test_no_module_is_a_drawer():
    drawers = {"utils", "helpers", "common", "prompts", "schemas", "edges", "misc", "base"}
    assert not drawers & {file.stem for file in FILES.values()}
