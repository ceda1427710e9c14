"""Runs that are killed at any time, and two processes at once: what is on disk afterwards is whole, and goes on.

A dozen kills belong to the tests; `make attack` makes 200 (RAGKIT_KILLS). Kills at a chosen place, one for every node,
are in `tests/runs/test_threads.py`.
"""

import json
import os
import random
import time
from contextlib import closing

import pytest
from conftest import endpoints
from kills import CLAIMS, DRAFT, SIMPLE, Provider, opened, process, saving, supports

from ragkit.graphs import adaptive
from ragkit.runs.threads import resume
from ragkit.trace import run

KILLS = int(os.environ.get("RAGKIT_KILLS", "12"))
SOON = 60
"""Seconds within which a process begins, or ends."""
PAUSE = 0.03
"""Seconds that the endpoint takes for a reply, so that a kill may come while one is awaited."""


class SlowProvider(Provider):
    """An endpoint that takes its time, and knows which requests it replied to."""

    def __init__(self, endpoint):
        super().__init__(endpoint)
        self.replied = []

    def answer(self, body):
        time.sleep(PAUSE)
        self.replied.append(json.dumps(body, sort_keys=True))
        return super().answer(body)

    def take(self):
        self.replied.clear()
        return super().take()


@pytest.fixture(scope="module")
def provider(alone):
    with endpoints() as start:
        yield SlowProvider(start)


@pytest.fixture(scope="module")
def whole(provider, tmp_path_factory):
    """The run that nobody kills, and the requests that it makes."""
    with closing(opened(tmp_path_factory.mktemp("whole"), provider.server.url)) as kit:
        trace = run(adaptive(), SIMPLE, kit)
    assert trace.answer == DRAFT
    return trace, provider.take()


def begun(folder, *arguments):
    """A process that runs the question, once its kit is open."""
    started = process(folder, *arguments, SIMPLE, 0, 1)
    started.start()
    end = time.monotonic() + SOON
    while not (folder / "begun").exists():
        assert started.is_alive() and time.monotonic() < end
        time.sleep(0.005)
    return started


def ended(folder, url):
    """The run in a folder, brought to its end, and what is remembered of it."""
    with closing(opened(folder, url)) as kit, saving(folder) as saver:
        try:
            trace = resume(adaptive(), kit, saver, "owls")
        except LookupError:
            # It was killed before its first step was saved.
            trace = run(adaptive(), SIMPLE, kit, saver, "owls")
        return trace, [(entry.question, entry.mode, entry.summary) for entry in kit.memory.entries()]


@pytest.mark.process
@pytest.mark.parametrize("number", range(KILLS))
def test_a_run_killed_at_any_time_ends_as_if_it_had_not_been(provider, whole, tmp_path, number):
    unharmed, needed = whole
    folder = tmp_path / "killed"
    doomed = begun(folder, provider.server.url)
    time.sleep(random.Random(number).uniform(0, unharmed.seconds))
    doomed.kill()
    doomed.join()
    time.sleep(2 * PAUSE)
    before = list(provider.replied)
    provider.take()
    trace, entries = ended(folder, provider.server.url)
    assert not trace.failed
    assert (trace.answer, trace.passages, trace.notes) == (unharmed.answer, unharmed.passages, unharmed.notes)
    assert supports(trace) == supports(unharmed)
    assert entries == [(SIMPLE, "verified", CLAIMS)]
    # At most the reply that was on its way is asked for again.
    asked = sorted(before + provider.take())
    assert len(asked) - len(needed) in (0, 1) and set(asked) == set(needed)


@pytest.mark.process
def test_two_processes_that_share_replies_and_threads_both_end(provider, whole, tmp_path):
    unharmed, needed = whole
    url = provider.server.url
    shared = tmp_path / "cache"
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        shared.mkdir(exist_ok=True)
        (folder / "cache").symlink_to(shared, target_is_directory=True)
    both = [begun(folder, url) for folder in folders]
    for one in both:
        one.join(SOON)
        assert one.exitcode == 0
    assert set(provider.take()) == set(needed)
    for folder in folders:
        trace, _ = ended(folder, url)
        assert trace.answer == unharmed.answer and supports(trace) == supports(unharmed)
    assert provider.take() == []
