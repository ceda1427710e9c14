"""A key that an endpoint repeats, and a password in an address, get nowhere: not on the screen, not into a file."""

import io
import json
import logging
from contextlib import closing

import faults
import pytest
from fakes import small_kit
from faults import YES, delta, events, http, line, lines, says, wired

from ragkit.cli import endpoint as checks
from ragkit.graphs import crag, naive
from ragkit.mcp.launch import secrets_among
from ragkit.model import pause
from ragkit.model.served import served_models
from ragkit.runs.threads import checkpoints
from ragkit.runs.trace_file import packed
from ragkit.settings import Settings
from ragkit.text.redact import REMOVED
from ragkit.trace import run
from ragkit.widgets.panels.dashboard_page import dashboard_page
from ragkit.widgets.runs.answer import answer_card
from ragkit.widgets.runs.steps import steps_table

QUESTION = "Which animals hunt mice?"
KEY = "kit.secret.value-of-mine"
PASSWORD = "pa55word"
STREAM = events(
    delta("Owls kit.secr"), delta("et.value-of-m"), delta("ine hunt [1]."), {"choices": [{"delta": {}, "index": 0}]}
)
ECHOES = {
    "refused": http({"error": {"message": f"Incorrect API key provided: {KEY}"}}, 401),
    "refused as Ollama does": http({"error": f"no {KEY}"}, 500),
    "an error": http({"error": f"bad key {KEY}"}),
    "a page": http(f"<html>{KEY}".encode(), 502, content_type="text/html"),
    "no reply": http({KEY: KEY}),
    "a reply": http(says(f"Owls hunt {KEY} [1].")),
    "a reply of the key": http(says(KEY)),
    "a reason": http(says("Owls hunt [1].", finish_reason=KEY)),
    "a stream": STREAM,
    "lines": lines(line(f"Owls {KEY[:9]}"), line(f"{KEY[9:]} hunt [1]."), faults.END),
    "a line with an error": lines(line("Owls "), {"error": f"bad {KEY}"}),
    "odds": {"odds": http(says("x", logprobs={"content": [{"token": KEY, "top_logprobs": []}]})), "text": YES},
    "odds of the key": {"odds": http(says(KEY, logprobs={"content": [{"token": "x", "top_logprobs": [
        {"token": KEY, "logprob": -0.1}]}]})), "text": http(says("Owls hunt [1]."))},
}  # fmt: skip


@pytest.fixture
def wire(monkeypatch):
    monkeypatch.setattr(pause, "FIRST", 0.01)
    with wired() as running:
        yield running


