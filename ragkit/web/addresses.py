"""Which computers a page may be read from: those of the public internet, never one of this machine's own network.

A search result is written by a stranger. Without this check it could name the router, a database or the metadata
service of a cloud, and the kit would read that from the inside and show it to a model.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from ragkit.web.page import WebFailed

Address = IPv4Address | IPv6Address
Allowed = Callable[[Address], bool]

UNICAST = IPv6Network("2000::/3")  # all that is handed out of IPv6 so far; what is special lies outside, or is listed
NAT64 = IPv6Network("64:ff9b::/96")


def is_public(address: Address) -> bool:
    """Whether an address is one of the public internet. An IPv6 address that wraps an IPv4 one is judged by that.

    >>> [is_public(ip_address(a)) for a in ("93.184.215.14", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1")]
    [True, False, False, False, False]
    """
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast
    if inner := _wrapped(address):
        return is_public(inner)
    return address in UNICAST and address.is_global


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that a gateway would make of an IPv6 one: mapped, 6to4, Teredo or NAT64."""
    if address in NAT64:
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


def resolve(host: str, allowed: Allowed = is_public) -> list[Address]:
    """The addresses of a host. Raises `WebFailed` when there is none, or when any of them is not allowed."""
    addresses = _literal(host) or _looked_up(host)
    if refused := [str(address) for address in addresses if not allowed(address)]:
        raise WebFailed(f"{host} is at {refused[0]}, which is no public address")
    return addresses


def _literal(host: str) -> list[Address]:
    try:
        return [ip_address(host)]
    except ValueError:
        return []


def _looked_up(host: str) -> list[Address]:
    try:
        answers = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise WebFailed(f"no address is known for {host!r} ({error})") from error
    return [ip_address(answer[4][0]) for answer in answers]
