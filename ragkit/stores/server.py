"""A Chroma collection on a server, which many kits read and fill at the same time.

A collection in a folder (`store.py`) is locked, because two processes that write it corrupt it.
Here the server alone writes the files, so there is no lock. Nothing is ever deleted from here,
because others may be using it. A Chroma server asks for no key; a gateway before it may ask for a
token, which is sent with every request. TLS is an address that begins with `https`.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from pydantic import SecretStr

from ragkit.stores.store import HNSW
from ragkit.text.one_line import first_line

FIRST = 3.0
"""Seconds that the server has for its first reply."""
LATER = 60.0
"""Seconds that it has for any other; Chroma's own client would wait for ever."""
REFUSED = (401, 403)
"""Statuses of a server, or of a gateway before it, that does not know who asks."""
SPEAKS = "1."
"""How the version of the server's API begins, which the pinned Chroma speaks too."""


class ChromaFailed(RuntimeError):
    """A Chroma server is away, or does not do what was asked; the message says what to do."""


@dataclass(frozen=True)
class ChromaServer:
    """The address of a Chroma server, and the token that it asks for."""

    url: str
    token: SecretStr | None = None

    @property
    def headers(self) -> dict[str, str]:
        """What every request says."""
        if self.token is None:
            return {}
        return {"Authorization": f"Bearer {self.token.get_secret_value()}"}


class ServerStore:
    """One collection on a Chroma server. It may be opened by any number of kits."""

    def __init__(self, server: ChromaServer, collection: str) -> None:
        self.server = server
        self.name = collection
        self._resources = ExitStack()
        self._release = weakref.finalize(self, self._resources.close)

    @property
    def closed(self) -> bool:
        return not self._release.alive

    def open(self) -> ServerCollection:
        """The collection, created if it does not exist. Raises `ChromaFailed`."""
        check_version(self.server)
        url = self.server.url
        with explained(url):
            client = _client(self.server)
            self._resources.callback(client.close)
            # No embedding function: Chroma's default one would try to download a model.
            collection = client.get_or_create_collection(
                self.name,
                configuration={"hnsw": HNSW},
                embedding_function=None,
            )
        return ServerCollection(url, collection)

    def close(self) -> None:
        """Close the connection. The collection stays."""
        self._release()


@dataclass(frozen=True)
class ServerCollection:
    """A collection on a server. Each of its methods raises `ChromaFailed` and no other error."""

    url: str
    collection: Any

    def __getattr__(self, name: str) -> Any:
        """A method of Chroma's collection, such as `query`."""
        return explained(self.url)(getattr(self.collection, name))


def check_version(server: ChromaServer) -> str:
    """The version of the API that a Chroma server speaks.

    Raises `ChromaFailed` when it is another one than the kit's Chroma speaks, or none.
    """
    import chromadb

    url = server.url
    with explained(url):
        reply = httpx.get(f"{url}/api/v2/version", timeout=FIRST, headers=server.headers)
    if reply.status_code in REFUSED:
        then = "set RAGKIT_STORE_TOKEN to the token that it asks for"
        raise _failed(url, f"a refusal (status {reply.status_code})", then)
    text = reply.text.strip()
    version = re.fullmatch(r'"(\d+\.\d+\.\d+)"', text)
    if version is None:
        got = f"a reply with status {reply.status_code} that is not a version of Chroma"
        then = f"name the address of a Chroma server of version {chromadb.__version__}"
        raise _failed(url, got, then)
    if not version[1].startswith(SPEAKS):
        then = f"start one of the kit's version: `pip install chromadb=={chromadb.__version__}`"
        raise _failed(url, f"version {version[1]} of the API", then)
    return version[1]


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Raise whatever goes wrong between here and the server as `ChromaFailed`."""
    try:
        yield
    except httpx.TransportError as error:
        then = "start it (`chroma run --path FOLDER --host 0.0.0.0`)"
        raise _failed(url, f"no reply ({first_line(error)})", then) from error
    # A proxy between here and there may send anything.
    except Exception as error:
        then = "open the kit again"
        raise _failed(url, first_line(error), then) from error


def _failed(url: str, got: str, then: str) -> ChromaFailed:
    alone = "or unset RAGKIT_STORE to keep the index on this machine"
    return ChromaFailed(f"asked the Chroma server at {url}, got {got}; {then}, {alone}")


def _client(server: ChromaServer) -> Any:
    """A client of the server; Chroma takes an address in the place of a host."""
    import chromadb
    from chromadb.config import Settings as ChromaSettings

    settings = ChromaSettings(anonymized_telemetry=False)
    client: Any = chromadb.HttpClient(server.url, headers=server.headers, settings=settings)
    # There is no setting for it.
    client._server._session.timeout = LATER
    return client