@pytest.fixture
def log():
    """Everything that any library logs."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield text
    root.removeHandler(handler)
    root.setLevel(level)


def kit_on(url, folder, provider="openai", **settings):
    usual = {"api_key": KEY, "judges": 1, "reranker": "/nowhere", "timeout": 20, "cache": folder / "cache"}
    return small_kit(folder / "index", provider=provider, base_url=url, **usual | settings)


def everything(trace, kit):
    """All that a reader may see of a run and of its kit."""
    pages = [dashboard_page([trace]), answer_card(trace).data, steps_table(trace).data]
    return "\n".join([str(trace), repr(trace), repr(kit), str(kit.settings), packed(trace), *pages])


UNCLEARED = "data_level0.bin"
"""The file into which hnswlib writes memory that it has not cleared (SECURITY.md, what is not promised)."""


def files_with(folder, text):
    files = [file for file in folder.rglob("*") if file.is_file() and file.name != UNCLEARED]
    return [file for file in files if text.encode() in file.read_bytes()]


@pytest.mark.slow
@pytest.mark.parametrize("name", ECHOES)
@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_key_that_comes_back_is_nowhere(wire, log, tmp_path, provider, name):
    fault = ECHOES[name]
    # Ollama is sent no key; a password in its address is one.
    url = wire.url.replace("://", f"://ann:{KEY}@") if provider == "ollama" else f"{wire.url}/v1"
    wire.fault = fault
    with closing(kit_on(url, tmp_path, provider, stream=name == "a stream")) as kit:
        with checkpoints(tmp_path / "threads.db") as saver:
            trace = run(crag() if isinstance(fault, dict) else naive(), QUESTION, kit, saver, "owls")
        seen = everything(trace, kit)
    assert wire.asked
    assert KEY not in seen and KEY not in log.getvalue()
    assert files_with(tmp_path, KEY) == []


def test_the_rest_of_a_reply_is_as_it_was(wire, tmp_path):
    wire.fault = STREAM
    with closing(kit_on(f"{wire.url}/v1", tmp_path, stream=True)) as kit:
        assert run(naive(), QUESTION, kit).answer == f"Owls {REMOVED} hunt [1]."


@pytest.mark.parametrize("key", [None, "none", "anything", KEY])
def test_an_ordinary_reply_is_not_changed(wire, tmp_path, key):
    text = "Owls hunt anything at http://ann:pw@host/?key=x, with sk-0123456789abcdef or none [1]."
    wire.fault = http(says(text))
    with closing(kit_on(f"{wire.url}/v1", tmp_path, api_key=key)) as kit:
        assert run(naive(), QUESTION, kit).answer == text


@pytest.mark.parametrize("name", ["sends", "refuses", "breaks off"])
def test_the_doctor_shows_no_key_and_obeys_no_escape_sequence(wire, monkeypatch, name):
    monkeypatch.setenv("RAGKIT_PROVIDER", "openai")
    monkeypatch.setenv("RAGKIT_BASE_URL", wire.url.replace("://", f"://ann:{PASSWORD}@") + "/v1")
    monkeypatch.setenv("RAGKIT_API_KEY", KEY)
    hostile = f"\x1b[2J\x1b]0;{KEY}\x07 \x9b31m http://ann:{PASSWORD}@host"
    wire.fault = {
        "sends": http(says(hostile)),
        "refuses": http({"error": {"message": hostile}}, 401),
        "breaks off": http(hostile.encode("utf-8", "replace")),
    }[name]
    finding = checks.provider()
    for text in (str(finding), json.dumps(vars(finding))):
        assert KEY not in text and PASSWORD not in text
        assert all(letter.isprintable() or letter == "\n" for letter in text)
    assert wire.asked


def test_the_models_that_an_endpoint_lists_are_listed_without_the_key(wire):
    wire.fault = http({"data": [{"id": f"owl {KEY}"}, {"id": "owl-1"}]})
    settings = Settings(provider="openai", base_url=wire.url, api_key=KEY)
    assert served_models(settings) == [f"owl {REMOVED}", "owl-1"]


# A password in an address


def test_a_password_in_an_address_is_sent_and_shown_nowhere(wire, log, tmp_path):
    wire.fault = http(says("Owls hunt mice [1]."))
    url = wire.url.replace("://", f"://ann:{PASSWORD}@") + "/v1"
    with closing(kit_on(url, tmp_path)) as kit:
        trace = run(naive(), QUESTION, kit)
        seen = everything(trace, kit)
        assert kit.settings.base_url == url
    assert trace.answer == "Owls hunt mice [1]."
    assert PASSWORD not in seen and PASSWORD not in log.getvalue() and "HTTP Request: POST" in log.getvalue()
    assert f"base_url='http://{REMOVED}@127.0.0.1" in seen
    # "ann:pa55word" in base64
    assert wire.headers[-1]["authorization"] == "Basic YW5uOnBhNTV3b3Jk"


@pytest.mark.slow
@pytest.mark.parametrize(
    "address",
    [
        f"http://ann:{PASSWORD}@127.0.0.1:9/v1",
        f"http://ann:{PASSWORD}@no-such-host.invalid/v1",
    ],
)
def test_an_address_that_cannot_be_reached_is_named_without_its_password(log, tmp_path, address):
    with closing(kit_on(address, tmp_path)) as kit:
        trace = run(naive(), QUESTION, kit)
        assert trace.failed and PASSWORD not in everything(trace, kit) + log.getvalue()


def test_an_error_about_a_setting_shows_neither_a_key_nor_a_password():
    for wrong in (
        {"store": f"http://ann:{PASSWORD}@host:1"},
        {"base_url": f"http://ann:{PASSWORD}@127.0.0.1:99999/v1"},
        {"api_key": [PASSWORD]},
        {"api_key": f"{PASSWORD}\n"},
        {"tavily_key": f"{PASSWORD}…"},
    ):
        with pytest.raises(ValueError, match=next(iter(wrong))) as caught:
            Settings(**wrong)
        assert PASSWORD not in f"{caught.value} {caught.value!r}"
    with pytest.raises(ValueError, match="input_value='soon'"):
        Settings(timeout="soon")


@pytest.mark.parametrize("key", [f"{KEY}\n", f"{KEY}…", f"k\x00{KEY}", f"{KEY}é"])
def test_a_key_that_no_request_can_carry_is_refused_before_a_library_prints_it(key):
    with pytest.raises(ValueError, match="api_key has a character that no request can carry.*copy the key again"):
        Settings(api_key=key)


def test_the_variables_of_a_server_whose_names_are_those_of_keys_are_secrets(monkeypatch):
    for name, value in {"MY_TOKEN": KEY, "HOME_OF_OWLS": "/home/owls/all", "SHORT_KEY": "none"}.items():
        monkeypatch.setenv(name, value)
    assert secrets_among(["MY_TOKEN", "HOME_OF_OWLS", "SHORT_KEY", "NOT_SET_KEY"]) == (KEY,)
