"""An endpoint that refuses a field is asked once more without it, and what it refused is remembered."""

import pytest
from faults import says
from langchain_core.messages import HumanMessage, SystemMessage

from ragkit.model.chat import chat
from ragkit.model.errors import ChatFailed
from ragkit.model.llm import say
from ragkit.model.remarks import take_remarks
from ragkit.settings import Settings

OK = (200, says("Hoo."))


def openai_like(url, **more):
    return chat(Settings(provider="openai", model="owl", base_url=f"{url}/v1", reuse_replies=False, **more))


def fastapi(*names):
    said = {"type": "extra_forbidden", "msg": "Extra inputs are not permitted"}
    detail = [said | {"loc": ["body", name]} for name in names]
    return {"object": "error", "message": {"detail": detail}}


def unknown(name):
    return {"error": {"message": f"Unrecognized request argument supplied: {name}"}}


def strict(known, words):
    """An endpoint that refuses what it does not know: all at once, or one after the other."""

    def answer(body):
        strange = [name for name in body if name not in known]
        if not strange:
            return OK
        return (422, fastapi(*strange)) if words is fastapi else (400, unknown(strange[0]))

    return answer


KNOWN = {"model", "messages", "stream"}


@pytest.mark.parametrize("words", [fastapi, unknown])
@pytest.mark.parametrize(
    ("known", "notes"),
    [
        (KNOWN | {"temperature", "max_tokens", "seed"}, 1),
        (KNOWN | {"temperature", "max_tokens"}, 2),
        (KNOWN | {"max_completion_tokens"}, 2),
        (KNOWN, 4),
    ],
)
def test_refused_fields_are_left_out_or_renamed_and_remembered(endpoint, words, known, notes):
    server = endpoint(strict(known, words))
    llm = openai_like(server.url)
    take_remarks()
    assert say(llm, "Hoo?").text == "Hoo."
    tries = len(server.asked)
    first = take_remarks()
    assert len(set(first)) == notes and all("the endpoint refuses the field `" in one for one in first)
    assert say(llm, "Hoo again?").text == "Hoo."
    assert len(server.asked) == tries + 1
    assert set(take_remarks()) == set(first)
    assert set(server.asked[-1]) <= known


def test_a_renamed_field_keeps_its_value(endpoint):
    server = endpoint(strict(KNOWN | {"temperature", "seed", "max_tokens"}, unknown))
    say(openai_like(server.url, max_tokens=77, seed=3), "Hoo?")
    assert (server.asked[-1]["max_tokens"], server.asked[-1]["seed"]) == (77, 3)


def test_a_value_that_a_reasoning_model_refuses_is_left_out(endpoint):
    said = {"error": {"message": "'temperature' does not support 0.0 with this model", "param": "temperature"}}
    server = endpoint(lambda body: (400, said) if body.get("temperature", 1) != 1 else OK)
    assert say(openai_like(server.url), "Hoo?").text == "Hoo."


@pytest.mark.parametrize(
    ("status", "message", "asked"),
    [
        (400, "the seed of the matter", 2),
        (400, "no seeds today", 1),
        (400, "max_completion_tokens is 256, and the context window has 200 left", 1),
        (401, "seed", 1),
        (500, "seed", 3),
    ],
)
def test_what_goes_on_failing_is_told_and_not_remembered(endpoint, status, message, asked, monkeypatch):
    monkeypatch.setattr("ragkit.model.pause.FIRST", 0.01)
    server = endpoint(lambda _: (status, {"error": {"message": message}}))
    llm = openai_like(server.url)
    for number in (1, 2):
        with pytest.raises(ChatFailed, match=message):
            say(llm, "Hoo?")
        assert len(server.asked) == asked * number


@pytest.mark.parametrize(
    "words",
    ["System role not supported", "Conversation roles must alternate user/assistant", "role 'system' is not allowed"],
)
def test_a_refused_system_message_goes_with_the_users(endpoint, words):
    refusal = 400, {"error": {"message": words}}
    server = endpoint(lambda body: refusal if body["messages"][0]["role"] == "system" else OK)
    llm = openai_like(server.url)
    prompt = [SystemMessage("You are an owl."), HumanMessage("Hoo?")]
    for _ in range(2):
        assert say(llm, prompt).text == "Hoo."
    joined = {"role": "user", "content": "You are an owl.\n\nHoo?"}
    assert [body["messages"] for body in server.asked[1:]] == [[joined], [joined]]
    assert "system message" in take_remarks()[-1]


@pytest.mark.parametrize("name", ["seed", "temperature", "max_tokens"])
@pytest.mark.parametrize("value", [None, "none"])
def test_each_field_can_be_left_out_by_a_setting(endpoint, name, value):
    server = endpoint(lambda _: OK)
    say(openai_like(server.url, **{name: value}), "Hoo?")
    (body,) = server.asked
    fields = {"seed": "seed", "temperature": "temperature", "max_tokens": "max_completion_tokens"}
    left = fields.pop(name)
    assert left not in body and name not in body
    assert set(fields.values()) <= set(body)


def test_ollamas_options_can_be_left_out_too(endpoint):
    end = {"model": "owl", "created_at": "2026-01-01T00:00:00Z", "message": {"content": "Hoo."}, "done": True}
    server = endpoint(lambda _: (200, end | {"done_reason": "stop"}))
    left_out = {"seed": None, "max_tokens": None}
    llm = chat(Settings(provider="ollama", model="owl", base_url=server.url, reuse_replies=False, **left_out))
    assert say(llm, "Hoo?").text == "Hoo."
    assert {"seed", "num_predict"} & set(server.asked[0]["options"]) == set()
