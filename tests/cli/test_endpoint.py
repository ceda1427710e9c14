"""Whether the chat model replies and what its endpoint reuses, as `doctor` asks them."""

import time

import pytest
from conftest import NOWHERE
from samples import lacks

from ragkit.cli import endpoint as checks


@pytest.mark.slow
def test_a_chat_model_that_does_not_reply_is_fatal_and_says_why(monkeypatch):
    monkeypatch.setenv("RAGKIT_PROVIDER", "openai")
    monkeypatch.setenv("RAGKIT_BASE_URL", f"{NOWHERE}/v1")
    finding = checks.provider()
    assert finding.fatal and "RAGKIT_BASE_URL" in finding.remedy


def test_a_chat_model_that_the_endpoint_does_not_serve_is_told_with_those_that_it_does(monkeypatch, endpoint):
    def answer(asked):
        return (200, {"data": [{"id": "owl-7b"}]}) if "GET" in asked else (404, {"message": "no such model"})

    monkeypatch.setenv("RAGKIT_PROVIDER", "openai")
    monkeypatch.setenv("RAGKIT_BASE_URL", f"{endpoint(answer).url}/v1")
    finding = checks.provider()
    assert lacks(finding.remedy, "Check RAGKIT_MODEL", "`ollama pull MODEL`", "serves owl-7b") == []
    monkeypatch.setenv("RAGKIT_MODEL", "owl-7b")
    assert "serves" not in checks.provider().remedy


@pytest.fixture
def asks(monkeypatch, endpoint):
    """Names an endpoint that counts so many of a thousand tokens as reused, and is so slow at first, in seconds."""

    def of(provider="openai", cached=None, slow=0.0):
        pauses = iter([slow, 0.0])

        def answer(_):
            time.sleep(next(pauses))
            message = {"role": "assistant", "content": "Yes"}
            if provider == "ollama":
                return 200, [
                    {"model": "owl", "message": message, "done": True, "prompt_eval_count": 1000, "eval_count": 1}
                ]
            details = None if cached is None else {"cached_tokens": cached}
            usage = {"prompt_tokens": 1000, "completion_tokens": 1, "prompt_tokens_details": details}
            return 200, {"choices": [{"index": 0, "finish_reason": "length", "message": message}], "usage": usage}

        server = endpoint(answer)
        monkeypatch.setenv("RAGKIT_PROVIDER", provider)
        monkeypatch.setenv("RAGKIT_MODEL", "owl")
        monkeypatch.setenv("RAGKIT_BASE_URL", server.url + ("/v1" if provider == "openai" else ""))
        return list(checks.reuse())

    return of


def test_an_endpoint_that_counts_what_it_reuses_is_well(asks):
    [finding] = asks(cached=960)
    assert finding.found.startswith("960 of 1000 prompt tokens reused") and not finding.remedy


@pytest.mark.parametrize(
    ("provider", "switches"),
    [
        ("openai", ["--enable-prefix-caching", "--slot-prompt-similarity 0.5", "--parallel"]),
        ("ollama", ["OLLAMA_NUM_PARALLEL"]),
    ],
)
def test_an_endpoint_that_reuses_nothing_is_a_note_with_what_to_switch_on(asks, monkeypatch, provider, switches):
    monkeypatch.setattr("ragkit.model.probe.Reuse.is_faster", False)
    [finding] = asks(provider)
    assert finding.found.startswith("0 of 1000 prompt tokens reused") and not finding.fatal
    assert lacks(finding.remedy, *switches) == []


@pytest.mark.parametrize(("provider", "switch"), [("openai", "--enable-prompt-tokens-details"), ("ollama", "")])
def test_an_endpoint_that_is_faster_the_second_time_reuses_what_it_does_not_count(asks, provider, switch):
    [finding] = asks(provider, slow=1.0)
    assert "probably reused what it did not count" in finding.found
    assert switch in finding.remedy and bool(finding.remedy) == bool(switch)


def test_an_endpoint_that_refuses_is_a_note_with_the_reason(monkeypatch, endpoint):
    monkeypatch.setenv("RAGKIT_PROVIDER", "openai")
    monkeypatch.setenv("RAGKIT_BASE_URL", f"{endpoint(lambda _: (401, {'error': 'no'})).url}/v1")
    [finding] = checks.reuse()
    assert finding.found == "not known" and "RAGKIT_API_KEY" in finding.remedy and not finding.fatal


@pytest.mark.parametrize("provider", ["embedded", "recorded", "openai"])
def test_nobody_is_asked_for_money_or_without_an_endpoint(monkeypatch, provider):
    monkeypatch.setenv("RAGKIT_PROVIDER", provider)
    assert list(checks.reuse()) == []
