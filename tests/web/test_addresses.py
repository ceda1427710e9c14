"""Which addresses are public."""

import _socket
import socket
from ipaddress import ip_address

import pytest

from ragkit.web.addresses import is_public, resolve
from ragkit.web.page import WebFailed


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "93.184.215.14", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_addresses_of_the_internet_are_public(address):
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1",
        "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "2001:db8::1",
        "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1",
        "2002:7f00:1::", "2002:c0a8:101::1",
    ],
)  # fmt: skip
def test_addresses_of_this_machine_its_network_and_no_network_are_not_public(address):
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "169.254.169.254", "localhost"])
def test_hosts_within_are_refused(host):
    with pytest.raises(WebFailed, match="no public address"):
        resolve(host)


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1"])
def test_a_number_that_means_this_machine_is_refused(host, monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", _socket.getaddrinfo)  # the guard of the tests knows no such spelling
    with pytest.raises(WebFailed, match="no public address"):
        resolve(host)


def test_a_name_that_nobody_knows_is_said():
    with pytest.raises(WebFailed, match=r"no address is known for 'owls\.example'"):
        resolve("owls.example")


def test_a_name_that_is_no_name_is_said():
    with pytest.raises(WebFailed, match="no address is known"):
        resolve("a" * 80 + ".example")
