"""The three ways to use a chat model: `say`, `ask`, `label_odds`.

`ask` is the one place where model text becomes Python. The papers' structured critics (000, section 4.5) are calls of
`ask`; the one-token critic (003) is a call of `label_odds`. Left out: native tool calling, which small models fail at.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, TypeVar

from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, convert_to_messages
from langchain_core.runnables import Runnable
from langchain_core.utils.function_calling import convert_to_openai_function
from langchain_ollama import ChatOllama
from langchain_openai import ChatOpenAI
from pydantic import BaseModel, ValidationError

from ragkit.chat_errors import ChatFailed, ContextTooLong, NoOdds, Unreadable, explained

Form = TypeVar("Form", bound=BaseModel)
Prompt = str | Sequence[BaseMessage]
Model = Runnable[LanguageModelInput, AIMessage]


def say(llm: Model, prompt: Prompt) -> AIMessage:
    """The model's reply to a prompt. A model that cannot be reached raises `ChatFailed`, which says what to do."""
    try:
        return llm.invoke(prompt if isinstance(prompt, str) else list(prompt))
    except Exception as error:
        if (told := explained(error)) is error:
            raise
        raise told from error


def ask(llm: BaseChatModel, prompt: Prompt, form: type[Form], retries: int = 1) -> Form:
    """The model's reply as a filled-in `form`: the only place where model text becomes Python.

    The endpoint is constrained to the form's JSON schema where it can be. A reply that does not fit is shown to the
    model `retries` times with what is wrong; then `Unreadable` is raised.
    """
    messages = convert_to_messages([prompt] if isinstance(prompt, str) else prompt)
    for _ in range(retries + 1):
        reply = _fill(llm, messages, form)
        try:
            return form.model_validate_json(_json(reply.text))
        except ValidationError as error:
            wrong = _what_is_wrong(reply, error)
            repair = HumanMessage(f"That does not fit: {wrong}. Reply with the JSON object alone.")
            messages = [*messages, AIMessage(reply.text), repair]  # the text alone: an id would make the cache miss
    raise Unreadable(
        f"{form.__name__} could not be read after {retries + 1} {'tries' if retries else 'try'}: {wrong}\n"
        f"  asked for: {', '.join(form.model_fields)}\n  got:       {reply.text[:200]!r}\n"
        "Small models do this: ask for fewer fields, bound the length of strings, or try a larger RAGKIT_TIER."
    )


def _fill(llm: BaseChatModel, messages: list[BaseMessage], form: type[BaseModel]) -> AIMessage:
    """A reply under the form's schema: by the endpoint's grammar, else by the schema at the end of the prompt.

    An endpoint that rejects schemas is remembered in the model's LangChain profile, and not asked for it again.
    """
    if (llm.profile or {}).get("structured_output", True):
        try:
            return say(_constrained(llm, form), messages)
        except ChatFailed as error:
            if isinstance(error, ContextTooLong) or getattr(error.__cause__, "status_code", None) not in (400, 422):
                raise
    schema = f"Reply with one JSON object that fits this schema: {json.dumps(form.model_json_schema())}"
    reply = say(llm, [*messages[:-1], HumanMessage(f"{messages[-1].text}\n\n{schema}")])
    llm.profile = {**(llm.profile or {}), "structured_output": False}
    return reply


def _constrained(llm: BaseChatModel, form: type[BaseModel]) -> Model:
    fields = convert_to_openai_function(form, strict=True)["parameters"]  # OpenAI: no room for fields not asked for
    schema = {"name": form.__name__, "schema": fields, "strict": True}
    wanted = {"type": "json_schema", "json_schema": schema}
    if isinstance(llm, ChatOpenAI):  # not as `response_format`: that path raises on a reply cut short
        return llm.bind(extra_body={"response_format": wanted})
    return llm.bind(response_format=wanted)


def _what_is_wrong(reply: AIMessage, error: ValidationError) -> str:
    if "length" in (reply.response_metadata.get("finish_reason"), reply.response_metadata.get("done_reason")):
        return "it was cut off at the limit of RAGKIT_MAX_TOKENS; write less"
    return "; ".join(f"{'.'.join(map(str, e['loc'])) or 'reply'}: {e['msg']}" for e in error.errors())


def _json(text: str) -> str:
    """The outermost object in a reply: endpoints without a grammar wrap it in words or a code fence."""
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


def label_odds(llm: BaseChatModel, prompt: Prompt, labels: Sequence[str]) -> dict[str, float]:
    """Probabilities over `labels`, which sum to 1, read from the one token that begins the reply.

    The model may think anything but can say only these: spellings of a label (`yes`, ` Yes`) are added up and the
    rest is left out (papers/003). Labels must differ in their first letters. Raises `NoOdds`.
    """
    try:
        reply = say(_one_token(llm), prompt)
    except ChatFailed as error:
        if "logprobs" not in str(error):
            raise
        raise NoOdds(f"this endpoint refuses log-probabilities; use the structured judge instead: {error}") from error
    logprobs = reply.response_metadata.get("logprobs")
    if not (tokens := logprobs["content"] if isinstance(logprobs, dict) else logprobs):
        raise NoOdds("asked for log-probabilities, got none from this endpoint; use the structured judge instead")
    first = dict(tokens[0])  # of a reply in JSON, or an object of the Ollama client
    return renormalise({top["token"]: top["logprob"] for top in map(dict, first.get("top_logprobs") or ())}, labels)


def _one_token(llm: BaseChatModel) -> Model:
    return at_most(llm, 1, logprobs=True, top_logprobs=20)


def at_most(llm: BaseChatModel, tokens: int, **more: Any) -> Model:
    """The model, whose replies end after so many tokens."""
    if isinstance(llm, ChatOllama):
        options = {"num_predict": tokens, "temperature": llm.temperature, "seed": llm.seed, "num_ctx": llm.num_ctx}
        return llm.bind(options=options, **more)
    return llm.bind(max_tokens=tokens, **more)


def renormalise(logprobs: dict[str, float], labels: Sequence[str]) -> dict[str, float]:
    """Odds of the labels alone, from log-probabilities of tokens.

    >>> odds = renormalise({"Yes": math.log(0.4), " yes": math.log(0.2), "No": math.log(0.2), "So": -1}, ["yes", "no"])
    >>> {label: round(p, 2) for label, p in odds.items()}
    {'yes': 0.75, 'no': 0.25}
    """
    mass = dict.fromkeys(labels, 0.0)
    for token, logprob in logprobs.items():
        begun = token.strip().casefold()
        for label in labels:
            if begun and label.casefold().startswith(begun):
                mass[label] += math.exp(logprob)
    if not sum(mass.values()):
        raise NoOdds(f"asked for one of {list(labels)}, but the model would begin with {list(logprobs)[:5]}")
    return {label: odds / sum(mass.values()) for label, odds in mass.items()}
