"""The fence, in processes of their own, because nothing takes it down again."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

OPENING = """
import sys
from pathlib import Path
from ragkit.course.grading.fence import fence, limit
own, closed = Path(sys.argv[1]), Path(sys.argv[2])
"""


@pytest.fixture
def fenced(tmp_path):
    """Runs code behind the fence, in its own folder `own`, with the folder `closed` hidden; what it printed."""
    (tmp_path / "own").mkdir()
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed" / "secret.txt").write_text("owl")
    (tmp_path / "other.txt").write_text("cat")

    def run(code, before="fence(own, [closed])"):
        whole = f"{OPENING}\n{before}\n{code}"
        command = [sys.executable, "-c", whole, str(tmp_path / "own"), str(tmp_path / "closed")]
        return subprocess.run(command, cwd=tmp_path / "own", capture_output=True, text=True, timeout=60, check=False)

    return run


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import socket; socket.create_connection(('127.0.0.1', 9))", "may not use the network"),
        ("import socket; socket.getaddrinfo('owl.example', 80)", "may not use the network"),
        ("import socket; socket.socket().bind(('127.0.0.1', 0))", "may not use the network"),
        ("import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))", "the network"),
        ("import os; os.fork()", "may not start or end"),
        ("import os; os.system('ls')", "may not start or end"),
        ("import os; os.kill(os.getppid(), 0)", "may not start or end"),
        ("import subprocess; subprocess.run(['ls'])", "may not start or end"),
        ("import multiprocessing as m; m.Process(target=print).start()", "may not start or end"),
        ("import multiprocessing as m; m.get_context('spawn').Process(target=print).start()", "may not start or end"),
        ("Path('../other.txt').write_text('dog')", "its own folder only"),
        ("Path('../other.txt').unlink()", "its own folder only"),
        ("Path('../other.txt').rename('mine.txt')", "its own folder only"),
        ("Path('link').symlink_to('../closed'); Path('link/secret.txt').read_text()", "its own folder only"),
        ("import shutil; shutil.rmtree('..')", "its own folder only"),
        ("import os; os.open('../new.txt', os.O_CREAT)", "its own folder only"),
        ("Path('../closed/secret.txt').read_text()", "may not read the submissions of others"),
        ("open(b'../closed/secret.txt')", "may not read the submissions of others"),
    ],
)
def test_what_is_forbidden_raises_and_says_so(fenced, tmp_path, code, said):
    done = fenced(code)
    assert done.returncode == 1 and said in done.stderr.splitlines()[-1], done.stderr
    assert (tmp_path / "other.txt").read_text() == "cat" and (tmp_path / "closed" / "secret.txt").exists()


@pytest.mark.parametrize(
    "code",
    [
        "Path('mine.txt').write_text('owl'); Path('mine.txt').rename('yours.txt'); Path('yours.txt').unlink()",
        "assert Path('../other.txt').read_text() == 'cat'",
        "import threading; t = threading.Thread(target=print); t.start(); t.join()",
        "import json, decimal, statistics, numpy",
        "open('/dev/null', 'w').write('x')" if sys.platform != "win32" else "pass",
        "import tempfile; tempfile.TemporaryFile(dir='.').write(b'x')",
        "from ragkit.course.exercises.bounded import bounded; assert bounded(lambda: 1, 1) == 1",
    ],
)
def test_what_is_allowed_works(fenced, code):
    done = fenced(code)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not enforce these limits; grade.py watches")
def test_memory_beyond_the_limit_is_a_memory_error(fenced):
    done = fenced("bytearray(10**9)", before="limit(200 * 10**6, 60)")
    assert done.returncode == 1 and "MemoryError" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
def test_a_file_cannot_fill_the_disk(fenced):
    code = "with open('big', 'wb') as f:\n    for _ in range(40): f.write(bytes(10**6))"
    done = fenced(code, before="limit(10**9, 60)")
    assert done.returncode != 0 and "File too large" in done.stderr
