"""10-public: another right way."""

from ipaddress import IPv4Address, IPv6Address

from ragkit.course.exercises.checks.nb10_public import may_read


def by_bytes(address):
    packed = address.packed
    if len(packed) == 16 and packed[:2] == b"\x20\x02":
        packed = packed[2:6]
    elif packed[:12] in (b"\x00\x64\xff\x9b" + bytes(8), bytes(10) + b"\xff\xff"):
        packed = packed[12:]
    plain = IPv4Address(packed) if len(packed) == 4 else IPv6Address(packed)
    return False if plain.is_multicast else plain.is_global


RIGHT = [by_bytes]
ANSWER = may_read
