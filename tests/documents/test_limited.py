"""The process that reads files: when it is stopped, what it says then, and that it is used again."""

import os
import re
import subprocess
import sys
import threading
import time

import pytest
from samples import lacks

from ragkit.documents import limited as module
from ragkit.documents.document import Limits, Unreadable
from ragkit.documents.limited import Watch, end_spare, limited

pytestmark = pytest.mark.process

ONCE = """
import json, sys
request = json.loads(sys.stdin.buffer.readline())
sys.stdin.buffer.read(request["bytes"])
document = {"source": "", "title": "T", "text": "once", "pages": [], "notes": [], "headings": []}
print(json.dumps(document | {"tired": False}), flush=True)
sys.stdin.buffer.readline()
"""
"""A worker that reads one file, and ends at the second one."""


@pytest.fixture(autouse=True)
def workers(monkeypatch):
    """The processes that a test started."""
    started = []

    class Noted(module.Worker):
        def __init__(self):
            super().__init__()
            started.append(self)

    end_spare()
    monkeypatch.setattr(module, "Worker", Noted)
    yield started
    end_spare()
    assert all(worker.process.poll() is not None for worker in started)


@pytest.fixture
def worker(tmp_path, monkeypatch):
    """Put other code in the place of the worker's."""

    def put(code):
        path = tmp_path / "worker.py"
        path.write_text(code)
        monkeypatch.setattr(module, "WORKER", path)

    return put


def with_line(line):
    """The worker's own code with a line before a file is read."""
    code = module.WORKER.read_text().replace("Path(__file__)", f"Path({str(module.WORKER)!r})")
    before = "        document = parsed("
    assert code.count(before) == 1
    return code.replace(before, f"        {line}\n{before}")


def refusal(raw=b"text", format="text", **limits):
    with pytest.raises(Unreadable) as caught:
        limited(format, raw, Limits(**limits))
    return caught.value.reason


def test_one_process_reads_many_files_of_all_formats(workers):
    texts = [limited("text", f"# Owl {n}\n\nIt hunts.".encode()).title for n in range(3)]
    page = limited("html", b"<h1>Mice</h1><p>They hide.")
    assert texts == ["Owl 0", "Owl 1", "Owl 2"] and page.text == "# Mice\n\nThey hide."
    assert len(workers) == 1


def test_a_refused_file_does_not_end_the_process(workers):
    assert refusal(b" \n") == "is empty; fill it or leave it out"
    assert refusal(b"<script>x</script>", "html").startswith("holds no text, only markup;")
    assert limited("text", b"Owls hunt.").text == "Owls hunt." and len(workers) == 1


def test_a_file_that_takes_too_long_is_stopped_and_nothing_goes_on(worker, workers):
    worker("import time; time.sleep(60)")
    before, began = threading.active_count(), time.monotonic()
    assert lacks(refusal(seconds=0.5), "longer than 0.5 seconds", "split it", "Limits.seconds") == []
    assert time.monotonic() - began < 10
    assert workers[0].process.poll() is not None and threading.active_count() == before


def test_each_page_that_is_read_allows_more_seconds_up_to_a_limit():
    idle = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    watch = Watch(idle, Limits(seconds=100, page_seconds=30, most_seconds=150))
    allowed = [watch.allowed]
    for _ in range(3):
        watch.page_done()
        allowed.append(watch.allowed)
    watch.end()
    assert allowed == [100, 130, 150, 150] and idle.poll() is None
    idle.communicate(b"\n")


@pytest.mark.parametrize(
    ("format", "remedy"),
    [
        ("text", "save it again with another program, or leave it out"),
        ("pdf", "open it in a viewer and print it to PDF again"),
    ],
)
@pytest.mark.parametrize("code", ["import os; os.abort()", "raise SystemExit(3)"])
def test_a_worker_that_dies_is_a_refusal(worker, workers, code, format, remedy):
    worker(code)
    assert re.fullmatch(rf"crashed its reader \(exit code -?\d+\); {remedy}", refusal(b"x" * 10_000_000, format))
    assert len(workers) == 1


