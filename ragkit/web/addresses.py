"""The addresses a page may be read from: those of the public internet, never of a private network.

A search result is written by a stranger. Without this check it could name the router, a database or
the metadata service of a cloud. The kit would read that from inside and show it to a model.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from ragkit.web.page import WebFailed

Address = IPv4Address | IPv6Address
Allowed = Callable[[Address], bool]

UNICAST = IPv6Network("2000::/3")
"""All IPv6 addresses assigned so far; special ones are outside of it, or known to `is_global`."""
NAT64 = IPv6Network("64:ff9b::/96")


def is_public(address: Address) -> bool:
    """Whether an address is one of the public internet.

    An IPv6 address that wraps an IPv4 address is judged by the latter.

    >>> is_public(ip_address("93.184.215.14"))
    True
    >>> private = ["10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1"]
    >>> [is_public(ip_address(address)) for address in private]
    [False, False, False, False]
    """
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast
    wrapped = _wrapped(address)
    if wrapped:
        return is_public(wrapped)
    return address in UNICAST and address.is_global


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that a gateway would send to: mapped, 6to4, Teredo or NAT64."""
    if address in NAT64:
        return IPv4Address(address.packed[-4:])
    if address.teredo:
        _, client = address.teredo
        return client
    return address.ipv4_mapped or address.sixtofour


def resolve(host: str, allowed: Allowed = is_public) -> list[Address]:
    """Return the addresses of a host.

    Raises `WebFailed` if there is none, or if any of them is not allowed.
    """
    addresses = _literal(host) or _looked_up(host)
    for address in addresses:
        if not allowed(address):
            raise WebFailed(f"{host} is at {address}, which is no public address")
    return addresses


def _literal(host: str) -> list[Address]:
    try:
        return [ip_address(host)]
    except ValueError:
        return []


def _looked_up(host: str) -> list[Address]:
    try:
        rows = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise WebFailed(f"no address is known for {host!r} ({error})") from error
    addresses = []
    for *_, socket_address in rows:
        addresses.append(ip_address(socket_address[0]))
    return addresses
