"""One deadline for a whole reply, whatever the endpoint does with its bytes.

httpx has a time-out for each wait of its own: for the connection, and for every read. An endpoint
that sends a byte now and then meets all of them and never ends. Here each wait lasts at most until
the deadline of the request, and no longer than until the user stops the run (`stopping.py`).

Left out: a stop while a connection is being made, and looking up a host's name, which Python
cannot interrupt.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterable
from typing import Any

import httpcore
import httpx

from ragkit.model.stopping import at_a_time, go_on


def timed(**options: Any) -> httpx.HTTPTransport:
    """A transport of httpx whose requests end at their deadline (`until`)."""
    transport = httpx.HTTPTransport(**options)
    # httpx has no way to name the network that its connections use.
    transport._pool._network_backend = _Network(transport._pool._network_backend)
    return transport


def until(deadline: float) -> dict[str, float]:
    """The time-outs of a request that ends at this moment of `time.monotonic`.

    They are moments and not seconds, for a transport made by `timed`. Only a free connection is
    waited for in seconds.
    """
    return {
        "connect": deadline,
        "read": deadline,
        "write": deadline,
        "pool": max(0.0, deadline - time.monotonic()),
    }


def _left(deadline: float | None) -> float | None:
    """Seconds until a deadline. Raises httpcore's time-out when there are none."""
    if deadline is None:
        return None
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise httpcore.ReadTimeout("the deadline of the reply has passed")
    return seconds


class _Stream(httpcore.NetworkStream):
    """A connection on which each wait is given a moment as its time-out."""

    def __init__(self, inner: httpcore.NetworkStream) -> None:
        self.inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """The next bytes. Raises `Stopped`, upon which httpcore closes the connection."""
        while True:
            go_on()
            left = _left(timeout)
            wait = at_a_time(left)
            try:
                return self.inner.read(max_bytes, wait)
            except httpcore.ReadTimeout:
                if wait == left:
                    raise

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.inner.write(buffer, _left(timeout))

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        inner = self.inner.start_tls(ssl_context, server_hostname, _left(timeout))
        return _Stream(inner)

    def close(self) -> None:
        self.inner.close()

    def get_extra_info(self, info: str) -> Any:
        return self.inner.get_extra_info(info)


class _Network(httpcore.NetworkBackend):
    """The network, with connections on which each wait is given a moment as its time-out."""

    def __init__(self, inner: httpcore.NetworkBackend) -> None:
        self.inner = inner

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        inner = self.inner.connect_tcp(host, port, _left(timeout), local_address, socket_options)
        return _Stream(inner)
