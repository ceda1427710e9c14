"""The house rules of CONTRIBUTING.md that a program can check: how much a file, a function and a line hold."""

import ast
import json
import statistics
from pathlib import Path

import pytest

import ragkit
from ragkit.graphs import SYSTEMS

ROOT = Path(ragkit.__file__).parent
FILES = {file.relative_to(ROOT).as_posix(): file for file in sorted(ROOT.rglob("*.py"))}
GRAPHS = [name for name, file in FILES.items() if name.startswith("graphs/") and "StateGraph(" in file.read_text()]
"""The files that wire a graph."""
NOTEBOOKS = sorted((ROOT.parent / "notebooks").glob("*.ipynb"))
LINES = 300
"""Of a file that is one idea."""
LONGEST = 40
"""Lines of a function."""
DENSEST = 20
"""Syntax nodes a line of code, of one function; model code bases of the field have none over it."""


def tree(file):
    return ast.parse(file.read_text(encoding="utf-8"))


def functions(parsed):
    return [node for node in ast.walk(parsed) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def density(function, lines):
    """Syntax nodes a line of a function's body, and its number of lines; blank lines and comments do not count."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    if not body:
        return 0.0, 0
    span = [lines[number - 1].strip() for number in range(body[0].lineno, function.end_lineno + 1)]
    code = [line for line in span if line and not line.startswith("#")]
    nodes = sum(1 for statement in body for _ in ast.walk(statement))
    return nodes / max(1, len(code)), len(code)


def packed(parsed):
    """The lines of comprehensions with two `for` and an `if`, and of conditional expressions inside another one."""
    found = []
    for node in ast.walk(parsed):
        loops = getattr(node, "generators", [])
        if len(loops) > 1 and any(loop.ifs for loop in loops):
            found.append(node.lineno)
        if isinstance(node, ast.IfExp):
            found += [inner.lineno for inner in ast.walk(node) if isinstance(inner, ast.IfExp) and inner is not node]
    return found


def docstrings(parsed):
    """Strings that are statements of their own: what documents a module, a function or a constant."""
    alone = (node.value for node in ast.walk(parsed) if isinstance(node, ast.Expr))
    return {value.value for value in alone if isinstance(value, ast.Constant)}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_one_idea_and_says_what_it_is(name):
    text = FILES[name].read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LINES
    assert ast.get_docstring(ast.parse(text))


@pytest.mark.parametrize("name", FILES)
def test_a_function_is_one_thought_and_a_line_is_one_step(name):
    text = FILES[name].read_text(encoding="utf-8")
    lines = text.splitlines()
    for function in functions(ast.parse(text)):
        rate, count = density(function, lines)
        assert function.end_lineno - function.lineno + 1 <= LONGEST, function.name
        assert rate <= DENSEST or count == 1, f"{function.name}: {rate:.1f} syntax nodes a line"


@pytest.mark.parametrize("name", FILES)
def test_no_comprehension_and_no_condition_is_nested(name):
    assert packed(tree(FILES[name])) == []


def test_the_typical_function_has_ten_syntax_nodes_a_line():
    rates = []
    for file in FILES.values():
        lines = file.read_text(encoding="utf-8").splitlines()
        rates += [rate for rate, count in (density(f, lines) for f in functions(tree(file))) if count]
    rates.sort()
    assert statistics.median(rates) <= 10
    assert rates[int(0.9 * len(rates))] <= 15


def test_what_is_packed_is_found():
    assert packed(ast.parse("[a for b in c for a in b if a]")) == [1]
    assert packed(ast.parse("x = 1 if a else 2 if b else 3")) == [1]
    assert packed(ast.parse("[a for b in c for a in b]\nx = 1 if a else 2")) == []
    (function,) = functions(ast.parse("def f(a):\n    return a\n"))
    assert density(function, ["def f(a):", "    return a"]) == (3.0, 1)  # Return, Name, Load


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_cell_is_not_packed_either(path):
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells):
        assert packed(ast.parse("".join(cell["source"]))) == [], f"code cell {number}"


@pytest.mark.parametrize("name", GRAPHS)
def test_a_graph_file_holds_no_number_and_no_prompt(name):
    parsed = tree(FILES[name])
    system = SYSTEMS[Path(name).parent.name if name.endswith("graph.py") else Path(name).stem]
    added = {"extra": system.extra} if system.extra else {}
    said = set(system.build(**added).nodes) | {*system.parts, *system.extra}
    constants = {n.value for n in ast.walk(parsed) if isinstance(n, ast.Constant)} - docstrings(parsed)
    assert {c for c in constants if isinstance(c, int | float) and not isinstance(c, bool)} == set()
    errors = {n for raised in ast.walk(parsed) if isinstance(raised, ast.Raise) for n in ast.walk(raised)}
    messages = {n.value for n in errors if isinstance(n, ast.Constant)}
    assert {c for c in constants - messages if isinstance(c, str)} <= said


def test_no_module_is_a_drawer():
    drawers = {"utils", "helpers", "common", "prompts", "schemas", "edges", "misc", "base"}
    assert not drawers & {file.stem for file in FILES.values()}
