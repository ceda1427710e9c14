"""What a model wrote, as endpoints send it: a text, null, or parts; and what they send beside it.

A reply has one text. Reasoning that an endpoint sends in a field of its own is put before the
answer, between the tags of `reasoning.py`; a refusal in a field of its own takes the answer's
place, and is called that (`reply.py`, `stream.py`).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, BeforeValidator, Field, computed_field

from ragkit.model.reasoning import CLOSE, OPEN


def _in_one(content: Any) -> Any:
    """A text that an endpoint may send as null, or in parts, some of which are reasoning."""
    if content is None:
        return ""
    if not isinstance(content, list):
        return content
    return "".join(_of_part(part) for part in content)


def _of_part(part: Any) -> str:
    if not isinstance(part, dict):
        raise ValueError("Input should be a part of a text")
    if "thinking" in part:
        return f"{OPEN}{_if_text(part['thinking'])}{CLOSE}"
    return _if_text(part.get("text"))


def _if_text(value: Any) -> str:
    """A field beside the text, which is ignored where it is anything else."""
    return str(_in_one(value)) if isinstance(value, str | list) else ""


Text = Annotated[str, BeforeValidator(_in_one)]
Beside = Annotated[str, BeforeValidator(_if_text)]
THOUGHTS = AliasChoices("reasoning", "reasoning_content", "thinking")
"""What the field of its own is called: by OpenRouter, by vLLM, by Ollama."""


class Part(BaseModel):
    """What the model wrote, or a part of it; a reply without any text has its reason elsewhere."""

    content: Text = ""
    reasoning: Beside = Field(default="", exclude=True, validation_alias=THOUGHTS)
    refusal: Beside = Field(default="", exclude=True)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def role(self) -> str:
        """Whoever the endpoint says that it is."""
        return "assistant"
