"""10-public: other right ways, and an answer that knows only one address."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network


def with_a_loop(address):
    while isinstance(address, IPv6Address):
        if address in IPv6Network("64:ff9b::/96"):
            inside = IPv4Address(int(address) & 0xFFFFFFFF)
        else:
            inside = address.ipv4_mapped or address.sixtofour
        if inside is None:
            break
        address = inside
    return address.is_global and not address.is_multicast


def by_bytes(address):
    packed = address.packed
    if len(packed) == 16 and packed[:2] == b"\x20\x02":
        packed = packed[2:6]
    elif packed[:12] in (b"\x00\x64\xff\x9b" + bytes(8), bytes(10) + b"\xff\xff"):
        packed = packed[12:]
    plain = IPv4Address(packed) if len(packed) == 4 else IPv6Address(packed)
    return False if plain.is_multicast else plain.is_global


RIGHT = [with_a_loop, by_bytes]


def HARD_CODED(address):
    return str(address) == "93.184.216.34"
