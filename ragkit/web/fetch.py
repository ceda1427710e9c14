"""One page from a server that is not trusted, with limits on time, bytes and redirects.

Each redirect is resolved once, its addresses are checked, and the connection goes to a checked
address. So a name that changes its address in between gains nothing. The certificate is still
checked against the name. Left out: proxies, which would choose the address themselves; cookies; and
everything but text.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

import httpx

from ragkit.text.one_line import first_line
from ragkit.web.addresses import Address, Allowed, is_public, resolve
from ragkit.web.page import WebFailed, is_web
from ragkit.web.readable import READABLE, readable
from ragkit.web.timeout import within

HOPS = 5
"""Number of redirects that are followed."""
LEAST = 0.1
"""Seconds for parsing a page, even if its server took nearly all of the time."""
HEADERS = {
    "User-Agent": "ragkit (reads a page for one person's question)",
    "Accept": ", ".join(READABLE),
    "Accept-Encoding": "gzip",
}


@dataclass(frozen=True)
class Fetched:
    """The text of a page."""

    text: str
    cut: bool
    """Whether the page has more bytes than were read."""


@dataclass(frozen=True)
class _Body:
    """What a server sent, as it is."""

    raw: bytes
    kind: str
    charset: str | None
    cut: bool


def fetch(url: str, seconds: float, most: int, allowed: Allowed = is_public) -> Fetched:
    """Read the first `most` bytes of the page at `url`, within `seconds` in total.

    `allowed` judges the addresses. Raises `WebFailed`. Nothing goes on after that: leaving the
    client ends a call, and a page is parsed in a process that is stopped.
    """
    verify = httpx.create_ssl_context()
    end = monotonic() + seconds
    try:
        # Leaving the client closes its sockets, which ends a call that ran out of time.
        with httpx.Client(
            timeout=seconds, trust_env=False, verify=verify, headers=HEADERS
        ) as client:
            body = within(seconds, lambda: _follow(client, httpx.URL(url), most, allowed))
        left = max(end - monotonic(), LEAST)
        text = readable(body.raw, body.kind, body.charset, left)
        return Fetched(text, body.cut)
    except WebFailed as error:
        raise WebFailed(f"{url} was not read: {error}") from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        raise WebFailed(f"{url} was not read: {first_line(error)}") from error


def _follow(client: httpx.Client, url: httpx.URL, most: int, allowed: Allowed) -> _Body:
    for _ in range(HOPS + 1):
        response = _ask(client, url, allowed)
        try:
            if not response.has_redirect_location:
                return _read(response, most)
            url = url.join(response.headers["Location"])
        finally:
            response.close()
    raise WebFailed(f"it redirected more than {HOPS} times")


def _ask(client: httpx.Client, url: httpx.URL, allowed: Allowed) -> httpx.Response:
    """Return the response of the first address that accepts a connection; its body is unread."""
    if not is_web(str(url)) or not url.host:
        raise WebFailed(f"{str(url)[:200]} is no address of http or https")
    failure: httpx.TransportError | None = None
    # Cookies of the page before, which may be of another site at the same address.
    client.cookies.clear()
    for address in resolve(url.host, allowed):
        request = _pinned(client, url, address)
        try:
            return client.send(request, stream=True)
        # A machine without IPv6 cannot reach an IPv6 address; the next one may be IPv4.
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            failure = error
    raise failure or WebFailed(f"no address is known for {url.host!r}")


def _pinned(client: httpx.Client, url: httpx.URL, address: Address) -> httpx.Request:
    """Build a request for `url` that goes to `address` only.

    The server and its certificate still see the host's name.
    """
    by_address = url.copy_with(host=str(address), username=None, password=None)
    host = url.netloc.decode("ascii")
    name = url.raw_host.decode("ascii")
    headers = {"Host": host}
    extensions = {"sni_hostname": name}
    return client.build_request("GET", by_address, headers=headers, extensions=extensions)


def _read(response: httpx.Response, most: int) -> _Body:
    if response.status_code != 200:
        raise WebFailed(f"its server says {response.status_code}")
    content_type = response.headers.get("Content-Type", "")
    kind = content_type.partition(";")[0].strip().lower()
    if kind not in READABLE:
        raise WebFailed(f"it is {kind[:100] or 'of no type'}, not a page of text")
    encoding = response.headers.get("Content-Encoding", "identity")
    # A page compressed twice could unpack to a million times its size.
    if encoding.lower() not in ("identity", "gzip"):
        raise WebFailed("it is packed in another way than asked for")
    raw = bytearray()
    # One read of 64 KB gives at most 64 MB when unpacked.
    for piece in response.iter_bytes():
        raw += piece
        if len(raw) > most:
            break
    is_cut = len(raw) > most
    return _Body(bytes(raw[:most]), kind, response.charset_encoding, is_cut)
