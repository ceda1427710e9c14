"""What short calls say of an endpoint, against a loopback server that plays one."""

import pytest
from langchain_core.caches import InMemoryCache

from ragkit.model.chat import chat
from ragkit.model.errors import ChatFailed
from ragkit.model.meter import Usage
from ragkit.model.probe import Reuse, measured_reuse, probe
from ragkit.settings import Settings


def model(url, provider="openai", **more):
    path = "/v1" if provider == "openai" else ""
    return chat(Settings(provider=provider, model="owl", base_url=f"{url}{path}", reuse_replies=False, **more))


def reply(text, cached=None):
    """A reply of the OpenAI protocol to a prompt of 70 tokens."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    details = None if cached is None else {"cached_tokens": cached}
    return 200, {
        "choices": [choice],
        "usage": {"prompt_tokens": 70, "completion_tokens": 3, "prompt_tokens_details": details},
    }


def shown(body):
    return "\n".join(message["content"] for message in body["messages"])


def common(one, other):
    """How many characters two texts have in common at their beginning."""
    for length, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return length
    return min(len(one), len(other))


def test_a_probe_has_few_tokens_the_counts_of_the_endpoint_and_its_seconds(endpoint):
    server = endpoint(lambda _: reply("Hoo.", cached=64))
    use = probe(model(server.url), "Hoo?", 9)
    assert (use.calls, use.evaluated, use.reused, use.generated) == (1, 6, 64, 3) and use.seconds > 0
    assert server.asked[0]["max_completion_tokens"] == 9


def test_a_probe_is_asked_anew_each_time_and_kept_nowhere(endpoint):
    server = endpoint(lambda _: reply("Hoo."))
    llm = model(server.url)
    llm.cache = InMemoryCache()
    for _ in range(2):
        probe(llm, "Hoo?", 1)
    assert len(server.asked) == 2 and llm.cache._cache == {}


def test_the_two_requests_differ_after_a_long_common_beginning_that_is_new_each_time(endpoint):
    server = endpoint(lambda _: reply("Yes"))
    for _ in range(2):
        measured_reuse(model(server.url))
    first, second, third, _ = map(shown, server.asked)
    assert len(first) == len(second)
    # A token of English has some four characters, and 1,024 tokens are needed by some services.
    assert 4 * 1024 < common(first, second) < len(first)
    assert common(first, third) < 300
    assert all(body["max_completion_tokens"] == 1 for body in server.asked)


def test_what_vllm_and_llama_cpp_count_is_what_was_reused(endpoint):
    replies = iter([reply("Yes", cached=0), reply("Yes", cached=64)])
    found = measured_reuse(model(endpoint(lambda _: next(replies)).url))
    assert (found.tokens, found.first.prompt, found.is_counted) == (64, 70, True)
    assert str(found).startswith("64 of 70 prompt tokens reused; the first request took ")


def test_an_endpoint_that_does_not_count_has_reused_nothing(endpoint):
    found = measured_reuse(model(endpoint(lambda _: reply("Yes")).url))
    assert (found.tokens, found.is_counted) == (0, False)


@pytest.mark.parametrize(("counts", "tokens", "is_counted"), [([900, 900], 0, False), ([900, 20], 880, True)])
def test_an_ollama_that_counts_what_it_read_has_reused_the_rest(endpoint, counts, tokens, is_counted):
    """Those of today count the whole prompt each time."""
    left = iter(counts)

    def answer(_):
        end = {"done": True, "done_reason": "length", "prompt_eval_count": next(left), "eval_count": 1}
        return 200, [{"model": "owl", "message": {"role": "assistant", "content": "Yes"}} | end]

    found = measured_reuse(model(endpoint(answer).url, provider="ollama"))
    assert (found.tokens, found.is_counted) == (tokens, is_counted)


@pytest.mark.parametrize(("seconds", "is_faster"), [(0.9, True), (1.1, False)])
def test_half_the_seconds_say_that_an_uncounted_prompt_was_probably_reused(seconds, is_faster):
    assert Reuse(Usage(1, seconds=2.0), Usage(1, seconds=seconds)).is_faster == is_faster


def test_an_endpoint_that_refuses_is_an_error(endpoint):
    with pytest.raises(ChatFailed, match="Set RAGKIT_API_KEY"):
        measured_reuse(model(endpoint(lambda _: (401, {"error": {"message": "no"}})).url))
