"""The lanes of the suite: which tests need a model, a process or a browser, and which notebooks run fresh.

What a test needs is said by a marker, or by a fixture that brings it along. A test that uses one of the three without
saying so fails in a lane that leaves such tests out, such as `make check`.
"""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
import xllamacpp
from _pytest.mark.expression import Expression

ROOT = Path(__file__).parent.parent
BROUGHT_BY = {
    "server_llm": "model",
    "quality_llm": "model",
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
PROBES = {"uname", "lscpu", "ldconfig", "gcc", "cc", "ld", "objdump", "git"}
"""Programs that say what machine this is, or what is in the repository; they are no processes of ours."""

_used: set[str] = set()
"""What the test that runs now has used."""


def pytest_configure() -> None:
    sys.addaudithook(_hear)
    start_process, start_server = BaseProcess.start, xllamacpp.Server

    def process(self: BaseProcess) -> None:
        _used.add("process")
        start_process(self)

    def server(*arguments: Any) -> Any:
        _used.add("model")
        return start_server(*arguments)

    BaseProcess.start = process  # type: ignore[method-assign]
    xllamacpp.Server = server


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event in STARTS:
        program = Path(os.fsdecode(arguments[0])).name if arguments else ""
        if program not in PROBES:
            _used.add("process")
    # The library of the embedding model and the cross-encoders, which are loaded where it is imported.
    elif event == "import" and arguments[0] == "sentence_transformers":
        _used.add("model")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for fixture in getattr(item, "fixturenames", ()):
            if fixture in BROUGHT_BY:
                item.add_marker(BROUGHT_BY[fixture])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    _used.clear()
    result = yield
    _watch_encoders()
    return result


def _watch_encoders() -> None:
    """Once a test has imported the encoders, every later test that loads one is seen, too."""
    module = sys.modules.get("sentence_transformers")
    for name in ("SentenceTransformer", "CrossEncoder"):
        encoder = getattr(module, name, None)
        if encoder is None or hasattr(encoder, "watched"):
            continue
        encoder.__init__ = _seen(encoder.__init__)
        encoder.watched = True


def _seen(init: Callable[..., None]) -> Callable[..., None]:
    def watched(*arguments: Any, **keywords: Any) -> None:
        _used.add("model")
        init(*arguments, **keywords)

    return watched


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
