"""The lanes of the suite: which tests need a model, a process or a browser, and which notebooks run fresh.

What a test needs is said by a marker, or by a fixture that brings it along. A test that uses one of the three without
saying so fails in a lane that leaves such tests out, such as `make check`.
"""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import wraps
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
import xllamacpp
from _pytest.mark.expression import Expression

from ragkit.documents.limited import WORKER
from ragkit.search.embedder import SentenceEmbedder
from ragkit.weights import cross_encoder

ROOT = Path(__file__).parent.parent
BROUGHT_BY = {
    "server_llm": "model",
    "quality_llm": "model",
    "taught_llm": "model",
    "indexes": "model",
    "imported": "process",
    "small_disk": "process",
    "browser": "browser",
}
"""Fixtures, and the marker that a test which asks for them gets."""
STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn"}
"""Audit events of a new process."""
CHOSEN = os.environ.get("RAGKIT_FRESH", "3")
"""How many notebooks are run fresh, or `all`. Read before the tests take every RAGKIT_ variable away."""
USES = [
    (BaseProcess, "start", "process"),
    (xllamacpp, "Server", "model"),
    (SentenceEmbedder, "__call__", "model"),
    (cross_encoder, "_load", "model"),
]
"""What a test may not do without its marker. An encoder is loaded once and used by many tests."""
PROBES = {"uname", "lscpu", "ldconfig", "gcc", "cc", "ld", "objdump", "git"}
"""Programs that say what machine this is, or what is in the repository; they are no processes of ours."""

_used: set[str] = set()
"""What the test that runs now has used."""
_by_fixture: dict[pytest.FixtureDef[Any], set[str]] = {}
"""What a fixture has used."""


def pytest_configure() -> None:
    sys.addaudithook(_hear)
    for owner, name, marker in USES:
        setattr(owner, name, _seen(getattr(owner, name), marker))


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event in STARTS and not _is_cheap(arguments):
        _used.add("process")


def _is_cheap(arguments: tuple[Any, ...]) -> bool:
    """Whether a new process says what machine this is, or reads documents: most tests read one, in 50 ms."""
    program, command = (*arguments, None, None)[:2]
    is_probe = program is not None and Path(os.fsdecode(program)).name in PROBES
    return is_probe or str(WORKER) in (command or ())


def _seen(function: Callable[..., Any], marker: str) -> Callable[..., Any]:
    @wraps(function)
    def seen(*arguments: Any, **keywords: Any) -> Any:
        _used.add(marker)
        return function(*arguments, **keywords)

    return seen


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for fixture in getattr(item, "fixturenames", ()):
            if fixture in BROUGHT_BY:
                item.add_marker(BROUGHT_BY[fixture])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    _used.clear()
    known = item._fixtureinfo.name2fixturedefs  # type: ignore[attr-defined]
    for fixtures in known.values():
        _used.update(_by_fixture.get(fixtures[-1], ()))


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Any:
    """What a fixture used, every test uses that asks for it, and not the first alone."""
    before = set(_used)
    result = yield
    _by_fixture[fixturedef] = _used - before
    return result


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> Any:
    """A test fails that, with the markers of what it used, would not have been in this lane."""
    result = yield
    lane = item.config.option.markexpr
    marked = {marker.name for marker in item.iter_markers()}
    unsaid = sorted(_used - marked)
    if lane and unsaid and not Expression.compile(lane).evaluate((marked | _used).__contains__):
        marks = " and ".join(f"@pytest.mark.{name}" for name in unsaid)
        pytest.fail(f"this test uses what the lane {lane!r} has not; mark it {marks}", False)
    return result


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """How many replies of the notebooks were recorded, and how many the model was asked for."""
    counted = []
    for report in (report for reports in terminalreporter.stats.values() for report in reports):
        if getattr(report, "when", "") == "teardown":
            counted += [value for name, value in report.user_properties if name == "replies"]
    if not counted:
        return
    terminalreporter.section("replies in the notebooks")
    for name, recorded, asked in sorted(counted):
        terminalreporter.write_line(f"{name:28} {recorded:5,} replayed {asked:5,} asked of the model")
    recorded, asked = sum(row[1] for row in counted), sum(row[2] for row in counted)
    terminalreporter.write_line(f"{'in all':28} {recorded:5,} replayed {asked:5,} asked of the model")


def drawn(names: list[str]) -> set[str]:
    """The notebooks that run fresh this time: three, drawn by the commit's hash, or as many as RAGKIT_FRESH says."""
    if CHOSEN == "all":
        return set(names)
    return set(random.Random(commit()).sample(names, min(int(CHOSEN), len(names))))


def commit() -> str:
    """The hash of the commit, or nothing outside a repository."""
    command = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
