"""One page from a server that nobody vouches for: bounded in time, bytes and redirects, and never from inside.

Every hop is resolved once, its addresses are checked, and the connection goes to the address that was checked: a
name that changes its address in between gains nothing. The certificate is still checked against the name. Left out:
proxies, which would choose the address themselves, cookies, and everything but text.
"""

from __future__ import annotations

from dataclasses import dataclass

import httpx

from ragkit.web.addresses import Address, Allowed, is_public, resolve
from ragkit.web.page import WebFailed, is_web
from ragkit.web.patience import within
from ragkit.web.readable import READABLE, readable
from ragkit.weights.source import brief

HOPS = 5
HEADERS = {
    "User-Agent": "ragkit (reads a page for one person's question)",
    "Accept": ", ".join(READABLE),
    "Accept-Encoding": "gzip",
}


@dataclass(frozen=True)
class Fetched:
    """The text of a page, and whether there was more than was read."""

    text: str
    cut: bool


def fetch(url: str, seconds: float, most: int, allowed: Allowed = is_public) -> Fetched:
    """The page at `url`: all of it within `seconds`, its first `most` bytes. `allowed` judges addresses.

    Raises `WebFailed`.
    """
    verify = httpx.create_ssl_context()
    try:
        with httpx.Client(timeout=seconds, trust_env=False, verify=verify, headers=HEADERS) as client:
            return within(seconds, lambda: _follow(client, httpx.URL(url), most, allowed))  # leaving closes the sockets
    except WebFailed as error:
        raise WebFailed(f"{url} was not read: {error}") from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        raise WebFailed(f"{url} was not read: {brief(error)}") from error


def _follow(client: httpx.Client, url: httpx.URL, most: int, allowed: Allowed) -> Fetched:
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
    """The reply of the first of the host's addresses that takes a connection; its body is not read yet."""
    if not is_web(str(url)) or not url.host:
        raise WebFailed(f"{str(url)[:200]} is no address of http or https")
    failed: httpx.TransportError | None = None
    client.cookies.clear()  # of the hop before, which may have gone to another site at the same address
    for address in resolve(url.host, allowed):
        try:
            return client.send(_pinned(client, url, address), stream=True)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:  # a machine without IPv6 cannot reach such a one
            failed = error
    raise failed or WebFailed(f"no address is known for {url.host!r}")


def _pinned(client: httpx.Client, url: httpx.URL, address: Address) -> httpx.Request:
    """A request for `url` that goes to `address` and to no other, though server and certificate are asked by name."""
    there = url.copy_with(host=str(address), username=None, password=None)
    headers = {"Host": url.netloc.decode("ascii")}
    return client.build_request(
        "GET", there, headers=headers, extensions={"sni_hostname": url.raw_host.decode("ascii")}
    )


def _read(response: httpx.Response, most: int) -> Fetched:
    if response.status_code != 200:
        raise WebFailed(f"its server says {response.status_code}")
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind not in READABLE:
        raise WebFailed(f"it is {kind[:100] or 'of no type'}, not a page of text")
    if response.headers.get("Content-Encoding", "identity").lower() not in ("identity", "gzip"):
        raise WebFailed("it is packed in another way than asked for")  # twice, say: a bomb of a thousand by a thousand
    raw = bytearray()
    for piece in response.iter_bytes():  # of one packed read, 64 KB, at most 64 MB come
        raw += piece
        if len(raw) > most:
            break
    return Fetched(readable(bytes(raw[:most]), kind, response.charset_encoding), cut=len(raw) > most)
