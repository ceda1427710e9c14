"""Each provider's real library, on loopback or without a network: what comes is pages or one `WebFailed`."""

from types import SimpleNamespace

import ddgs.ddgs
import langchain_tavily._utilities as tavily_api
import pytest
import wikipedia as library
from pydantic import SecretStr

from ragkit.web.duckduckgo import duckduckgo
from ragkit.web.page import Page, WebFailed
from ragkit.web.provider import Provider
from ragkit.web.tavily import tavily
from ragkit.web.wikipedia import wikipedia

NOWHERE = "http://127.0.0.1:9"


@pytest.fixture(autouse=True)
def no_memory(monkeypatch):
    monkeypatch.setenv("DDGS_PROXY", NOWHERE)  # it opens its sockets outside of Python, where no test can guard them
    library.search.clear_cache()


def refuses(provider, seconds=5.0):
    with pytest.raises(WebFailed) as caught:
        provider.pages("owls", seconds)
    assert str(caught.value).startswith(f"{provider.name} gave nothing: ")
    return str(caught.value)


def plays_duckduckgo(monkeypatch, rows):
    def text(self, query, **asked):
        assert asked == {"max_results": 2, "backend": "duckduckgo"} and self._timeout == 5
        return rows

    monkeypatch.setattr(ddgs.ddgs.DDGS, "text", text)
    return duckduckgo(2, 5.0)


def test_results_of_duckduckgo_are_pages_with_snippets(monkeypatch):
    rows = [{"title": "Owls", "href": "https://a.example", "body": "They \x1b[1mhunt."}] * 3
    provider = plays_duckduckgo(monkeypatch, rows)
    assert provider.pages("owls", 5) == [Page("Owls", "https://a.example", "They [1mhunt.")] * 2
    assert not provider.whole


@pytest.mark.parametrize("rows", [[], [{}], [None, 7], [{"title": "t", "href": "javascript:x", "body": "b"}],
                                  [{"title": None, "href": "https://a.example", "body": 1}], None])  # fmt: skip
def test_garbage_of_duckduckgo_is_a_failure(monkeypatch, rows):
    refuses(plays_duckduckgo(monkeypatch, rows))


@pytest.mark.parametrize("status", [202, 429, 503])
def test_a_rate_limit_of_duckduckgo_itself_is_a_failure(monkeypatch, status):
    reply = SimpleNamespace(status_code=status, text="slow down", content=b"slow down")
    monkeypatch.setattr("ddgs.http_client.HttpClient.request", lambda *_, **__: reply)
    assert "No results found" in refuses(duckduckgo(2, 5.0))


def plays_wikipedia(monkeypatch, pages, titles=("Owl", "Mercury", "Gone")):
    """The encyclopaedia's interface, below the real package."""

    def reply(params):
        if isinstance(pages, Exception):
            raise pages
        if params.get("list") == "search":
            return {"query": {"search": [{"title": title} for title in titles]}}
        page = pages[params["titles"]]
        extract = {"extract": "Owls hunt.", "revisions": [{"*": "<li><a>Mercury (planet)</a></li>", "revid": 1,
                   "parentid": 1}]} if params["prop"].startswith(("extracts", "revisions")) else {}  # fmt: skip
        return {"query": {"pages": {"1": page | extract}}}

    monkeypatch.setattr(library.wikipedia, "_wiki_request", reply)


def test_articles_come_whole_and_what_is_none_is_left_out(monkeypatch):
    articles = {
        "Owl": {"title": "Owl", "fullurl": "https://en.wikipedia.org/wiki/Owl"},
        "Mercury": {"title": "Mercury", "pageprops": {"disambiguation": ""}},
        "Gone": {"missing": ""},
    }
    plays_wikipedia(monkeypatch, articles)
    assert wikipedia(3).pages("owls", 5) == [Page("Owl", "https://en.wikipedia.org/wiki/Owl", "Owls hunt.")]
    assert wikipedia(3).whole


@pytest.mark.parametrize("reply", [{"error": {"info": "Pool queue is full"}}, {"error": {"info": "ratelimited"}},
                                   {}, [], None, {"query": None}])  # fmt: skip
def test_errors_and_garbage_of_wikipedia_are_failures(monkeypatch, reply):
    monkeypatch.setattr(library.wikipedia, "_wiki_request", lambda _: reply)
    refuses(wikipedia(3))


@pytest.mark.parametrize("page", [b"<html>Too many requests", b"", b"\xff\x00"])
def test_what_is_no_json_is_a_failure(monkeypatch, site, page):
    get, url = library.wikipedia.requests.get, site.serve("/api", lambda h: h.reply(page, status=429))
    monkeypatch.setattr(library.wikipedia, "requests", SimpleNamespace(get=lambda _, **__: get(url)))
    assert "JSONDecodeError" in refuses(wikipedia(3))


def test_wikipedia_is_asked_with_encryption_and_fails_quickly_without_a_network(monkeypatch):
    asked, get = [], library.wikipedia.requests.get
    watched = SimpleNamespace(get=lambda url, **kw: (asked.append(url), get(url, **kw))[1])
    monkeypatch.setattr(library.wikipedia, "requests", watched)
    assert "ProxyError" in refuses(wikipedia(3))
    assert asked == ["https://en.wikipedia.org/w/api.php"]


KEY = SecretStr("tvly-secret")


@pytest.fixture
def plays_tavily(monkeypatch, endpoint):
    def play(answer):
        server = endpoint(answer and (lambda _: answer))
        monkeypatch.setattr(tavily_api, "TAVILY_API_URL", server.url)
        return server

    return play


def test_results_of_tavily_are_pages_with_snippets(plays_tavily):
    row = {"title": "Owls", "url": "https://a.example", "content": "They hunt.", "published_date": "2020-01-02"}
    server = plays_tavily((200, {"results": [row, {}, "x"]}))
    assert tavily(KEY, 2).pages("owls", 5) == [Page("Owls", "https://a.example", "They hunt.", "2020-01-02")]
    assert (server.asked[0]["query"], server.asked[0]["max_results"]) == ("owls", 2)


@pytest.mark.parametrize(
    "answer",
    [
        (401, {"detail": {"error": "Unauthorized"}}),
        (429, {"detail": {"error": "slow"}}),
        (500, {}),
        (200, {"results": []}),
        (200, {}),
        (200, {"results": 7}),
        (200, b"<html>"),
    ],
)
def test_errors_and_garbage_of_tavily_are_failures_that_do_not_tell_the_key(plays_tavily, answer):
    plays_tavily(answer)
    assert "secret" not in refuses(tavily(KEY, 2))


def test_a_key_that_tavily_repeats_is_removed(plays_tavily):
    row = {"title": "tvly-secret", "url": "https://a.example/tvly-secret", "content": "Owls hunt tvly-secret."}
    plays_tavily((200, {"results": [row]}))
    assert tavily(KEY, 2).pages("owls", 5) == [Page("[removed]", "https://a.example/[removed]", "Owls hunt [removed].")]


def test_a_tavily_that_does_not_reply_is_given_up(plays_tavily):
    plays_tavily(None)
    assert "no reply within 0.3 s" in refuses(tavily(KEY, 2), seconds=0.3)


def test_a_time_out_of_the_library_itself_is_said_in_its_words():
    def late(_):
        raise TimeoutError("the library's own")

    assert "the library's own" in refuses(Provider("Somebody", late, whole=True))
