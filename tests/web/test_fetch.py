"""Reading one page: what is refused, and that time, bytes and redirects end."""

import gzip
import socket
import threading
import time
import tracemalloc

import pytest

from ragkit.documents import limited
from ragkit.web.fetch import HOPS, fetch
from ragkit.web.page import WebFailed

CLOUD = "http://169.254.169.254/latest/meta-data/"


@pytest.fixture
def read(this_machine):
    return lambda url, seconds=5, most=100_000: fetch(url, seconds, most, this_machine)


def redirect(to):
    return lambda handler: handler.reply(b"", status=302, Location=to)


@pytest.mark.process
def test_a_page_is_read_as_text(site, read):
    assert read(site.url).text == "# Owls\n\nOwls hunt mice at night, and rest by day."


def test_loopback_is_refused_unless_a_test_allows_it(site):
    with pytest.raises(WebFailed, match="no public address"):
        fetch(site.url, 5, 1000)
    assert site.asked == []


@pytest.mark.parametrize(
    "to", [CLOUD, "http://[::1]/", "http://10.0.0.1/", "http://[::ffff:10.0.0.1]/", "http://0.0.0.0/", "//192.168.0.1/"]
)
def test_a_redirect_into_a_private_network_is_refused(site, read, to):
    with pytest.raises(WebFailed, match="no public address"):
        read(site.serve("/out", redirect(to)))


@pytest.mark.parametrize("to", ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/", "javascript:/1"])
def test_only_http_and_https_are_followed(site, read, to):
    with pytest.raises(WebFailed, match="no address of http or https"):
        read(site.serve("/out", redirect(to)))


@pytest.mark.parametrize(
    "to", ["http://[", "http://:0/", "https://", "http://a\x7fb/", "http://" + "a" * 70 + ".example"]
)
def test_a_garbled_redirect_is_a_failure_like_others(site, read, to):
    with pytest.raises(WebFailed):
        read(site.serve("/out", redirect(to)))


@pytest.mark.process
def test_redirects_are_followed_and_end(site, read):
    site.serve("/b", redirect("/"))
    assert "mice" in read(site.serve("/a", redirect("b"))).text
    with pytest.raises(WebFailed, match=f"more than {HOPS} times"):
        read(site.serve("/loop", redirect("/loop")))
    assert [path for path, _ in site.asked].count("/loop") == HOPS + 1


def test_a_name_is_looked_up_once_and_the_address_that_was_checked_is_asked(site, read, monkeypatch):
    answers = [["127.0.0.1"], ["10.0.0.1"]]  # a name that changes its address after the check

    def look_up(host, *args, **kwargs):
        if host == "owls.example":
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 0)) for ip in answers.pop(0)]
        return real(host, *args, **kwargs)

    real = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    assert "mice" in read(f"http://owls.example:{site.server_port}/").text
    assert site.asked == [("/", f"owls.example:{site.server_port}")] and len(answers) == 1
    with pytest.raises(WebFailed, match=r"10\.0\.0\.1, which is no public"):
        read(f"http://owls.example:{site.server_port}/")


