"""10-public: from which addresses a page may be read. The kit's own rule is the truth."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.web.addresses import NAT64, Address, is_public

NAT64_START = int(NAT64.network_address)
SIX_TO_FOUR = 0x2002 << 112
MAPPED = 0xFFFF << 32
BLOCKS = [ip_network(block) for block in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")]
"""The private networks that everybody knows."""

OWN = Own(
    "The network `{block}` belongs to your company: none of its addresses is public, nor is an "
    "IPv6 address that has one of them inside.",
    block=(
        "10.0.0.0/8",  # private anyway, so that nothing changes
        *("23.0.0.0/8", "31.0.0.0/8", "46.0.0.0/8", "62.0.0.0/8", "77.0.0.0/8", "81.0.0.0/8"),
        *("84.0.0.0/8", "109.0.0.0/8", "151.0.0.0/8", "185.0.0.0/8", "202.0.0.0/8", "212.0.0.0/8"),
    ),
)


def may_read(address: Address) -> bool:
    """Whether an address is public by the kit's rule, and not of the company."""
    company = ip_network(OWN.block)
    return is_public(address) and _inside(address) not in company


def _inside(address: Address) -> Address:
    """The IPv4 address in an IPv6 address; any other address as it is."""
    if isinstance(address, IPv4Address):
        return address
    if address in NAT64:
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour or address


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each trial tells one mistake from the right answer; then come others, and every company."""
    public, private = _ipv4("93", rng), _ipv4("10", rng)
    telling: list[Address] = [
        public,
        _ipv4("169.254", rng),
        _ipv4("100.64", rng),
        _ipv4("224", rng),
        _wrapping(private, NAT64_START),
        _wrapping(public, NAT64_START),
    ]
    others: list[Address] = [
        private,
        _ipv4("127", rng),
        _ipv4("192.168", rng),
        _ipv4("172.16", rng),
        ip_address("::1"),
        ip_address("fe80::1"),
        ip_address("fd00::1"),
        ip_address("ff0e::1"),
        ip_address("2606:4700::1111"),
        _wrapping(_ipv4("127", rng), MAPPED),
        _wrapping(public, MAPPED),
        _wrapping(private, SIX_TO_FOUR),
        _wrapping(public, SIX_TO_FOUR),
    ]
    rng.shuffle(others)
    for address in (*telling, *others):
        yield answer.against(may_read, address)
    for block in OWN.choices["block"]:
        first, *_ = block.split(".")
        address = _ipv4(first, rng)
        yield answer.against(may_read, address)
        yield answer.against(may_read, _wrapping(address, MAPPED))


def _ipv4(start: str, rng: Random) -> IPv4Address:
    """An address that begins so, and goes on at random."""
    parts = start.split(".")
    while len(parts) < 4:
        parts.append(str(rng.randint(1, 250)))
    text = ".".join(parts)
    return IPv4Address(text)


def _wrapping(inside: IPv4Address, start: int) -> IPv6Address:
    """The IPv6 address that begins like `start` and has an IPv4 address in it."""
    place = 80 if start == SIX_TO_FOUR else 0
    return IPv6Address(start + (int(inside) << place))


def _known_blocks(address: Address) -> bool:
    inside = [block for block in BLOCKS if address in block]
    return not inside


def _not_private(address: Address) -> bool:
    return not address.is_private


def _global(address: Address) -> bool:
    return address.is_global


def _outside_only(address: Address) -> bool:
    if address.is_multicast:
        return False
    return address.is_global


def _no_wrapping(address: Address) -> bool:
    if _inside(address) != address:
        return False
    return may_read(address)


MISCONCEPTIONS = {
    "only the three well-known private networks are refused": _known_blocks,
    "what is not private is taken to be public": _not_private,
    "addresses of whole groups (multicast) pass": _global,
    "a private address passes inside of an IPv6 address": _outside_only,
    "every IPv6 address with an IPv4 address inside is refused": _no_wrapping,
}
