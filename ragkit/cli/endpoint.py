"""Checks of the chat model: whether it replies, and whether it reuses its work on a prompt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ragkit.cli.finding import Finding

if TYPE_CHECKING:
    from ragkit.settings import Settings

AGAIN = "without reuse, each judgement reads the evidence again"
ONE_EACH = "with RAGKIT_JUDGES=1 each person makes one at a time"
TO_REUSE = {
    "openai": f"{AGAIN}. vLLM needs --enable-prefix-caching. llama.cpp needs "
    "--slot-prompt-similarity 0.5, and as many slots (--parallel) as requests at the same time; "
    f"{ONE_EACH}",
    "ollama": f"{AGAIN}. Where Ollama runs, set OLLAMA_NUM_PARALLEL to the number of requests at "
    f"the same time; {ONE_EACH}",
}
"""What to change where nothing is reused, by provider."""
TO_COUNT = {
    "openai": "vLLM counts it with --enable-prompt-tokens-details; uncounted, it is read anew in "
    "traces and costs",
    "ollama": "",  # it has no such switch
}
"""What to change where something is reused and not counted, by provider."""
UNCOUNTED = ", so the endpoint probably reused what it did not count"


def provider() -> Finding:
    """Check the chat model by asking it one short question."""
    from ragkit.model.chat import chat
    from ragkit.model.llm import say
    from ragkit.settings import Settings

    settings = Settings(reuse_replies=False)
    name = f"{settings.provider} {settings.model_for('answer')}"
    try:
        reply = say(chat(settings), "Reply with the word ready.")
        text = str(reply.content).strip()
        return Finding("chat model", f"{name} replied {text[:40]!r}")
    except Exception as error:  # noqa: BLE001 - whatever it is, the doctor reports it
        remedy = f"{error}{_others_served(settings)}"
        return Finding("chat model", f"{name} did not reply", remedy)


def _others_served(settings: Settings) -> str:
    """A sentence that names the endpoint's models, where it serves others than the one asked for.

    It is empty where it serves that one, or lists none.
    """
    from ragkit.model.served import served_models

    names = served_models(settings)
    if not names or settings.model_for("answer") in names:
        return ""
    return f" The endpoint serves {', '.join(names[:10])}: set RAGKIT_MODEL to one of them."


def reuse() -> Iterator[Finding]:
    """Check whether an endpoint reuses its work on a prompt, with two requests of one token each.

    The embedded model does, and OpenAI itself, which takes money, has nothing to set.
    """
    from ragkit.model.chat import chat
    from ragkit.model.errors import ChatFailed
    from ragkit.model.probe import measured_reuse
    from ragkit.settings import Settings

    settings = Settings()
    is_ours = settings.provider == "openai" and settings.base_url
    if settings.provider != "ollama" and not is_ours:
        return
    what = "prefix reuse"
    try:
        found = measured_reuse(chat(settings))
    except ChatFailed as error:
        yield Finding(what, "not known", str(error), fatal=False)
        return
    if found.is_counted:
        yield Finding(what, str(found), fatal=False)
    elif found.is_faster:
        yield Finding(what, f"{found}{UNCOUNTED}", TO_COUNT[settings.provider], fatal=False)
    else:
        yield Finding(what, str(found), TO_REUSE[settings.provider], fatal=False)
