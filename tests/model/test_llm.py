"""The three ways to use a chat model, on the real embedded model where the protocol is the fact, else on a script."""

import math
from typing import Annotated

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, Field
from samples import lacks

from ragkit.model.chat import chat
from ragkit.model.llm import NoOdds, Unreadable, ask, at_temperature, label_odds, renormalise, say
from ragkit.model.scripted import ScriptedLLM
from ragkit.settings import Settings


class City(BaseModel):
    name: str = Field(max_length=20)
    country: str = Field(max_length=20)


class Route(BaseModel):
    stops: list[City] = Field(max_length=2)
    note: str | None = None


class Trip(BaseModel):
    stops: list[Annotated[str, Field(max_length=20)]] = Field(min_length=2, max_length=2)


class Essay(BaseModel):
    text: str


CAPITAL = "What is the capital of France, and in which country is it?"
PARIS = City(name="Paris", country="France")


# the real model


def test_a_reply_counts_its_tokens(server_llm):
    said = say(server_llm, "Say hi.")
    assert said.content and said.usage_metadata["input_tokens"] > 10
    assert 0 < said.usage_metadata["output_tokens"] <= 64


def test_a_reply_streams_token_by_token_and_counts_at_the_end(server_llm):
    chunks = list(server_llm.stream("Count to 3."))
    assert len([chunk for chunk in chunks if chunk.content]) > 3
    assert any(chunk.usage_metadata for chunk in chunks)


def test_the_same_seed_and_no_heat_give_the_same_reply(server_llm):
    one, two = (say(server_llm.bind(max_tokens=6), "Name a bird.").content for _ in range(2))
    assert one == two


def test_a_form_is_filled_in_and_its_bounds_hold(server_llm):
    trip = ask(server_llm, "Plan a trip through ten cities. Reply in JSON.", Trip, retries=0)
    assert len(trip.stops) == 2
    assert all(0 < len(city) <= 20 for city in trip.stops)


def test_a_string_that_never_ends_is_unreadable_and_says_why(server_llm):
    llm = server_llm.model_copy(update={"max_tokens": 12})
    with pytest.raises(Unreadable) as caught:  # and not LangChain's LengthFinishReasonError
        ask(llm, "Write a long essay about owls. Reply in JSON.", Essay, retries=0)
    message = str(caught.value)
    assert lacks(message, "Essay", "after 1 try", "cut off at the limit of RAGKIT_MAX_TOKENS") == []
    assert "asked for: text\n" in message and '"text": "' in message and "try a larger RAGKIT_TIER" in message


def test_odds_add_up_to_one_and_lean_the_right_way(quality_llm):
    question = "Is {} the capital of France? Answer yes or no."
    paris, berlin = (label_odds(quality_llm, question.format(city), ["yes", "no"]) for city in ("Paris", "Berlin"))
    assert sum(paris.values()) == pytest.approx(1)
    assert sum(berlin.values()) == pytest.approx(1)
    assert paris["yes"] > 0.5 > berlin["yes"]


def test_labels_that_the_model_would_not_say_have_no_odds(server_llm):
    with pytest.raises(NoOdds, match=r"asked for one of \['ζ', 'ξ'\], but the model would begin with"):
        label_odds(server_llm, "Is Paris the capital of France? Answer yes or no.", ["ζ", "ξ"])


# ask, on a script


class Replies(ScriptedLLM):
    """Replies in order, and keeps the messages of every call."""

    texts: list[str]
    seen: list[list[BaseMessage]] = Field(default_factory=list)

    def _generate(self, messages, *_, **__):
        self.seen.append(messages)
        self.replies = {"": self.texts[len(self.seen) - 1]}
        return super()._generate(messages)


def scripted(*texts):
    return Replies(replies={}, texts=list(texts))


