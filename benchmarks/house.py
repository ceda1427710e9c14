"""Count what the module is like to live in: lines, names, settings, and how far a node leads.

    python -m benchmarks.house [TREE ...]

Each TREE is a checkout; the default is this one. Only the text is read, so an old checkout can be
counted beside a new one. A stop is a function of ours that a reader meets from a node on: named in
it, or in a function named there. Only functions of `nodes` and `graphs` are followed further. Those
of other rooms, and the members of the kit, are one stop each.
"""

from __future__ import annotations

import ast
import json
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
LEARNERS = ("nodes", "graphs", "judges", "search", "policy", "kit", "state", "trace")
"""The rooms that a learner reads; `tiered` is counted apart."""
DENSE = 20
"""Syntax nodes a line, above which a function is packed."""
READ = ("nodes", "graphs")
"""The rooms whose functions are followed."""
FOLLOWED = ("retrieve", "answerability")
Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef


def counted(tree: Path) -> dict[str, Any]:
    """The figures of a checkout."""
    module = Module(tree / "ragkit")
    learners = [name for name in module.files if name.partition(".")[0] in LEARNERS]
    tiered = [name for name in learners if name.startswith("graphs.tiered")]
    screen = [name for name in module.files if name.partition(".")[0] == "screen"]
    tests = Module(tree / "tests")
    rates = sorted(tests.densities())
    leaving = module.leaving()
    figures = {
        "files of ragkit": len(module.files),
        "lines of ragkit": module.lines(module.files),
        "public definitions": sum(len(public) for public in module.public().values()),
        "public names that leave their room": len(leaving),
        "of them in the room's __all__": sum(leaving.values()),
        "settings": module.settings(),
        "commands": module.commands(),
        "files of the learner's part, without tiered": len(learners) - len(tiered),
        "lines of the learner's part, without tiered": module.lines(learners)
        - module.lines(tiered),
        "lines of tiered": module.lines(tiered),
        "lines of the screen, where it is a room": module.lines(screen),
        "lines of tests": tests.lines(tests.files),
        "syntax nodes a line of tests, median": round(statistics.median(rates), 1),
        "functions of tests with more than 20": sum(rate > DENSE for rate in rates),
    }
    for node in FOLLOWED:
        stops = module.stops(node)
        figures[f"stops of {node}"] = len(stops)
        figures[f"rooms of {node}"] = len({stop.partition(".")[0] for stop in stops})
    return figures


