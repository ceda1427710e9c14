"""Every number and name that a user may change, in one place.

Each setting is a keyword of `Kit.open(folder, ...)`, an environment variable `RAGKIT_<NAME>` or a line of a
`.env` file, in this order of precedence.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from platformdirs import user_cache_path
from pydantic import AfterValidator, Field, NonNegativeFloat, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

Provider = Literal["embedded", "ollama", "openai"]
Tier = Literal["budget", "balanced", "premium"]
Job = Literal["answer", "judge"]
Judge = Literal["odds", "structured", "nli"]
Web = Literal["recorded", "live"]
Folder = Annotated[Path, AfterValidator(Path.expanduser)]
"""A folder as people write it: `~` is their home, in a `.env` file too."""


class Depth(NamedTuple):
    """How deep to search: a row of the retrieval policy (papers/000, Table 2)."""

    dense: int
    """Passages taken from the dense ranking."""
    sparse: int
    """Passages taken from the sparse ranking."""
    final: int
    """Passages kept after fusion."""
    rerank: bool
    """Whether a cross-encoder reorders what was fused; its best three go on."""
    retries: int
    """How often a critic may send the question back."""


POLICIES: dict[str, Depth] = {
    "simple": Depth(dense=3, sparse=3, final=3, rerank=False, retries=2),
    "complex": Depth(dense=8, sparse=8, final=10, rerank=True, retries=3),
}

RERANK_KEEPS = 3
"""Passages that go on after reranking (papers/000, section 4.3)."""
FUSED_KEEPS = 5
"""Passages that go on where they should be reranked and nothing can: two more, for what is not at the top."""

TIERS: dict[Provider, dict[Tier, dict[Job, str]]] = {
    # The kit pins two model files; `premium` has no third to offer, so it equals `balanced`.
    "embedded": {
        "budget": {"answer": "qwen2.5-coder-0.5b", "judge": "qwen2.5-coder-0.5b"},
        "balanced": {"answer": "qwen2.5-coder-1.5b", "judge": "qwen2.5-coder-1.5b"},
        "premium": {"answer": "qwen2.5-coder-1.5b", "judge": "qwen2.5-coder-1.5b"},
    },
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
"""Which model does which job. One model for both jobs reuses the evidence prefix; two do not."""


class Price(NamedTuple):
    """Dollars a million tokens."""

    evaluated: NonNegativeFloat
    """Of a prompt, worked through."""
    reused: NonNegativeFloat
    """Of a prompt, with the work on it taken from the provider's cache."""
    generated: NonNegativeFloat


PRICES: dict[str, Price] = {
    "gpt-4.1-nano": Price(0.10, 0.025, 0.40),
    "gpt-4.1-mini": Price(0.40, 0.10, 1.60),
    "gpt-4.1": Price(2.00, 0.50, 8.00),
}
"""List prices of 2025: look yours up, and set `price` when it is another."""