def test_a_reply_that_does_not_fit_is_shown_to_the_model_with_what_is_wrong():
    llm = scripted('{"name": "Paris"}', '{"name": "Paris", "country": "France"}')
    assert ask(llm, [SystemMessage("You know cities."), HumanMessage(CAPITAL)], City) == PARIS
    first, second = llm.seen
    assert second[:2] == first  # the evidence prefix stays what it was
    assert second[2].type == "ai" and second[2].content == '{"name": "Paris"}'
    assert second[3].content == "That does not fit: country: Field required. Reply with the JSON object alone."


def test_a_reply_that_does_not_fit_twice_is_unreadable():
    llm = scripted("Sure! It is Paris.", "Paris, France.", PARIS.model_dump_json())
    with pytest.raises(Unreadable) as caught:
        ask(llm, CAPITAL, City)
    said = str(caught.value).splitlines()
    assert lacks(said[0], "City", "after 2 tries", "Invalid JSON") == []
    assert said[1:3] == ["  asked for: name, country", "  got:       'Paris, France.'"]
    assert lacks(said[3], "fewer fields", "a larger RAGKIT_TIER") == []
    assert len(llm.seen) == 2


def test_more_retries_are_more_tries():
    assert ask(scripted("?", "?", PARIS.model_dump_json()), CAPITAL, City, retries=2) == PARIS
    with pytest.raises(Unreadable, match="after 1 try"):
        ask(scripted("?", PARIS.model_dump_json()), CAPITAL, City, retries=0)


@pytest.mark.parametrize("wrapped", ["```json\n{}\n```", "Sure, here it is:\n{}\nAnything else?", "\n  {}"])
def test_json_in_a_fence_or_in_words_is_read(wrapped):
    assert ask(scripted(wrapped.replace("{}", PARIS.model_dump_json(indent=1))), CAPITAL, City) == PARIS


def test_nested_forms_are_read_and_errors_in_them_have_a_place():
    good, bad = Route(stops=[PARIS], note=None), '{"stops": [{"name": "Paris"}]}'
    llm = scripted(bad, good.model_dump_json())
    assert ask(llm, "Plan a trip.", Route) == good
    assert "stops.0.country: Field required" in llm.seen[1][-1].content


# an endpoint that takes no schema, played on loopback


def completion(text, **choice):
    message = {"role": "assistant", "content": text}
    return 200, {"choices": [{"index": 0, "finish_reason": "stop", "message": message} | choice]}


def openai_like(url, **more):
    return chat(Settings(provider="openai", model="owl", base_url=f"{url}/v1", reuse_replies=False, **more))


def without_schemas(status):
    def answer(body):
        if "response_format" in body:
            return status, {"error": {"message": "This response_format type is unavailable now"}}
        return completion(PARIS.model_dump_json())

    return answer


@pytest.mark.parametrize("status", [400, 422])
def test_an_endpoint_that_rejects_a_schema_finds_it_at_the_end_of_the_prompt(endpoint, status):
    server = endpoint(without_schemas(status))
    assert ask(openai_like(server.url), [SystemMessage("You know cities."), HumanMessage(CAPITAL)], City) == PARIS
    constrained, free = server.asked
    assert constrained["messages"][0] == free["messages"][0]
    said = free["messages"][1]["content"]
    assert (
        said.startswith(f"{CAPITAL}\n\nReply with one JSON object that fits this schema: {{") and '"maxLength"' in said
    )


def test_such_an_endpoint_is_not_asked_with_a_schema_twice(endpoint):
    server = endpoint(without_schemas(400))
    llm = openai_like(server.url)
    for _ in range(2):
        ask(llm, CAPITAL, City)
    assert ["response_format" in body for body in server.asked] == [True, False, False]


def test_another_bad_request_is_told_and_not_remembered_as_a_refused_schema(endpoint):
    server = endpoint(lambda _: (400, {"error": {"message": "that is not allowed"}}))
    llm = openai_like(server.url)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="that is not allowed"):
            ask(llm, CAPITAL, City)
    assert ["response_format" in body for body in server.asked] == [True, False, True, False]


