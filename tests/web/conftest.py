"""A web site played on loopback, and the web as a test may read it: this machine counts as public, no other does."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import pytest

PAGE = b"<h1>Owls</h1><p>Owls hunt mice at night, and rest by day.</p>"


class Site(ThreadingHTTPServer):
    """`site.pages[path]` is what it serves: bytes, or a function that writes to the request's handler."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Reply)
        self.pages: dict[str, bytes | Callable[[Any], None]] = {"/": PAGE}
        self.asked: list[tuple[str, str]] = []
        self.over = Event()
        self.url = f"http://127.0.0.1:{self.server_port}"

    def serve(self, path: str, page: bytes | Callable[[Any], None]) -> str:
        """Serve `page` at `path`, and say its address."""
        self.pages[path] = page
        return self.url + path

    def handle_error(self, *_: Any) -> None:  # who asked has hung up
        pass


class _Reply(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers["Host"]))
        page = self.server.pages.get(self.path)
        if callable(page):
            with suppress(OSError):
                page(self)
        elif page is None:
            self.send_error(404)
        else:
            self.reply(page)

    def reply(self, body: bytes, kind: str = "text/html", status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def site() -> Iterator[Site]:
    server = Site()
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield server
    server.over.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def this_machine() -> Callable[[Any], bool]:
    """Allows 127.0.0.1, where the sites of the tests are, and nothing else."""
    return lambda address: str(address) == "127.0.0.1"
