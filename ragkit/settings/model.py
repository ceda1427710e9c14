"""Which model runs where, how it is asked, and what it costs."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, Field, NonNegativeFloat, PositiveInt, SecretStr

from ragkit.settings.marks import File, Folder, Mark, OrNone

Provider = Literal["embedded", "recorded", "ollama", "openai"]
Recordable = Literal["embedded", "openai"]
"""Providers whose replies can be recorded."""
Tier = Literal["budget", "balanced", "premium"]
Job = Literal["answer", "judge"]
Temperature = Annotated[float, Field(ge=0, le=2)]

EMBEDDED: dict[Tier, dict[Job, str]] = {
    "budget": {"answer": "qwen2.5-coder-0.5b", "judge": "qwen2.5-coder-0.5b"},
    "balanced": {"answer": "qwen2.5-coder-1.5b", "judge": "qwen2.5-coder-1.5b"},
    "premium": {"answer": "qwen2.5-coder-1.5b", "judge": "qwen2.5-coder-1.5b"},
}
"""Which embedded model does which job.

The kit pins two model files; `premium` has no third to offer, so it equals `balanced`.
"""

TIERS: dict[Provider, dict[Tier, dict[Job, str]]] = {
    "embedded": EMBEDDED,
    # Its replies are those of the embedded model.
    "recorded": EMBEDDED,
    "ollama": {
        "budget": {"answer": "qwen2.5:1.5b", "judge": "qwen2.5:1.5b"},
        "balanced": {"answer": "qwen2.5:7b", "judge": "qwen2.5:7b"},
        "premium": {"answer": "qwen2.5:14b", "judge": "qwen2.5:14b"},
    },
    "openai": {
        "budget": {"answer": "gpt-4.1-nano", "judge": "gpt-4.1-nano"},
        "balanced": {"answer": "gpt-4.1-mini", "judge": "gpt-4.1-mini"},
        "premium": {"answer": "gpt-4.1", "judge": "gpt-4.1-mini"},
    },
}
"""Which model does which job.

With one model for both jobs, the evidence prefix is reused; with two it is not.
"""


class Price(NamedTuple):
    """Prices in dollars per million tokens."""

    evaluated: NonNegativeFloat
    """Price of prompt tokens that the model works through."""
    reused: NonNegativeFloat
    """Price of prompt tokens whose work the provider has cached."""
    generated: NonNegativeFloat
    """Price of reply tokens."""


PRICES: dict[str, Price] = {
    "gpt-4.1-nano": Price(0.10, 0.025, 0.40),
    "gpt-4.1-mini": Price(0.40, 0.10, 1.60),
    "gpt-4.1": Price(2.00, 0.50, 8.00),
}
"""List prices of 2025. Look yours up, and set `price` if it differs."""


class ModelSettings(BaseModel):
    """The settings of the room `model`."""

    provider: Provider = "embedded"
    tier: Tier = "balanced"
    model: str | None = Field(
        None,
        description="overrides the tier's model for every job; embedded: a pinned model's name, "
        "hf:OWNER/REPO/FILE.gguf (with @sha256:HEX to pin it), or a path to a .gguf file",
    )
    base_url: str | None = Field(
        None, description="address of an OpenAI-compatible or Ollama endpoint"
    )
    api_key: Annotated[SecretStr | None, Mark.SAME_ANSWER] = Field(
        None, description="key of an OpenAI-compatible endpoint"
    )
    temperature: Annotated[Temperature | None, OrNone] = Field(
        0.0, description="0: the likeliest words; none: left out of requests"
    )
    timeout: Annotated[float, Mark.SAME_ANSWER] = Field(
        300.0, gt=0, description="seconds for one whole reply, second tries included"
    )
    max_tokens: Annotated[PositiveInt | None, OrNone] = Field(
        256, description="longest answer, in tokens; none: left out of requests"
    )
    may_refuse: bool = Field(
        False, description="let the writing model refuse; the embedded one then refuses too much"
    )
    context: Annotated[int, Mark.OPENS] = Field(
        8192, ge=512, description="tokens in one slot of the embedded server"
    )
    threads: Annotated[int | None, Mark.OPENS, Mark.SAME_ANSWER] = Field(
        None, ge=1, description="threads of the embedded server; None: one per physical core"
    )
    seed: Annotated[int | None, OrNone] = Field(0, description="none: left out of requests")
    price: Annotated[Price | None, Mark.SAME_ANSWER] = Field(
        None, description="dollars per million tokens: evaluated, reused, generated"
    )
    stream: Annotated[bool, Mark.SAME_ANSWER] = Field(
        False, description="stream the answer, to measure when its first token comes"
    )
    reuse_replies: Annotated[bool, Mark.SAME_ANSWER] = Field(
        True, description="answer a request seen before from disk"
    )
    recording: Annotated[File | None, Mark.SAME_ANSWER] = Field(
        None,
        description="a file of recorded replies, or a folder of them: for the provider recorded, "
        "and for openai where its endpoint is full",
    )
    recorded_of: Annotated[Recordable, Mark.SAME_ANSWER] = Field(
        "embedded", description="the provider whose replies the recording has"
    )
    record_to: Annotated[Folder | None, Mark.SAME_ANSWER] = Field(
        None, description="folder for replies to be recorded, set by `record` and `gate`"
    )

    @property
    def replier(self) -> Provider:
        """The provider whose replies these are, where they are recorded, too.

        >>> ModelSettings(provider="recorded").replier
        'embedded'
        >>> ModelSettings(provider="recorded", recorded_of="openai").replier
        'openai'
        """
        if self.provider == "recorded":
            return self.recorded_of
        return self.provider

    def model_for(self, job: Job) -> str:
        """Name of the model that does this job: `model` when set, else the tier's."""
        if self.model:
            return self.model
        models = TIERS[self.replier][self.tier]
        return models[job]

    def price_of(self, job: Job) -> Price | None:
        """`price` when set, else the list price of the model that does this job.

        A model on this machine is free. None when the price is not known.
        """
        if self.price:
            return self.price
        if self.replier != "openai":
            return Price(0.0, 0.0, 0.0)
        return PRICES.get(self.model_for(job))