def test_the_schema_is_one_that_openai_takes(endpoint):
    server = endpoint(lambda _: completion(Route(stops=[PARIS]).model_dump_json()))
    ask(openai_like(server.url), "Plan a trip.", Route)
    wanted = server.asked[0]["response_format"]
    schema = wanted["json_schema"]["schema"]
    assert (wanted["type"], wanted["json_schema"]["name"], wanted["json_schema"]["strict"]) == (
        "json_schema",
        "Route",
        True,
    )
    for level in (schema, schema["properties"]["stops"]["items"]):
        assert level["additionalProperties"] is False and level["required"] == list(level["properties"])


# odds


def test_the_odds_are_the_softmax_over_what_a_mask_leaves():
    """Equation 2 of tiny, in which all tokens but the labels are masked before the softmax."""
    scores = {"yes": 2.0, "no": 1.0, "Perhaps": 3.5, "The": 0.5}
    whole = math.log(sum(map(math.exp, scores.values())))
    odds = renormalise({token: one - whole for token, one in scores.items()}, ["yes", "no"])
    assert odds == pytest.approx({"yes": math.e / (math.e + 1), "no": 1 / (math.e + 1)})  # e^2 : e^1


@pytest.mark.parametrize(
    "choice",
    [
        {},
        {"logprobs": {"content": None}},
        {"logprobs": {"content": [{"token": "Yes", "logprob": -0.1}]}},
    ],
)
def test_an_endpoint_without_log_probabilities_gives_no_odds(endpoint, choice):
    with pytest.raises(NoOdds):
        label_odds(openai_like(endpoint(lambda _: completion("Yes", **choice)).url), "Do owls fly?", ["yes", "no"])


def test_an_endpoint_that_rejects_log_probabilities_gives_no_odds(endpoint):
    server = endpoint(lambda _: (400, {"error": {"message": "logprobs is not supported by this model"}}))
    with pytest.raises(NoOdds, match="use the structured judge instead"):
        label_odds(openai_like(server.url), "Do owls fly?", ["yes", "no"])


# what is sent


def test_odds_are_one_call_for_one_token_without_reasoning_and_with_its_rivals(endpoint):
    top = [{"token": "Yes", "logprob": math.log(0.6)}, {"token": "no", "logprob": math.log(0.2)}]
    first = {"token": "Yes", "logprob": math.log(0.6), "top_logprobs": top}
    server = endpoint(lambda _: completion("Yes", logprobs={"content": [first]}))
    odds = label_odds(openai_like(server.url), "Do owls fly?", ["yes", "no"])
    assert odds == pytest.approx({"yes": 0.75, "no": 0.25})
    (body,) = server.asked
    assert body.get("max_tokens", body.get("max_completion_tokens")) == 1
    assert not body.get("stream")
    assert (body["logprobs"], body["top_logprobs"]) == (True, 20)


def test_a_proxy_does_not_stand_before_a_server_on_this_machine(endpoint, monkeypatch):
    monkeypatch.delenv("NO_PROXY")
    monkeypatch.delenv("no_proxy")
    server = endpoint(lambda _: completion("Hoo."))
    assert say(openai_like(server.url), "Hoo?").content == "Hoo."


def test_a_prompt_is_text_or_messages():
    llm = scripted("Hoo.", "Hoo.")
    assert say(llm, "Hoo?").content == say(llm, (HumanMessage("Hoo?"),)).content
    assert llm.seen[0][0].content == llm.seen[1][0].content
    assert isinstance(say(scripted("x"), "y"), AIMessage)


@pytest.mark.parametrize("name", ["openai", "ollama"])
def test_each_draw_has_a_seed_of_its_own(name):
    llm = chat(Settings(provider=name, base_url="http://127.0.0.1:9", model="owl", api_key="k", seed=3))
    drawn = [at_temperature(llm, 0.7, draw=number) for number in range(3)]
    assert [one.seed for one in drawn] == [3, 4, 5]
    assert {one.temperature for one in drawn} == {0.7}


def test_without_a_seed_none_is_made_up():
    llm = chat(Settings(provider="openai", base_url="http://127.0.0.1:9", model="owl", api_key="k", seed=None))
    assert at_temperature(llm, 0.7, draw=1).seed is None
