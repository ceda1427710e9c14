"""The proxy before an endpoint, by the variables of the environment, and who is reached without.

httpx reads these variables for transports of its own, and the kit has another (`door.py`). Of
NO_PROXY it knows neither networks nor `*.` (httpx 0.28), and companies and clusters write both.
"""

from __future__ import annotations

import re
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit
from urllib.request import getproxies, proxy_bypass

PORTS = {"http": 80, "https": 443}
"""The ports of addresses that name none."""


def proxy_of(url: str) -> str | None:
    """The proxy that the environment names for an address, or None.

    >>> proxy_of("http://127.0.0.1:8000/v1") is None
    True
    """
    # OLLAMA_HOST may be without a scheme.
    place = urlsplit(url if "://" in url else f"http://{url}")
    host = place.hostname or ""
    proxies = getproxies()
    excepted = re.split(r"[,\s]+", proxies.get("no", ""))
    # The proxy of a company or school cannot reach this machine. Windows and macOS have lists of
    # their own, which `proxy_bypass` reads.
    if is_this_machine(host) or proxy_bypass(host):
        return None
    if any(covers(entry, place) for entry in excepted):
        return None
    proxy = proxies.get(place.scheme) or proxies.get("all")
    if proxy and "://" not in proxy:
        return f"http://{proxy}"
    return proxy


def is_this_machine(host: str) -> bool:
    """Whether a name or an address is one of the machine that the kit runs on.

    >>> [is_this_machine(host) for host in ("localhost", "127.0.0.2", "::1", "10.0.0.1")]
    [True, True, True, False]
    """
    with suppress(ValueError):
        address = ip_address(host)
        return address.is_loopback or address.is_unspecified
    return f".{host}".endswith(".localhost")


def covers(entry: str, place: SplitResult) -> bool:
    """Whether an entry of NO_PROXY covers an address.

    An entry is a network, an address, or a domain with all below it, which may begin with `.` or
    `*.`. A port and a scheme (`all://` for any) may narrow it. `*` is everything.

    >>> place = urlsplit("http://llm.corp.example:8000/v1")
    >>> [covers(entry, place) for entry in ("*.corp.example", "corp.example:8000", "p.example")]
    [True, True, False]
    >>> covers("10.0.0.0/8", urlsplit("http://10.1.2.3/v1"))
    True
    """
    host = (place.hostname or "").rstrip(".")
    with suppress(ValueError):
        network = ip_network(entry.strip("[]"), strict=False)
        return _lies_in(network, host)
    scheme, _, rest = entry.lower().rpartition("://")
    try:
        named = urlsplit(f"//{rest}")
        port = named.port
    except ValueError:
        return False
    if scheme not in ("", "all", place.scheme):
        return False
    if port not in (None, place.port or PORTS.get(place.scheme)):
        return False
    domain = (named.hostname or "").strip("*.")
    return named.hostname == "*" or (bool(domain) and f".{host}".endswith(f".{domain}"))


def _lies_in(network: IPv4Network | IPv6Network, host: str) -> bool:
    try:
        return ip_address(host) in network
    except ValueError:
        return False
