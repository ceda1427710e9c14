"""The house rules of CONTRIBUTING.md that a program can check: how much a file, a function and a line hold."""

import ast
import json
import re
import statistics
from functools import cache
from pathlib import Path

import ragkit
from benchmarks.house import Module
from ragkit.graphs import SYSTEMS

ROOT = Path(ragkit.__file__).parent
CHECKS = ROOT.parent / "exercises" / "checks"
FILES = {file.relative_to(ROOT).as_posix(): file for file in sorted(ROOT.rglob("*.py"))}
FILES |= {f"checks/{file.name}": file for file in sorted(CHECKS.glob("*.py"))}
GRAPHS = [name for name, file in FILES.items() if name.startswith("graphs/") and "StateGraph(" in file.read_text()]
"""The files that wire a graph."""
NOTEBOOKS = sorted((ROOT.parent / "notebooks").glob("*.ipynb"))
LINES = 300
"""Of a file that is one idea."""
LONGEST = 40
"""Lines of a function."""
DENSEST = 20
"""Syntax nodes a line of code, of one function; model code bases of the field have none over it."""


@cache
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


def of_all(offenders):
    """What a rule finds in every file, as path:line and what is wrong; `offenders(tree, lines)` gives (line, what)."""
    found = []
    for name, file in FILES.items():
        lines = file.read_text(encoding="utf-8").splitlines()
        found += [f"ragkit/{name}:{line} {what}" for line, what in offenders(tree(file), lines)]
    return found


def test_a_file_is_one_idea_and_says_what_it_is():
    def offenders(parsed, lines):
        if len(lines) > LINES:
            yield len(lines), f"is over {LINES} lines: split it where it is a second idea"
        if not ast.get_docstring(parsed):
            yield 1, "has no docstring: say what the file is"

    assert of_all(offenders) == []


def test_a_function_is_one_thought_and_a_line_is_one_step():
    def offenders(parsed, lines):
        for function in functions(parsed):
            rate, count = density(function, lines)
            if (long := function.end_lineno - function.lineno + 1) > LONGEST:
                yield function.lineno, f"{function.name} has {long} lines: split it"
            if rate > DENSEST and count > 1:
                yield function.lineno, f"{function.name} has {rate:.1f} syntax nodes a line: name the steps"

    assert of_all(offenders) == []


def test_no_comprehension_and_no_condition_is_nested():
    assert of_all(lambda parsed, _: [(line, "is nested: write a loop") for line in packed(parsed)]) == []


def test_a_private_name_stays_in_its_file():
    def offenders(parsed, _):
        for node in [node for node in ast.walk(parsed) if isinstance(node, ast.ImportFrom)]:
            private = [alias.name for alias in node.names if re.match(r"_[a-z]", alias.name)]
            yield from ((node.lineno, f"imports {name}: give it a public name, or leave it there") for name in private)

    assert of_all(offenders) == []


def test_a_name_that_leaves_its_room_is_in_the_rooms_all():
    unsaid = [name for name, is_said in Module(ROOT).leaving().items() if not is_said]
    # The function `value` of `value.py` would hide its file from `from room import value`.
    hiding = {name for name in unsaid if (ROOT / f"{name.replace('.', '/')}.py").exists()}
    rooms = {name.rpartition(".")[0] for name in set(unsaid) - hiding}
    # The reader's process imports the room of the documents and has to start at once; the nodes and the
    # widgets list what a graph or a notebook may use.
    assert rooms <= {"documents", "nodes", "widgets"}, sorted(unsaid)


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


def test_a_cell_is_not_packed_either():
    nested = []
    for path in NOTEBOOKS:
        cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
        for number, cell in enumerate(cells):
            nested += [f"{path.name}, code cell {number}:{line}" for line in packed(ast.parse("".join(cell["source"])))]
    assert nested == [], "write a loop"


def test_a_graph_file_holds_no_number_and_no_prompt():
    found = []
    for name in GRAPHS:
        parsed = tree(FILES[name])
        system = SYSTEMS[Path(name).parent.name if name.endswith("graph.py") else Path(name).stem]
        added = {"extra": system.extra} if system.extra else {}
        nodes = {*system.build(**added).nodes, *system.parts, *system.extra}
        said = nodes | docstrings(parsed) | messages(parsed)
        for constant in [node for node in ast.walk(parsed) if isinstance(node, ast.Constant)]:
            value = constant.value
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if number or (isinstance(value, str) and value not in said):
                found.append(f"ragkit/{name}:{constant.lineno} {value!r}: it belongs to a node or to the settings")
    assert len(GRAPHS) > 5
    assert found == []


def messages(parsed):
    """The texts of what is raised."""
    raised = [node for node in ast.walk(parsed) if isinstance(node, ast.Raise)]
    return {part.value for node in raised for part in ast.walk(node) if isinstance(part, ast.Constant)}


def test_no_module_is_a_drawer():
    drawers = {"utils", "helpers", "common", "prompts", "schemas", "edges", "misc", "base"}
    assert [name for name, file in FILES.items() if file.stem in drawers] == [], "name it after what it holds"
