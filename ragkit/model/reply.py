"""What an endpoint may send: the schema of its replies, in both protocols that the kit speaks.

Each reply is read once, here, before any other code sees it (`door.py`). It is handed on as new
JSON with the fields of the schema and no others. So whatever reads a reply may trust its types: the
text is text, a number is finite, and a list has what a list of that name has. A reply that does not
fit raises `BadReply`.

A reply has one text (`part.py`). Left out: tool calls, pictures and sound, which the kit does not
ask for.
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, ValidationError, model_validator

from ragkit.model.ending import REFUSAL
from ragkit.model.errors import BadReply
from ragkit.model.part import Part
from ragkit.model.reasoning import CLOSE, OPEN
from ragkit.model.recorded_reply import Logprob

TOKEN = 1000
"""Maximum length of one token, in characters; a row of spaces may be a long one."""
CANDIDATES = 100
"""Maximum number of likeliest tokens at one place, and of replies to one request."""
TOKENS = 2**16
"""Maximum number of tokens in a reply, where an endpoint lists them."""
CUT_OFF = "length"
"""How both protocols say that a reply was cut off."""

Count = Annotated[int, Field(ge=0, le=2**40)]
Word = Annotated[str, Field(max_length=TOKEN)]
Item = TypeVar("Item")
Schema = TypeVar("Schema", bound=BaseModel)

# A list is read up to its first fault: a million faults would be a million errors.
Few = Annotated[list[Item], Field(max_length=CANDIDATES, fail_fast=True)]
Many = Annotated[list[Item], Field(max_length=TOKENS, fail_fast=True)]


class Candidate(BaseModel):
    """One of the likeliest tokens at a place."""

    token: Word
    logprob: Logprob


class Token(BaseModel):
    """One token of a reply, with the likeliest ones at its place."""

    token: Word
    logprob: Logprob = 0.0
    top_logprobs: Few[Candidate] | None = None


class Logprobs(BaseModel):
    """The tokens of a reply, as the OpenAI protocol has them."""

    content: Many[Token] | None = None


Written = Annotated[Part, BeforeValidator(lambda part: {} if part is None else part)]
"""The part in a piece, which may be null."""


class Choice(BaseModel):
    """A whole reply of the OpenAI protocol. The kit asks for one."""

    index: int | None = 0
    message: Part
    finish_reason: str | None = None
    logprobs: Logprobs | None = None

    @model_validator(mode="after")
    def _with_one_text(self) -> Self:
        if self.message.refusal:
            self.message = Part(content=self.message.refusal)
            self.finish_reason = REFUSAL
        elif self.message.reasoning:
            reasoning = f"{OPEN}{self.message.reasoning}{CLOSE}"
            self.message = Part(content=reasoning + self.message.content)
        return self


class Next(BaseModel):
    """The next part of a streamed reply of the OpenAI protocol."""

    index: int | None = 0
    delta: Written = Part()
    finish_reason: str | None = None
    logprobs: Logprobs | None = None


class Cached(BaseModel):
    """The tokens of a prompt whose work the endpoint still had."""

    cached_tokens: Count | None = None


class Tokens(BaseModel):
    """The tokens of a call, as the OpenAI protocol counts them."""

    prompt_tokens: Count | None = None
    completion_tokens: Count | None = None
    prompt_tokens_details: Cached | None = None


class Piece(Protocol):
    """What an endpoint sends at once: a whole reply, or a part of a streamed one."""

    @property
    def text(self) -> str:
        """What the model wrote in it."""

    def cut(self, length: int) -> Self:
        """The same with so many characters, marked as cut off."""


class StreamPiece(Piece, Protocol):
    """A part of a streamed reply."""

    @property
    def ends(self) -> bool:
        """Whether no text comes after it."""

    @property
    def reasoning(self) -> str:
        """The reasoning that the endpoint sends apart from the text."""

    @property
    def refused(self) -> bool:
        """Whether its text is a refusal by the provider."""

    def write(self, text: str) -> None:
        """Set what the model wrote in it."""

    def end_as(self, reason: str | None) -> None:
        """Set the word for how the reply ended."""

    @classmethod
    def of(cls, text: str) -> Self:
        """A piece that has this text and nothing else."""


class Whole(BaseModel):
    """A reply of the OpenAI protocol."""

    choices: Annotated[Few[Choice], Field(min_length=1)]
    usage: Tokens | None = None

    @property
    def text(self) -> str:
        return self.choices[0].message.content

    def cut(self, length: int) -> Self:
        self.choices[0].message.content = self.text[:length]
        self.choices[0].finish_reason = CUT_OFF
        return self


class Event(BaseModel):
    """A piece of a streamed reply of the OpenAI protocol; one of them has the usage alone."""

    choices: Few[Next]
    usage: Tokens | None = None

    @property
    def part(self) -> Part:
        """The part of the only reply that the kit asks for."""
        return self.choices[0].delta if self.choices else Part()

    @property
    def text(self) -> str:
        return self.part.content or self.part.refusal

    @property
    def reasoning(self) -> str:
        return self.part.reasoning

    @property
    def refused(self) -> bool:
        return bool(self.part.refusal)

    @property
    def ends(self) -> bool:
        return bool(self.choices) and self.choices[0].finish_reason is not None

    def end_as(self, reason: str | None) -> None:
        self.choices[0].finish_reason = reason

    def write(self, text: str) -> None:
        if text and not self.choices:
            self.choices = [Next()]
        for choice in self.choices[:1]:
            choice.delta = Part(content=text)

    @classmethod
    def of(cls, text: str) -> Self:
        return cls(choices=[Next(delta=Part(content=text))])

    def cut(self, length: int) -> Self:
        self.write(self.text[:length])
        self.choices[0].finish_reason = CUT_OFF
        return self


class Line(BaseModel):
    """A piece of a reply of Ollama."""

    message: Written = Part()
    done: bool = False
    done_reason: str | None = None
    prompt_eval_count: Count | None = None
    eval_count: Count | None = None
    logprobs: Many[Token] | None = None

    @property
    def text(self) -> str:
        return self.message.content

    @property
    def reasoning(self) -> str:
        return self.message.reasoning

    @property
    def refused(self) -> bool:
        return bool(self.message.refusal)

    @property
    def ends(self) -> bool:
        return self.done

    def end_as(self, reason: str | None) -> None:
        self.done_reason = reason

    def write(self, text: str) -> None:
        self.message = Part(content=text)

    @classmethod
    def of(cls, text: str) -> Self:
        return cls(message=Part(content=text))

    def cut(self, length: int) -> Self:
        self.write(self.text[:length])
        self.done = True
        self.done_reason = CUT_OFF
        return self


class _Failure(BaseModel):
    """What an endpoint sends when it could not reply."""

    error: Any = None


def read(schema: type[Schema], body: bytes) -> Schema:
    """JSON from an endpoint as a reply, or as a piece of one. Raises `BadReply`.

    >>> read(Line, b'{"message": {"content": "Hoo."}, "done": true}').text
    'Hoo.'
    """
    try:
        if _Failure.model_validate_json(body).error:
            raise BadReply(f"it sent an error: {body.decode(errors='replace')}")
        return schema.model_validate_json(body)
    except ValidationError as error:
        fault = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(map(str, fault["loc"]))
        where = f" at {place}" if place else ""
        raise BadReply(f"it sent no reply{where}: {fault['msg']}", remedy="stranger") from None