class Settings(BaseSettings):
    """The settings of one kit. Frozen: another setting is another kit.

    >>> Settings(provider="embedded", tier="budget", model=None).model_for("answer")
    'qwen2.5-coder-0.5b'
    """

    model_config = SettingsConfigDict(
        env_prefix="RAGKIT_", env_file=(".env", "../.env"), extra="ignore", frozen=True, env_ignore_empty=True
    )

    # the chat model
    provider: Provider = "embedded"
    tier: Tier = "balanced"
    model: str | None = Field(None, description="overrides the tier's model for every job")
    base_url: str | None = Field(None, description="of an OpenAI-compatible or Ollama endpoint")
    api_key: SecretStr | None = Field(None, description="of an OpenAI-compatible endpoint")
    temperature: float = Field(0.0, ge=0, le=2)
    timeout: float = Field(300.0, gt=0, description="seconds for one reply")
    max_tokens: int = Field(256, ge=1, description="longest answer, in tokens")
    may_refuse: bool = Field(False, description="let the writing model refuse; the embedded one then refuses too much")
    context: int = Field(8192, ge=512, description="tokens in one slot of the embedded server")
    slots: int = Field(2, ge=1, description="requests that the embedded server holds side by side")
    threads: int | None = Field(None, ge=1, description="of the embedded server; None: one a physical core")
    seed: int = 0
    price: Price | None = Field(None, description="dollars a million tokens: evaluated, reused, generated")

    # where things lie
    cache: Folder = Field(default_factory=lambda: user_cache_path("ragkit"), description="models, indexes, replies")
    indexes: Folder | None = Field(None, description="where vector stores lie; None: in the cache")
    reuse_replies: bool = Field(True, description="answer a request seen before from disk")

    # documents in; the embedding model reads 256 tokens and drops the rest, so a chunk stays below
    chunk_tokens: int = Field(200, ge=16, le=254)
    chunk_overlap: int = Field(30, ge=0)

    # retrieval
    policy: str = Field("simple", description="a row of POLICIES")
    k: int | None = Field(None, ge=1, description="passages kept by hybrid retrieval; None: as the policy says")
    k_naive: int = Field(3, ge=1, description="passages of the naive graph (papers/000, baseline)")
    rrf_k: int = Field(60, ge=1)
    bm25_k1: float = Field(1.5, ge=0)
    bm25_b: float = Field(0.75, ge=0, le=1)
    bm25s_above: int = Field(5_000, ge=0, description="passages from which bm25s replaces rank-bm25")
    embedder: str = "all-minilm-l6-v2"
    reranker: str = Field(
        "cross-encoder/ms-marco-MiniLM-L-6-v2", description="hub name, local folder, odds: the chat model, or none"
    )

    # planner and critics (papers/000, sections 4.2 to 4.8); thresholds hold for the embedded model's odds
    complex_above: float = Field(0.5, ge=0, le=1, description="complexity from which the deep policy is taken")
    parts_above: float = Field(0.72, ge=0, le=1, description="complexity from which a question is taken apart as well")
    judge: Judge = Field("odds", description="who judges the evidence, and the claims unless it is nli")
    nli: str = Field("cross-encoder/nli-deberta-v3-base", description="hub name or local folder")
    judges: int | None = Field(None, ge=1, description="judgements side by side; None: 1 when embedded, else 4")
    answerable_from: float = Field(0.5, ge=0, le=1, description="a, from which the evidence is approved")
    helpful_from: float = Field(0.45, ge=0, le=1, description="odds from which a passage is kept on a retry")
    confidence_from: float = Field(0.5, ge=0, le=1, description="c, below which the critic is not asked again")
    stalled_below: float = Field(0.05, ge=0, le=1, description="growth of r that counts as none")
    supported_above: float = Field(0.94, ge=0, le=1, description="odds above which a claim counts 1")
    partly_above: float = Field(0.84, ge=0, le=1, description="odds above which a claim counts 0.5")
    risk_up_to: float = Field(0.5, ge=0, le=1, description="h, up to which a draft goes out (eq. 16)")
    rival_from: float = Field(0.75, ge=0, description="share of the best sentence's words; above 1 no rival is asked")
    reading_from: float = Field(0.6, ge=0, le=1, description="odds from which what a rival says joins the draft")
    fit_from: float = Field(0.7, ge=0, le=1, description="odds that the draft answers the question")
    retry_raises: float = Field(0.15, ge=0, le=1, description="what each retry adds to answerable_from and fit_from")

    # failure memory (papers/000, section 4.9)
    memory: bool = Field(True, description="remember failed questions and verified answers")
    memories: Folder | None = Field(None, description="where they lie; None: beside the corpus's index")
    match_above: float = Field(0.85, ge=-1, le=1, description="cosine from which a failure is like this question")
    repeat_above: float = Field(0.9, ge=-1, le=1, description="cosine from which a query was tried before (eq. 7)")

    # the web (papers/000, section 4.10); None asks nobody: a question leaves this machine only when you say so
    web: Web | None = None
    tavily_key: SecretStr | None = Field(None, description="asked when DuckDuckGo and Wikipedia fail")
    web_pages: int = Field(3, ge=1, le=20, description="results that are read")
    web_keeps: int = Field(3, ge=1, le=20, description="passages of them that become evidence")
    web_timeout: float = Field(10.0, gt=0, description="seconds for one search or page")
    web_bytes: int = Field(2_000_000, ge=1_000, description="of a page; the rest is not read")

    def __init__(self, **chosen: Any) -> None:
        """Raises `TypeError` for a keyword that is no setting; foreign variables and `.env` lines do no harm."""
        strange = [name for name in chosen if name not in type(self).model_fields and not name.startswith("_")]
        if strange:
            raise TypeError(f"no such setting: {', '.join(strange)}; there are {', '.join(type(self).model_fields)}")
        super().__init__(**chosen)

    @field_validator("policy")
    @classmethod
    def _known(cls, policy: str) -> str:
        if policy not in POLICIES:
            raise ValueError(f"policy is {policy!r}; rows of ragkit.settings.POLICIES: {', '.join(POLICIES)}")
        return policy

    def model_for(self, job: Job) -> str:
        """Name of the model that does this job: `model` when set, else the tier's."""
        return self.model or TIERS[self.provider][self.tier][job]

    def price_of(self, job: Job) -> Price | None:
        """`price` when set, else the list price of the model that does this job; free here; None when not known."""
        if self.provider != "openai":
            return self.price or Price(0.0, 0.0, 0.0)
        return self.price or PRICES.get(self.model_for(job))

    @property
    def depth(self) -> Depth:
        """The row of the retrieval policy in force."""
        return POLICIES[self.policy]