def test_a_name_with_one_private_address_among_its_own_is_refused(read, monkeypatch):
    both = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 0)) for ip in ("127.0.0.1", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    with pytest.raises(WebFailed, match=r"10\.0\.0\.1"):
        read("http://owls.example/")


def test_a_password_in_an_address_is_not_sent(site, read):
    sent = []
    site.serve("/", lambda handler: (sent.append(handler.headers["Authorization"]), handler.reply(b"x")))
    read(site.url.replace("//", "//me:secret@"))
    assert sent == [None]


def test_a_server_that_does_not_reply_is_given_up(site, read):
    url = site.serve("/hang", lambda _: site.over.wait(20))
    began = time.monotonic()
    with pytest.raises(WebFailed, match=r"not read: .*Timeout"):
        read(url, seconds=0.4)
    assert time.monotonic() - began < 2


@pytest.mark.parametrize("head", [b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n", b"HTTP/1.0 200 OK\r\nX: "])
def test_a_slow_drip_ends_in_the_body_and_in_the_head(site, read, head):
    hung_up = []

    def drip(handler):
        handler.wfile.write(head)
        try:
            while not site.over.wait(0.05):
                handler.wfile.write(b"x")
        except OSError:
            hung_up.append(True)

    url, began = site.serve("/drip", drip), time.monotonic()
    with pytest.raises(WebFailed, match=r"no reply within 0\.5 s"):
        read(url, seconds=0.5)
    assert time.monotonic() - began < 2
    while not hung_up and time.monotonic() - began < 4:
        time.sleep(0.05)
    assert hung_up  # the thread that was left behind let go of the connection


def test_of_an_oversized_page_the_first_bytes_are_read(site, read):
    fetched = read(site.serve("/big", b"<p>" + b"owl " * 10_000), most=1_000)
    assert fetched.cut and 900 < len(fetched.text) <= 1_000
    assert not read(site.url, most=1_000).cut


def test_a_page_without_end_is_cut(site, read):
    def endless(handler):
        handler.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        while not site.over.is_set():
            handler.wfile.write(b"owl " * 1_000)

    assert read(site.serve("/endless", endless), most=5_000).cut


def test_a_packed_page_is_unpacked(site, read):
    packed = gzip.compress(b"<p>Owls hunt mice.</p>")
    assert read(site.serve("/gz", lambda h: h.reply(packed, Content_Encoding="gzip"))).text == "Owls hunt mice."


def test_a_bomb_is_unpacked_no_further_than_a_page(site, read):
    bomb = gzip.compress(b"owls" * 50_000_000, 9)
    url = site.serve("/bomb", lambda h: h.reply(bomb, Content_Encoding="gzip"))
    tracemalloc.start()
    fetched = read(url, seconds=20)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert fetched.cut and peak < 150_000_000


@pytest.mark.parametrize("encoding", ["gzip, gzip", "br", "zstd"])
def test_other_packings_are_refused(site, read, encoding):
    with pytest.raises(WebFailed, match="packed in another way"):
        read(site.serve("/odd", lambda h: h.reply(b"x", Content_Encoding=encoding)))


def test_a_broken_packing_is_a_failure_like_others(site, read):
    with pytest.raises(WebFailed, match="DecodingError"):
        read(site.serve("/broken", lambda h: h.reply(b"no gzip", Content_Encoding="gzip")))


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "application/octet-stream", ""])
def test_what_is_not_a_page_of_text_is_refused(site, read, kind):
    with pytest.raises(WebFailed, match="not a page of text"):
        read(site.serve("/file", lambda h: h.reply(b"\x00\x01", kind)))


@pytest.mark.parametrize("status", [204, 403, 404, 429, 500])
def test_a_refusal_of_the_server_is_said_with_its_number(site, read, status):
    with pytest.raises(WebFailed, match=f"its server says {status}"):
        read(site.serve("/no", lambda h: h.reply(b"", status=status)))


def test_without_a_network_a_page_is_a_failure_like_others():
    with pytest.raises(WebFailed, match="no address is known"):
        fetch("https://owls.example/", 5, 1000)
    with pytest.raises(WebFailed, match="NetworkForbidden|ConnectError"):
        fetch("http://93.184.215.14/", 5, 1000)


@pytest.mark.process
def test_a_page_that_takes_too_long_to_parse_is_given_up_and_nothing_goes_on(site, read, tmp_path, monkeypatch):
    limited.end_spare()
    worker = tmp_path / "worker.py"
    worker.write_text("import time; time.sleep(60)")
    monkeypatch.setattr(limited, "WORKER", worker)
    started = []
    ended = limited.Worker.end
    monkeypatch.setattr(limited.Worker, "end", lambda self: (started.append(self), ended(self)))
    before, began = threading.active_count(), time.monotonic()
    with pytest.raises(WebFailed, match=r"not read: it took longer than 0\.\d+ seconds and was stopped$"):
        read(site.url, seconds=0.6)
    assert time.monotonic() - began < 3
    assert [one.process.poll() is None for one in started] == [False]
    while threading.active_count() > before and time.monotonic() - began < 5:
        time.sleep(0.05)  # the site's own thread ends
    assert threading.active_count() <= before
