"""What every test stands on: no network, no settings of the user's, and a cache that holds the models and nothing else.

Offered: `cache` and `use` (folders, settings), `server_llm` and `quality_llm` (real models), `corpus_kit` (a real
corpus), `endpoint` (a loopback server that plays a provider), `kit` and `runtime` (five passages, a scripted
model), `cluster` (Dask workers). A unit test scripts its model with `ScriptedLLM`; only
a fact about the server or about quality pays for a real one.
"""

import ipaddress
import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import lanes
import pytest
from disks import SmallDisk
from fakes import small_kit
from filelock import FileLock
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from recordings import LEFT, seed

from ragkit.kit import Kit
from ragkit.model.chat import chat
from ragkit.settings import Settings
from ragkit.weights import FILES, cache_dir, ensure

ROOT = Path(__file__).parent.parent
USERS_CACHE = cache_dir()  # before RAGKIT_CACHE is changed below
FOREIGN = ("RAGKIT_", "OPENAI_", "OLLAMA_", "LANGCHAIN_", "LANGSMITH_")
"""Beginnings of the variables that would change what a test does."""
NOWHERE = "http://127.0.0.1:9"


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(lanes)
    # On a busy machine, an example that takes long says nothing about the code.
    hypothesis_settings.register_profile("kit", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    hypothesis_settings.load_profile("kit")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Get the model files before the first test that needs them, while there still is a network."""
    if any(item.get_closest_marker(name) for item in session.items for name in ("model", "notebook")):
        for name in FILES:
            ensure(name, USERS_CACHE)


class NetworkForbidden(OSError):
    """A test reached for an address beyond this machine."""


def _forbid_beyond_loopback(patch: pytest.MonkeyPatch) -> None:
    def guarded(wrapped: Callable, host_of: Callable[..., Any]) -> Callable:
        def call(*args: Any, **kwargs: Any) -> Any:
            if not is_loopback(host := host_of(*args)):
                raise NetworkForbidden(f"a test asked for {host!r}; tests may speak to this machine only")
            return wrapped(*args, **kwargs)

        return call

    def peer(sock: socket.socket, *args: Any) -> Any:  # sendto's address comes last, after data and flags
        return args[-1][0] if sock.family != getattr(socket, "AF_UNIX", None) else None

    for name in ("connect", "connect_ex", "sendto"):
        patch.setattr(socket.socket, name, guarded(getattr(socket.socket, name), peer))
    for name in ("getaddrinfo", "gethostbyname"):
        patch.setattr(socket, name, guarded(getattr(socket, name), lambda host, *_: host))


def is_loopback(host: str | bytes | None) -> bool:
    """Whether a host is this machine. `None` is: a socket file, or "any address" when listening."""
    name = host.decode() if isinstance(host, bytes) else host
    try:
        return name in (None, "", "localhost", "0.0.0.0", "::") or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RAGKIT_CACHE of all tests: links to the user's model files, and indexes, chunks and replies of its own.

    The replies begin with those recorded of the notebooks. So `Settings()` is safe to use as it is. A test that counts
    replies takes `use()`, whose cache is empty.
    """
    folder = _linked(tmp_path_factory.mktemp("cache"))
    seed(folder / "replies")
    return folder


@pytest.fixture(scope="session")
def unseeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache without recorded replies, for the notebooks that run fresh."""
    return _linked(tmp_path_factory.mktemp("unseeded"))


def _linked(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        # `make check` needs no model files.
        if not (USERS_CACHE / f"{name}.json").exists():
            continue
        (folder / name).symlink_to(USERS_CACHE / name, target_is_directory=True)
        shutil.copy(USERS_CACHE / f"{name}.json", folder)
    return folder


@pytest.fixture(scope="session", autouse=True)
def alone(cache: Path) -> Iterator[None]:
    """No network and no foreign settings, for all tests and for the processes that they start.

    Sockets are guarded in this process; a child is sent to a proxy that is not there. A `.env` file in the folder
    from which pytest is started is not read.
    """
    with pytest.MonkeyPatch.context() as patch:
        _forbid_beyond_loopback(patch)
        for name in [name for name in os.environ if name.upper().startswith(FOREIGN)]:
            patch.delenv(name)
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            patch.setenv(name, NOWHERE)
            patch.setenv(name.lower(), NOWHERE)
        for name in ("NO_PROXY", "no_proxy"):
            patch.setenv(name, "localhost,127.0.0.1,::1")
        for name, value in {
            "RAGKIT_CACHE": str(cache),
            "RAGKIT_PROGRESS": str(cache / "progress.json"),
            "ANONYMIZED_TELEMETRY": "False",
            "RAGAS_DO_NOT_TRACK": "true",
        }.items():
            patch.setenv(name, value)
        patch.setitem(Settings.model_config, "env_file", None)  # type: ignore[typeddict-item]
        yield


@pytest.fixture
def use(tmp_path: Path) -> Callable[..., Settings]:
    """Settings by keyword, with a cache that this test has to itself: `use(model="qwen2.5-coder-0.5b")`."""
    own = _linked(tmp_path / "cache")
    return lambda **settings: Settings(cache=own, **settings)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """A disk of 16 megabytes that this test may fill, or make read-only."""
    with closing(SmallDisk(tmp_path / "disk")) as disk:
        yield disk


@pytest.fixture(scope="session")
def server_llm(alone: None) -> Any:
    """The real embedded 0.5B model: fast, for facts about the protocol. Replies are never taken from disk.

    One thread: on a busy machine two wait for each other at every layer, and a token takes a second.
    """
    plain = {"model": "qwen2.5-coder-0.5b", "judge": "odds"}  # without its adapter
    return chat(Settings(**plain, context=2048, threads=1, reuse_replies=False, max_tokens=64))


@pytest.fixture(scope="session")
def quality_llm(alone: None) -> Any:
    """The real embedded 1.5B model, the kit's default: where the quality of a reply is the fact. Three times slower."""
    return chat(Settings(reuse_replies=False, max_tokens=64))


@pytest.fixture(scope="session")
def indexes(alone: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vector stores of both corpora. They are embedded once, for this run and for the next ones; this is a copy."""
    kept = LEFT / "indexes"
    kept.mkdir(parents=True, exist_ok=True)
    own = tmp_path_factory.mktemp("indexes")
    with FileLock(LEFT / "indexes.lock"):
        for name in ("algorithms", "almanac"):
            Kit.open(ROOT / "corpora" / name, quiet=True, indexes=kept, memory=False).close()
        shutil.copytree(kept, own, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.lock"))
    return own


@pytest.fixture(scope="session")
def corpus_kit(indexes: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """The real kit on corpora/algorithms, on vectors of its own; its chat model is lazy."""
    own = shutil.copytree(indexes, tmp_path_factory.mktemp("corpus_kit") / "indexes")
    with closing(Kit.open(ROOT / "corpora/algorithms", quiet=True, indexes=own)) as kit:
        yield kit


@pytest.fixture(scope="session")
def imported(alone: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path | None]:
    """One process, for all files of tests, that has imported what notebooks import (`kernels.py`)."""
    from kernels import forked_kernels

    with forked_kernels(tmp_path_factory.mktemp("kernels")) as folder:
        yield folder


@pytest.fixture(scope="module")
def kernels(imported: Path | None) -> Iterator[None]:
    """Notebooks of this file, those in a JupyterLab too, run in kernels that share their imports."""
    with pytest.MonkeyPatch.context() as patch:
        if imported is not None:
            patch.setenv("JUPYTER_PATH", str(imported))
        yield


@pytest.fixture(scope="session")
def built() -> Path:
    """Where executed notebooks and their pages are left, for the tests that come after."""
    return LEFT / "notebooks"


@pytest.fixture(scope="module")
def browser(alone: None) -> Iterator[Any]:
    """An installed Chrome or Chromium, for one file of tests; without one they are skipped, in CI they fail."""
    from browsers import running

    with running() as started:
        yield started


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """`show(html, width=700, dark=True)` opens HTML as a page of its own and returns it, watched (`browsers.py`)."""
    from browsers import Watched

    kept = []

    def opened(html: str, **how: Any) -> Watched:
        watched, file = Watched(browser, **how), tmp_path / "page.html"
        body = "background: #111; color: #eee" if how.get("dark") else "background: #fff; color: #111"
        file.write_text(f"<!doctype html><meta charset=utf-8><body style='{body}'>{html}</body>", encoding="utf-8")
        watched.open(file)
        kept.append(watched)
        return watched

    yield opened
    for watched in kept:
        watched.context.close()


@pytest.fixture(scope="session")
def started_cluster(alone: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    # Dask is imported by few tests.
    from clusters import Cluster

    with closing(Cluster(tmp_path_factory.mktemp("cluster") / "tls")) as started:
        yield started


@pytest.fixture
def cluster(started_cluster: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A running Dask cluster over TLS, whose certificate the client has; a test may kill its parts."""
    from clusters import refresh

    started_cluster.start()
    for name, value in started_cluster.variables.items():
        monkeypatch.setenv(name, value)
    yield started_cluster
    monkeypatch.undo()
    refresh()


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[Callable[..., Kit]]:
    """Opens a kit on five passages, without a cross-encoder: `kit(model(answerable=0.1), web=FakeWeb(BAT))`."""
    with ExitStack() as opened:

        def make(model: Any = None, **more: Any) -> Kit:
            chosen = {"reranker": "/nowhere"} | more
            return opened.enter_context(closing(small_kit(tmp_path / "index", model, **chosen)))

        yield make


@pytest.fixture
def runtime(kit: Callable[..., Kit]) -> Callable[..., SimpleNamespace]:
    """What LangGraph hands to a node beside the state: `runtime(model, memory=True)`."""
    return lambda model=None, **more: SimpleNamespace(context=kit(model, **more))


class Endpoint(ThreadingHTTPServer):
    """A provider played on loopback: `answer(body)` is what it replies, `asked` what it was asked.

    `answer` returns a status and either one JSON value, a list of them (sent as NDJSON), or raw bytes. Of a GET its
    argument is {"GET": path}.
    """

    daemon_threads = True

    def __init__(self, answer: Callable[[dict[str, Any]], tuple[int, Any]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer, self.asked, self.released = answer, [], Event()
        self.url = f"http://127.0.0.1:{self.server_port}"

    def hang(self, _: dict[str, Any]) -> tuple[int, Any]:
        """An answer that does not come before the test is over."""
        self.released.wait(30)
        return 200, b""


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def do_GET(self) -> None:
        self._answer({"GET": self.path})

    def _answer(self, body: dict[str, Any]) -> None:
        self.server.asked.append(body)
        status, said = self.server.answer(body)
        lines = [] if isinstance(said, bytes) else said if isinstance(said, list) else [said]
        payload = said if isinstance(said, bytes) else "".join(json.dumps(line) + "\n" for line in lines).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/x-ndjson" if isinstance(said, list) else "application/json")
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        with suppress(ConnectionError):  # who asked has hung up, as a time-out does
            self.wfile.write(payload)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def endpoints() -> Iterator[Callable[..., Endpoint]]:
    """Starts endpoints, which stop when the block ends."""
    running: list[Endpoint] = []

    def start(answer: Callable[[dict[str, Any]], tuple[int, Any]] | None = None) -> Endpoint:
        server = Endpoint(answer or (lambda _: (500, {})))
        server.answer = answer or server.hang
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        running.append(server)
        return server

    yield start
    for server in running:
        server.released.set()
        server.shutdown()
        server.server_close()


@pytest.fixture
def endpoint() -> Iterator[Callable[..., Endpoint]]:
    """Starts an `Endpoint`: `endpoint(lambda body: (200, {...}))`. All stop when the test is over."""
    with endpoints() as start:
        yield start
