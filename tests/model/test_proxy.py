"""Which proxy stands before an address, and who is reached without one."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.model.proxy import covers, proxy_of

LABEL = st.from_regex(r"[a-z][a-z0-9]{0,5}", fullmatch=True)
HOST = st.lists(LABEL, min_size=2, max_size=4).map(".".join)


@pytest.fixture
def environment(monkeypatch):
    """A proxy for every address, and nobody excepted."""
    for name in ("http", "https", "all", "no"):
        monkeypatch.delenv(f"{name}_proxy", raising=False)
        monkeypatch.delenv(f"{name}_proxy".upper(), raising=False)
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("HTTP_PROXY", "127.0.0.1:8")
    return monkeypatch


def test_a_proxy_is_the_environments(environment):
    assert proxy_of("https://api.example/v1") == "http://127.0.0.1:9"
    assert proxy_of("http://api.example") == "http://127.0.0.1:8"


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:1", "http://127.0.0.2:8000/v1", "http://[::1]:1", "http://localhost", "http://LOCALHOST:8",
        "http://llm.localhost", "http://0.0.0.0:11434", "localhost:11434", "127.0.0.1",
    ],
)  # fmt: skip
def test_this_machine_is_reached_without(environment, url):
    environment.setenv("ALL_PROXY", "http://127.0.0.1:7")
    assert proxy_of(url) is None


@pytest.mark.parametrize(
    ("excepted", "url"),
    [
        ("10.0.0.0/8", "http://10.1.2.3:8000/v1"), ("10.1.2.3", "http://10.1.2.3:8000/v1"),
        ("10.1.2.3:8000", "http://10.1.2.3:8000/v1"), ("fd00::/8", "http://[fd12::1]:8000"),
        ("[fd12::1]:80", "http://[fd12::1]/"), ("fd12:0::1", "http://[fd12::1]/"),
        ("llm.example:8000", "http://llm.example:8000/v1"), ("llm.example:443", "https://llm.example/v1"),
        ("*.example", "http://llm.example"), (".example", "http://llm.example"), ("a.b, *", "http://llm.example"),
        ("all://llm.example", "https://llm.example"), ("http://llm.example", "http://llm.example"),
        ("LLM.Example", "http://llm.EXAMPLE"), ("other.example llm.example", "http://llm.example."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["no_proxy", "NO_PROXY"])
def test_who_is_excepted_is_reached_without(environment, name, excepted, url):
    environment.setenv(name, excepted)
    assert proxy_of(url) is None


@pytest.mark.parametrize(
    ("excepted", "url"),
    [
        ("10.0.0.0/8", "http://11.0.0.1"), ("10.0.0.0/8", "http://llm.example"), ("::/0", "http://10.1.2.3"),
        ("llm.example:8000", "http://llm.example:8001"), ("llm.example:80", "https://llm.example"),
        ("example", "http://notexample"), ("https://llm.example", "http://llm.example"),
        ("10.0.0.0/99,[::,llm.example:port,.,//", "http://llm.example"),
    ],
)  # fmt: skip
def test_nobody_else_is(environment, excepted, url):
    environment.setenv("NO_PROXY", excepted)
    assert proxy_of(url) is not None


@given(HOST, LABEL, st.sampled_from(["", ".", "*."]), st.integers(1, 65535))
def test_a_domain_covers_itself_and_what_is_below_and_no_longer_name(host, label, mark, port):
    for address in (f"http://{host}:{port}", f"http://{label}.{host}:{port}/v1"):
        assert covers(mark + host, urlsplit(address)) and covers(f"{mark}{host}:{port}", urlsplit(address))
    assert not covers(mark + host, urlsplit(f"http://{label}{host}"))
