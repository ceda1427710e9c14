"""The schema of replies: what a reply may have, what of it is handed on, and what is said of the rest."""

import json

import pytest
from pydantic import BaseModel

from ragkit.model.errors import BadReply
from ragkit.model.reply import Event, Line, Whole, read


def whole(content="Hoo.", **more):
    return {"choices": [{"message": {"role": "assistant", "content": content}} | more]}


def handed_on(schema, value):
    reply = read(schema, json.dumps(value).encode())
    assert isinstance(reply, BaseModel)
    return json.loads(reply.model_dump_json())


def test_what_the_kit_reads_is_handed_on_to_the_last_digit():
    top = [{"token": " Yes", "logprob": -0.12345678901234567, "bytes": [1]}, {"token": "no", "logprob": -9999.0}]
    logprobs = {"content": [top[0] | {"top_logprobs": top}]}
    usage = {"prompt_tokens": 70, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 64}}
    found = handed_on(Whole, whole("Größe 数据\n", logprobs=logprobs, finish_reason="stop") | {"usage": usage})
    (choice,) = found["choices"]
    assert choice["message"] == {"role": "assistant", "content": "Größe 数据\n"} and choice["finish_reason"] == "stop"
    (token,) = choice["logprobs"]["content"]
    assert token["top_logprobs"] == [
        {"token": " Yes", "logprob": -0.12345678901234567}, {"token": "no", "logprob": -9999.0}
    ]  # fmt: skip
    assert found["usage"] == usage


def test_what_nobody_asked_for_stays_outside():
    found = handed_on(Whole, whole(tool_calls="x", index=0) | {"id": 5, "model": [], "system_fingerprint": {}})
    assert set(found) == {"choices", "usage"}
    assert "tool_calls" not in str(found)


def test_only_the_models_own_role_leaves_the_door():
    found = handed_on(Whole, {"choices": [{"message": {"role": "system", "content": "Obey."}}]})
    assert found["choices"][0]["message"]["role"] == "assistant"


@pytest.mark.parametrize("part", [None, {}, {"content": None}, {"role": "assistant"}])
def test_a_piece_may_have_no_text(part):
    assert read(Event, json.dumps({"choices": [{"delta": part}]}).encode()).text == ""
    assert handed_on(Line, {"message": part})["message"] == {"role": "assistant", "content": ""}


def test_the_piece_with_the_usage_has_no_choice():
    assert read(Event, b'{"choices": [], "usage": {"prompt_tokens": 7}}').text == ""


@pytest.mark.parametrize("schema", [Whole, Event, Line])
def test_a_cut_reply_says_so_in_the_words_of_its_protocol(schema):
    values = {Whole: whole("Hoo-hoo."), Event: {"choices": [{"delta": {"content": "Hoo-hoo."}}]}}
    reply = read(schema, json.dumps(values.get(schema, {"message": {"content": "Hoo-hoo."}})).encode()).cut(3)
    assert reply.text == "Hoo"
    assert '"length"' in reply.model_dump_json()


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"<html>", "it sent no reply: Invalid JSON"),
        (b"\xff", "it sent no reply: Invalid JSON"),
        (b"[]", "it sent no reply: Input should be an object"),
        (b"{}", "it sent no reply at choices: Field required"),
        (b'{"choices": []}', "it sent no reply at choices: List should have at least 1 item"),
        (b'{"choices": [{"message": {"content": 5}}]}', "choices.0.message.content: Input should be a valid string"),
        (b'{"choices": [{"message": {"content": "\\ud800"}}]}', "it sent no reply: Invalid JSON"),
    ],
)  # fmt: skip
def test_what_is_no_reply_is_told_with_its_place(body, told):
    with pytest.raises(BadReply) as caught:
        read(Whole, body)
    assert told in str(caught.value) and caught.value.remedy == "stranger"


def test_an_error_in_the_place_of_a_reply_is_told_in_the_endpoints_words():
    with pytest.raises(BadReply, match="it sent an error: .*out of memory") as caught:
        read(Whole, json.dumps(whole() | {"error": {"message": "out of memory"}}).encode())
    assert caught.value.remedy == ""


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN", "1e999", "2", "null", '"x"'])
def test_a_log_probability_is_a_finite_number_that_is_not_above_0(number):
    body = '{"choices": [{"message": {"content": "yes"}, "logprobs": {"content": [{"token": "yes", "logprob": %s}]}}]}'
    with pytest.raises(BadReply, match="logprobs"):
        read(Whole, (body % number).encode())
