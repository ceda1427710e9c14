"""The three ways to use a chat model: `say`, `ask`, `label_odds`.

`ask` is the one place where model text becomes Python. The papers' structured critics (adaptive,
section 4.5) are calls of `ask`; the one-token critic (tiny) is a call of `label_odds`. Left out:
native tool calling, which small models are bad at.
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
from pydantic import BaseModel, ValidationError

from ragkit.model.classes import is_ollama, is_openai
from ragkit.model.ending import Ending, ending, finished
from ragkit.model.errors import ChatFailed, ContextTooLong, NoOdds, Unreadable, explained
from ragkit.model.fallback import reply_of
from ragkit.model.reasoning import parted
from ragkit.model.replies import Replies
from ragkit.model.special_tokens import as_letters

Form = TypeVar("Form", bound=BaseModel)
Prompt = str | Sequence[BaseMessage]
Model = Runnable[LanguageModelInput, AIMessage]

LIKELIEST = 20
"""Number of first tokens whose log-probabilities are asked for; the most that OpenAI gives."""
LONGEST = 2000
"""Maximum length of what is said about a reply that does not fit, in characters."""
SHORT = "short"
"""The tag of a call whose reply may be cut, because only its beginning is wanted."""
STREAMED = "streamed"
"""The tag of a call whose reply comes token by token, for a reader who watches it."""
SHOWN = 40
"""Maximum length of a token in a message, in characters."""


def say(llm: Model, prompt: Prompt) -> AIMessage:
    """The model's reply to a prompt, without reasoning.

    Raises `ChatFailed`, which says what to do, when the model cannot be reached, or its reply has
    no text to be used (`ending.py`).
    """
    return finished(raw_reply(llm, prompt))


def raw_reply(llm: Model, prompt: Prompt) -> AIMessage:
    """The model's reply as it came. Raises `ChatFailed`, which says what to do, where none came."""
    messages = prompt if isinstance(prompt, str) else list(prompt)
    try:
        return reply_of(llm, messages)
    except Exception as error:
        explanation = explained(error)
        if explanation is error:
            raise
        raise explanation from error


def streamed(llm: BaseChatModel) -> BaseChatModel:
    """The same chat model, with replies that come token by token.

    So a meter sees when the first token of a reply comes. The reply and its key on disk are the
    same. Ollama's replies are always streamed; a model that cannot stream is returned as it is.
    """
    tagged = {"tags": [STREAMED]}
    if is_openai(llm):
        return changed(llm, {"streaming": True, **tagged})
    if is_ollama(llm):
        return changed(llm, tagged)
    return llm


def changed(llm: BaseChatModel, changes: dict[str, Any]) -> BaseChatModel:
    """A copy of a chat model with other parameters, under which its replies are kept on disk."""
    copy = llm.model_copy(update=changes)
    # LangChain keeps a description of a model that was asked, and would copy that too: then the
    # copy would get the replies of the other one.
    vars(copy).pop("_serialized", None)
    return copy


def at_temperature(llm: BaseChatModel, temperature: float | None, draw: int = 0) -> BaseChatModel:
    """The same chat model at another temperature; None, or a model without one: as it is.

    Each draw has a seed of its own. With the same one, a model often writes the same again.

    >>> from ragkit.model.scripted import ScriptedLLM
    >>> owl = ScriptedLLM(replies={})
    >>> at_temperature(owl, 0.7) is owl
    True
    """
    if temperature is None or "temperature" not in type(llm).model_fields:
        return llm
    changes: dict[str, Any] = {"temperature": temperature}
    seed = getattr(llm, "seed", None)
    if draw and seed is not None:
        changes["seed"] = seed + draw
    # LangChain leaves both out of the key of Ollama's replies on disk.
    if is_ollama(llm) and isinstance(llm.cache, Replies):
        drawn = f", draw {draw}" if draw else ""
        changes["cache"] = llm.cache.of(f"{llm.cache.model} at temperature {temperature}{drawn}")
    return changed(llm, changes)


def ask(llm: BaseChatModel, prompt: Prompt, form: type[Form], retries: int = 1) -> Form:
    """The model's reply as a filled-in `form`: the only place where model text becomes Python.

    The endpoint is constrained to the form's JSON schema where it can be. When a reply does not
    fit, the model is shown what is wrong with it, up to `retries` times; then `Unreadable` is
    raised.
    """
    messages = convert_to_messages([prompt] if isinstance(prompt, str) else prompt)
    for _ in range(retries + 1):
        reply = _fill(llm, messages, form)
        _, text = parted(reply.text)
        try:
            return form.model_validate_json(_json(text))
        except ValidationError as error:
            wrong = _what_is_wrong(reply, error)
            # Only the text of the reply is sent back: its id would make the cache miss.
            answer = AIMessage(as_letters(text))
            repair = HumanMessage(f"That does not fit: {wrong}. Reply with the JSON object alone.")
            messages = [*messages, answer, repair]
    tries = f"{retries + 1} {'tries' if retries else 'try'}"
    raise Unreadable(
        f"{form.__name__} could not be read after {tries}: {wrong}\n"
        f"  asked for: {', '.join(form.model_fields)}\n"
        f"  got:       {reply.text[:200]!r}\n"
        "Small models do this: ask for fewer fields, bound the length of strings, "
        "or try a larger RAGKIT_TIER."
    )


