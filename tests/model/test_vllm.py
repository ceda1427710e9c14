"""What vLLM does otherwise than OpenAI, against a loopback server that plays it.

Its replies have the shapes of its own: log-probabilities cut off at -9999, one more of them than was asked for, empty
fields that are null, errors with no envelope, and a list of the models that it serves.
"""

import math

import pytest
from pydantic import BaseModel

from ragkit.model.chat import chat
from ragkit.model.errors import ContextTooLong, NoOdds
from ragkit.model.llm import ask, label_odds, say
from ragkit.model.meter import measured
from ragkit.model.replies import was_cached
from ragkit.model.served import served_models
from ragkit.settings import Settings

NAME = "Qwen/Qwen2.5-7B-Instruct"


class City(BaseModel):
    name: str
    country: str


PARIS = City(name="Paris", country="France")


def reply(text, logprobs=None, cached=None, **more):
    """A reply as vLLM writes it: what does not apply is null and not left out."""
    message = {"role": "assistant", "content": text, "tool_calls": [], "refusal": None, "reasoning_content": None}
    choice = {"index": 0, "message": message, "logprobs": logprobs, "finish_reason": "stop", "stop_reason": None}
    details = None if cached is None else {"cached_tokens": cached}
    usage = {"prompt_tokens": 70, "total_tokens": 73, "completion_tokens": 3, "prompt_tokens_details": details}
    return 200, {
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": NAME, "choices": [choice | more],
        "usage": usage, "prompt_logprobs": None, "kv_transfer_params": None,
    }  # fmt: skip


def top(**odds):
    """Log-probabilities of the first token; 0 becomes the -9999 that vLLM writes for minus infinity."""
    tops = [
        {"token": token, "logprob": math.log(p) if p else -9999.0, "bytes": list(token.encode())}
        for token, p in odds.items()
    ]
    return {"content": [tops[0] | {"top_logprobs": tops}]}


def refused(message):
    """An error of vLLM, which older versions send without an envelope."""
    return 400, {"object": "error", "message": message, "type": "BadRequestError", "param": None, "code": 400}


def model(url, **more):
    chosen = {"model": NAME, "reuse_replies": False} | more
    return chat(Settings(provider="openai", base_url=f"{url}/v1", **chosen))


# What is sent


def test_the_request_is_one_that_vllm_takes_with_a_temperature_a_seed_and_a_limit(endpoint):
    server = endpoint(lambda _: reply("Hoo."))
    say(model(server.url, temperature=0.5, seed=11, max_tokens=9), "Hoo?")
    body = server.asked[0]
    assert (body["model"], body["temperature"], body["seed"], body["max_completion_tokens"]) == (NAME, 0.5, 11, 9)
    assert set(body) <= {"model", "messages", "temperature", "seed", "max_completion_tokens", "stream"}


# What comes


def test_the_chosen_token_may_be_one_more_than_was_asked_for_and_an_impossible_one_counts_nothing(endpoint):
    tops = top(**{f"word{n}": 0.001 for n in range(20)}, Yes=0.3, No=0.1, yes=0.0)
    odds = label_odds(model(endpoint(lambda _: reply("Yes", tops)).url), "Do owls fly?", ["yes", "no"])
    assert odds == pytest.approx({"yes": 0.75, "no": 0.25})


def test_tokens_that_are_sent_as_numbers_have_no_odds_and_that_is_told(endpoint):
    server = endpoint(lambda _: reply("Yes", top(**{"token_id:9454": 0.7, "token_id:2753": 0.3})))
    with pytest.raises(NoOdds, match=r"would begin with \['token_id:9454'"):
        label_odds(model(server.url), "Do owls fly?", ["yes", "no"])


def test_a_server_that_gives_fewer_log_probabilities_names_the_switch(endpoint):
    told = "Requested sample logprobs of 20, which is greater than max allowed: 5"
    with pytest.raises(NoOdds, match="vLLM: --max-logprobs 20.*use the structured judge instead.*max allowed: 5"):
        label_odds(model(endpoint(lambda _: refused(told)).url), "Do owls fly?", ["yes", "no"])


def test_a_schema_that_the_grammar_cannot_do_goes_to_the_end_of_the_prompt(endpoint):
    told = "The provided JSON schema contains features not supported by xgrammar."

    server = endpoint(lambda body: refused(told) if "response_format" in body else reply(PARIS.model_dump_json()))
    assert ask(model(server.url), "Capital of France?", City) == PARIS
    assert "fits this schema" in server.asked[1]["messages"][0]["content"]


@pytest.mark.parametrize(("cached", "evaluated", "reused"), [(None, 70, 0), (64, 6, 64)])
def test_what_its_prefix_cache_reused_is_counted_where_it_says_so(endpoint, cached, evaluated, reused):
    use = measured(say(model(endpoint(lambda _: reply("Hoo.", cached=cached)).url), "Hoo?"), 1.0)
    assert (use.evaluated, use.reused, use.generated) == (evaluated, reused, 3)


def test_a_prompt_that_is_too_long_is_told(endpoint):
    error = {"message": "too long", "code": "context_length_exceeded"}
    with pytest.raises(ContextTooLong, match="Retrieve fewer or shorter passages"):
        say(model(endpoint(lambda _: (400, {"error": error})).url), "Hoo?")


def test_a_learners_replies_on_disk_are_those_of_one_address(endpoint, use):
    first, second = (endpoint(lambda _, text=text: reply(text)) for text in ("Hoo.", "Tu-whit."))
    own = {"reuse_replies": True, "cache": use().cache}
    assert say(model(first.url, **own), "Hoo?").content == "Hoo."
    assert was_cached(say(model(first.url, **own), "Hoo?"))
    assert say(model(second.url, **own), "Hoo?").content == "Tu-whit."


# Which models it serves


def listing(names):
    rows = [{"id": name, "object": "model", "owned_by": "vllm", "max_model_len": 8192} for name in names]
    return 200, {"object": "list", "data": rows}


def test_the_models_that_it_serves_are_listed(endpoint):
    server = endpoint(lambda _: listing([NAME, "judge"]))
    settings = Settings(provider="openai", base_url=f"{server.url}/v1")
    assert served_models(settings) == [NAME, "judge"]
    assert server.asked == [{"GET": "/v1/models"}]


def test_the_models_of_an_ollama_are_listed(endpoint):
    server = endpoint(lambda _: (200, {"models": [{"name": "qwen2.5:7b", "size": 1}]}))
    assert served_models(Settings(provider="ollama", base_url=server.url)) == ["qwen2.5:7b"]
    assert server.asked == [{"GET": "/api/tags"}]


@pytest.mark.parametrize(
    "answer", [(404, b""), (200, b"<html>"), (200, {"data": None}), (200, {"data": [{"name": 1}]}), (200, "owl")]
)
def test_an_endpoint_without_a_list_has_no_names(endpoint, answer):
    server = endpoint(lambda _: answer)
    assert served_models(Settings(provider="openai", base_url=f"{server.url}/v1")) == []


def test_nobody_is_asked_for_a_list_but_an_endpoint_with_an_address():
    assert served_models(Settings()) == served_models(Settings(provider="openai", api_key="sk-owl")) == []
    assert served_models(Settings(provider="openai", base_url="http://127.0.0.1:9/v1")) == []