def test_a_process_that_died_of_an_earlier_file_is_replaced(worker, workers):
    worker(ONCE)
    assert [limited("text", b"a").text, limited("text", b"b").text] == ["once", "once"]
    assert len(workers) == 2


def test_a_process_that_was_killed_while_it_waited_is_replaced(workers):
    limited("text", b"a")
    workers[0].process.kill()
    assert limited("text", b"b").text == "b" and len(workers) == 2


def test_a_reply_without_end_is_not_kept(worker):
    worker("while True: print('x' * 100_000, end='')")
    assert refusal(characters=10).startswith("crashed its reader")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the limit of memory")
def test_a_file_that_needs_too_much_memory_is_refused_and_the_process_replaced(worker, workers):
    worker(with_line("raw == b'hungry' and bytearray(10**9)"))
    reason = "needs more than 500,000,000 bytes of memory; split it, or raise Limits.memory"
    assert refusal(b"hungry", memory=500_000_000) == reason
    assert limited("text", b"modest", Limits(memory=500_000_000)).text == "modest"
    # The second process was used before, so a third one tried again.
    assert refusal(b"hungry", memory=500_000_000) == reason and len(workers) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory was used")
def test_a_process_that_keeps_much_memory_is_replaced(worker, workers):
    worker(with_line("globals().setdefault('kept', b'x' * 150_000_000)"))
    limits = Limits(memory=400_000_000)
    for _ in range(3):
        limited("text", b"a", limits)
    assert len(workers) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory was used")
def test_the_memory_of_this_process_is_not_counted_for_the_one_that_reads(workers):
    large = b"x" * 250_000_000
    for _ in range(3):
        limited("text", b"a", Limits(memory=400_000_000))
    assert len(workers) == 1 and large


def test_what_a_library_prints_is_not_part_of_the_reply(worker):
    worker(with_line("print('advice')"))
    assert limited("text", b"Owls hunt.").text == "Owls hunt."


def test_an_interrupt_ends_the_process(workers, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(module.Worker, "_reply", interrupt)
    with pytest.raises(KeyboardInterrupt):
        limited("text", b"Owls hunt.")
    assert workers[0].process.poll() is not None


def test_where_no_process_may_be_started_the_file_is_read_here(monkeypatch):
    def forbid(*_, **__):
        raise PermissionError

    monkeypatch.setattr(module.subprocess, "Popen", forbid)
    assert limited("text", b"Owls hunt.").text == "Owls hunt."


def test_where_no_process_can_be_started_the_file_is_refused(monkeypatch):
    def fail(*_, **__):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(module.subprocess, "Popen", fail)
    assert lacks(refusal(), "no process could be started", "Resource temporarily", "close other programs") == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows makes no copies of a process")
def test_a_copy_of_this_process_leaves_the_worker_alone():
    limited("text", b"Owls hunt.")
    child = os.fork()
    if not child:
        os._exit(len(module._spare))
    assert os.waitpid(child, 0)[1] == 0 and len(module._spare) == 1
    assert limited("text", b"Mice hide.").text == "Mice hide."


def test_no_more_processes_wait_than_are_spare(workers):
    threads = [threading.Thread(target=limited, args=("text", b"Owls hunt.")) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(module._spare) <= module.SPARE


def test_the_worker_does_not_import_the_kit():
    script = f"""
import runpy, sys
sys.argv = ["worker"]
space = runpy.run_path({str(module.WORKER)!r})
space["_without_the_kit"]()
space["_reply"]("html", b"<p>Owls", {{}}, None)
print(sorted(name for name in sys.modules if name.startswith("ragkit")))
"""
    run = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    assert "ragkit.settings" not in run.stdout and "ragkit.documents.html" in run.stdout