class Module:
    """The files below a folder, read but not imported."""

    def __init__(self, root: Path) -> None:
        self.name = root.name
        self.files: dict[str, str] = {}
        for file in sorted(root.rglob("*.py")):
            name = ".".join(file.relative_to(root).with_suffix("").parts)
            self.files[name.removesuffix(".__init__")] = file.read_text(encoding="utf-8")
        self.trees = {name: ast.parse(text) for name, text in self.files.items()}

    def lines(self, names: Any) -> int:
        """Lines of these files, blank ones and comments included."""
        return sum(len(self.files[name].splitlines()) for name in names)

    def defined(self, name: str) -> dict[str, Definition]:
        """The functions and classes on the top level of a file."""
        body = self.trees[name].body
        return {one.name: one for one in body if isinstance(one, Definition)}

    def public(self) -> dict[str, list[str]]:
        """The public functions and classes of each file."""
        found = {}
        for name in self.files:
            found[name] = [one for one in self.defined(name) if not one.startswith("_")]
        return found

    def imported(self, name: str) -> dict[str, tuple[str, str]]:
        """What a file imports from the module: the file and the name there, by the name here."""
        found = {}
        for node in ast.walk(self.trees[name]):
            if not isinstance(node, ast.ImportFrom) or not node.module:
                continue
            home = node.module.removeprefix(self.name).removeprefix(".")
            if node.module.partition(".")[0] != self.name:
                continue
            for alias in node.names:
                found[alias.asname or alias.name] = (home, alias.name)
        return found

    def home(self, file: str, name: str) -> str | None:
        """Where a name that a file uses is defined, as `file.name`; None where that is not here."""
        if name in self.defined(file):
            return f"{file}.{name}"
        if name not in (imported := self.imported(file)):
            return None
        home, there = imported[name]
        if home not in self.files:
            return None
        return self.home(home, there)

    def leaving(self) -> dict[str, bool]:
        """The public names that another room imports, and whether the room's `__all__` has them.

        A room that is one file exports all of it. Names of a room without an `__init__` do not
        count: there, a file is imported alone, because the others are slow to import.
        """
        found = {}
        for file in self.files:
            for home, name in self.imported(file).values():
                room = room_of(home)
                is_module = f"{home}.{name}" in self.files
                if room != room_of(file) and room in self.files and not is_module:
                    exported = exported_by(self.trees[room])
                    is_file = home == room and not self._is_package(room)
                    found[f"{room}.{name}"] = is_file or name in exported
        return found

    def _is_package(self, room: str) -> bool:
        return any(name.startswith(f"{room}.") for name in self.files)

    def stops(self, node: str) -> set[str]:
        """The functions that a reader of a node meets, and the members of the kit."""
        # A system may have a node of the same name; the shared one is meant.
        *_, start = (f"{file}.{node}" for file in self.files if self._is_node(file, node))
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            home, _, name = place.rpartition(".")
            if home.partition(".")[0] in READ:
                waiting += self._named(home, self.defined(home)[name])
        return seen - {start}

    def _is_node(self, file: str, name: str) -> bool:
        """Whether a file of the nodes or of a graph defines a node of this name."""
        definition = self.defined(file).get(name)
        if definition is None or file.partition(".")[0] not in READ:
            return False
        return (ast.get_docstring(definition) or "").startswith("reads")

    def _named(self, file: str, definition: Definition) -> Iterator[str]:
        """The functions that a definition names, and the members of the kit that it uses."""
        if isinstance(definition, ast.ClassDef):
            return
        for one in ast.walk(definition):
            if isinstance(one, ast.Attribute) and ast.unparse(one.value) in KIT:
                if ast.unparse(one) not in KIT and one.attr != "settings":
                    yield f"kit.{one.attr}"
            elif isinstance(one, ast.Name):
                place = self.home(file, one.id)
                if place and isinstance(self._definition(place), Function):
                    yield place

    def _definition(self, place: str) -> Definition:
        home, _, name = place.rpartition(".")
        return self.defined(home)[name]

    def settings(self) -> int:
        """The fields of the classes that are called settings."""
        count = 0
        for name, tree in self.trees.items():
            if not name.startswith("settings"):
                continue
            for one in ast.walk(tree):
                if isinstance(one, ast.ClassDef) and one.name.endswith("Settings"):
                    count += sum(isinstance(field, ast.AnnAssign) for field in one.body)
        return count

    def commands(self) -> int:
        """The rows of the table of commands."""
        for one in ast.walk(self.trees["cli.table"]):
            if isinstance(one, ast.AnnAssign) and ast.unparse(one.target) == "COMMANDS":
                return len(getattr(one.value, "keys", ()))
        return 0

    def densities(self) -> Iterator[float]:
        """Syntax nodes a line of each function's body, as tests/test_house.py counts them."""
        for name, tree in self.trees.items():
            lines = self.files[name].splitlines()
            for one in ast.walk(tree):
                if isinstance(one, Function):
                    yield density(one, lines)


KIT = ("kit", "runtime.context", "kit.retriever", "kit.retriever.dense", "kit.retriever.sparse")
"""How a node calls the kit and what it searches with."""


def room_of(file: str) -> str:
    """The room of a file; `evaluate` is several.

    >>> room_of("judges.odds"), room_of("evaluate.golden.quotes"), room_of("kit")
    ('judges', 'evaluate.golden', 'kit')
    """
    first, *rest = file.split(".")
    return f"{first}.{rest[0]}" if first == "evaluate" and rest else first


def exported_by(tree: ast.Module) -> set[str]:
    """The names in a file's `__all__`."""
    for one in tree.body:
        if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "__all__":
            return set(ast.literal_eval(one.value))
    return set()


def density(function: Function, lines: list[str]) -> float:
    """Syntax nodes a line of a function's body; blank lines and comments do not count."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    if not body:
        return 0.0
    code = []
    for number in range(body[0].lineno, (function.end_lineno or 0) + 1):
        line = lines[number - 1].strip()
        if line and not line.startswith("#"):
            code.append(line)
    nodes = sum(1 for statement in body for _ in ast.walk(statement))
    return nodes / max(1, len(code))


def main(trees: list[str]) -> None:
    columns = [counted(Path(tree)) for tree in trees or [str(HERE)]]
    for name in columns[0]:
        print(f"{name:48}" + "".join(f"{column[name]:>10}" for column in columns))
    file = HERE / "build/house.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(columns, indent=2))


if __name__ == "__main__":
    main(sys.argv[1:])
