"""A taught call as tokens, as the server sees it: the evidence prefix, then the instruction.

    <|im_start|>system ... Passages: ... Question: ...  |  <marker><marker>Claim. Yes/no? ...
    prefix: the same for the writer and for every judge |  instruction: the critic's

The marker is a special token, so no token straddles the border: both parts are tokenised alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from langchain_core.messages import BaseMessage, convert_to_openai_messages

from ragkit.judges.odds import cued
from ragkit.model.briefing import brief
from ragkit.model.special_tokens import INVOCATION
from ragkit.state import Passage
from ragkit.teach.judgement import Judgement


class Rendered(NamedTuple):
    """The token ids of one call."""

    prefix: tuple[int, ...]
    instruction: tuple[int, ...]


def render(judgement: Judgement, tokenizer: Any) -> Rendered:
    """The tokens of a judgement; the next token is the reply."""
    wish = cued(judgement.asked)
    return called(judgement.question, judgement.passages, wish, tokenizer)


def called(question: str, passages: Sequence[Passage], wish: str, tokenizer: Any) -> Rendered:
    """The tokens of a call that wishes something of the passages; the next token is the reply."""
    messages = brief(question, passages, wish, INVOCATION)
    text = _chat_text(messages, tokenizer)
    # A marker in a text from outside is spelled as letters there, so this one is the only one.
    before, after = text.split(INVOCATION)
    return Rendered(
        prefix=tokens(before, tokenizer),
        instruction=tokens(INVOCATION + after, tokenizer),
    )


def _chat_text(messages: Sequence[BaseMessage], tokenizer: Any) -> str:
    """The prompt, by the chat template in the model's file."""
    turns = convert_to_openai_messages(messages)
    return tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True)


def tokens(text: str, tokenizer: Any) -> tuple[int, ...]:
    """The ids of a text, as it is."""
    ids = tokenizer(text, add_special_tokens=False)["input_ids"]
    return tuple(ids)