def _fill(llm: BaseChatModel, messages: list[BaseMessage], form: type[BaseModel]) -> AIMessage:
    """A reply in the form of the schema.

    The schema goes to the endpoint's grammar or, where there is none, to the end of the prompt. An
    endpoint that rejects schemas is remembered in the model's LangChain profile, and later calls
    send it none.
    """
    profile = llm.profile or {}
    if profile.get("structured_output", True):
        try:
            return raw_reply(_constrained(llm, form), messages)
        except ChatFailed as error:
            if not _rejects_schemas(error):
                raise
    schema = json.dumps(form.model_json_schema())
    instruction = f"Reply with one JSON object that fits this schema: {schema}"
    *earlier, last = messages
    reply = raw_reply(llm, [*earlier, HumanMessage(f"{last.text}\n\n{instruction}")])
    llm.profile = {**(llm.profile or {}), "structured_output": False}
    return reply


def _rejects_schemas(error: ChatFailed) -> bool:
    """Whether the endpoint may have refused the request because of its schema."""
    if isinstance(error, ContextTooLong):
        return False
    return error.status in (400, 422)


def _constrained(llm: BaseChatModel, form: type[BaseModel]) -> Model:
    # `strict` is OpenAI's, and excludes fields that are not in the form.
    function = convert_to_openai_function(form, strict=True)
    schema = {"name": form.__name__, "schema": function["parameters"], "strict": True}
    wanted = {"type": "json_schema", "json_schema": schema}
    if is_openai(llm):
        # As `response_format`, LangChain would take a path that raises on a reply cut short.
        return llm.bind(extra_body={"response_format": wanted})
    return llm.bind(response_format=wanted)


def _what_is_wrong(reply: AIMessage, error: ValidationError) -> str:
    kind = ending(reply)
    if kind in (Ending.CUT, Ending.TOO_SOON):
        return "it was cut off at the limit of RAGKIT_MAX_TOKENS; write less"
    if kind != Ending.FINISHED:
        return f"it {kind}"
    faults = []
    for fault in error.errors():
        place = ".".join(map(str, fault["loc"])) or "reply"
        faults.append(f"{place}: {fault['msg']}")
    return "; ".join(faults)[:LONGEST]


def _json(text: str) -> str:
    """The outermost object in a reply, which may be wrapped in words or a code fence."""
    start = text.find("{")
    end = text.rfind("}")
    if 0 <= start < end:
        return text[start : end + 1]
    return text


def label_odds(llm: BaseChatModel, prompt: Prompt, labels: Sequence[str]) -> dict[str, float]:
    """Probabilities over `labels`, which sum to 1, read from the first token of the reply.

    Only tokens that begin a label count. The odds of several spellings (`yes`, ` Yes`) are added up
    and all other tokens are left out (tiny). Labels must differ in their first letters. Raises
    `NoOdds`.
    """
    try:
        reply = raw_reply(at_most(llm, 1, logprobs=True, top_logprobs=LIKELIEST), prompt)
    except ChatFailed as error:
        if "logprobs" not in str(error):
            raise
        raise NoOdds(
            f"this endpoint refuses the log-probabilities of {LIKELIEST} tokens; let it give them "
            f"(vLLM: --max-logprobs {LIKELIEST}) or use the structured judge instead: {error}"
        ) from error
    candidates = likeliest(reply)
    if candidates is None:
        raise NoOdds(
            "asked for log-probabilities, got none from this endpoint; "
            "use the structured judge instead"
        )
    return renormalise({one["token"]: one["logprob"] for one in candidates}, labels)


def likeliest(reply: AIMessage) -> list[dict[str, Any]] | None:
    """The likeliest first tokens of a reply, best first; None where it has no log-probabilities."""
    # ChatOpenAI wraps the list of tokens in an object, ChatOllama gives the list itself.
    logprobs = reply.response_metadata.get("logprobs")
    tokens = logprobs.get("content") if isinstance(logprobs, dict) else logprobs
    if not tokens:
        return None
    # `dict`, because tokens are objects of the Ollama client or already dictionaries.
    candidates = dict(tokens[0]).get("top_logprobs") or ()
    return [dict(one) for one in candidates]


def at_most(llm: BaseChatModel, tokens: int, **more: Any) -> Model:
    """The model with its replies limited to this number of tokens.

    They are tagged, because of such a reply nobody wants to hear that it was cut.
    """
    if is_ollama(llm):
        options = {
            "num_predict": tokens,
            "temperature": llm.temperature,
            "seed": llm.seed,
            "num_ctx": llm.num_ctx,
        }
        return llm.bind(options=options, **more).with_config(tags=[SHORT])
    return llm.bind(max_tokens=tokens, **more).with_config(tags=[SHORT])


def renormalise(logprobs: dict[str, float], labels: Sequence[str]) -> dict[str, float]:
    """Odds of the labels alone, from log-probabilities of tokens.

    >>> logprobs = {"Yes": math.log(0.4), " yes": math.log(0.2), "No": math.log(0.2), "So": -1}
    >>> odds = renormalise(logprobs, ["yes", "no"])
    >>> {label: round(p, 2) for label, p in odds.items()}
    {'yes': 0.75, 'no': 0.25}
    """
    mass = dict.fromkeys(labels, 0.0)
    for token, logprob in logprobs.items():
        for label in labels:
            if begins(token, label):
                mass[label] += math.exp(logprob)
    total = sum(mass.values())
    if not total:
        likeliest = [token[:SHOWN] for token in list(logprobs)[:5]]
        raise NoOdds(f"asked for one of {list(labels)}, but the model would begin with {likeliest}")
    return {label: odds / total for label, odds in mass.items()}


def begins(token: str, label: str) -> bool:
    """Whether a token is the beginning of a label, in any case and after any space.

    >>> begins(" Y", "yes"), begins("YES", "yes"), begins("yesterday", "yes"), begins(" ", "yes")
    (True, True, False, False)
    """
    beginning = token.strip().casefold()
    return beginning != "" and label.casefold().startswith(beginning)
