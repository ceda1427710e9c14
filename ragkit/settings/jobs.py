"""Which model does which job, in each tier: what `kit.models` prints.

There are two jobs. The model that answers also drafts, splits a draft into claims, and names words
to search for; the one that judges also reranks, where the chat model does that, and chooses types
of documents.
"""

from __future__ import annotations

from typing import NamedTuple, get_args

from ragkit.settings.in_force import BY_USER, aligned
from ragkit.settings.model import Job, ModelSettings, Tier

COVERED: dict[Job, str] = {
    "answer": "answer, draft, reword",
    "judge": "judge, rerank",
}
"""What each job covers, as the table names it."""
PRICE = "price of {job}"
UNKNOWN = "not known"
OWN = "your own chat model"
UNIT = (
    "prices are dollars per million tokens: evaluated, reused, generated; "
    "a model on this machine is free"
)
SHARED = "one model does both jobs, so the work on the evidence is reused"
APART = "two models do the jobs, so each reads the evidence for itself"


class ModelsInForce(NamedTuple):
    """The models by job and tier. Print it."""

    head: tuple[str, ...]
    """The tiers; those with the same models share a column."""
    rows: tuple[tuple[str, ...], ...]
    """The models and prices of each job, column by column."""
    notes: tuple[str, ...]

    def __str__(self) -> str:
        table = aligned([self.head, *self.rows])
        return "\n".join([table, *self.notes])


def models_in_force(settings: ModelSettings, is_own: bool = False) -> ModelsInForce:
    """Which model does which job under these settings, and in the other tiers of the provider.

    `is_own` says that a chat model of the user's own does every job instead.

    >>> print(models_in_force(ModelSettings(provider="embedded", tier="budget", model=None)))
    job                    budget (in force)   balanced, premium
    answer, draft, reword  qwen2.5-coder-0.5b  qwen2.5-coder-1.5b
    judge, rerank          qwen2.5-coder-0.5b  qwen2.5-coder-1.5b
    price of answer        0, 0, 0             0, 0, 0
    price of judge         0, 0, 0             0, 0, 0
    prices are dollars per million tokens: evaluated, reused, generated; a model on this machine is free
    one model does both jobs, so the work on the evidence is reused
    balanced and premium are the same: embedded has no further model
    """  # noqa: E501
    if is_own:
        return _your_own()
    columns = _columns(settings)
    head = ["job", *(_title(tiers, settings) for tiers in columns)]
    first_tiers = [tiers[0] for tiers in columns]
    in_tiers = [settings.model_copy(update={"tier": tier}) for tier in first_tiers]
    rows = []
    for job, covered in COVERED.items():
        models = [one.model_for(job) for one in in_tiers]
        rows.append((covered, *models))
    for job in COVERED:
        prices = [_price(one, job) for one in in_tiers]
        rows.append((PRICE.format(job=job), *prices))
    return ModelsInForce(tuple(head), tuple(rows), tuple(_notes(settings, columns)))


def _your_own() -> ModelsInForce:
    """The table of a kit whose chat model was handed in."""
    rows = tuple((covered, OWN) for covered in COVERED.values())
    return ModelsInForce(("job", "model"), rows, (SHARED,))


def _columns(settings: ModelSettings) -> list[list[Tier]]:
    """The tiers, in order; those that have the same models are together."""
    columns: dict[tuple[str, ...], list[Tier]] = {}
    for tier in get_args(Tier):
        in_tier = settings.model_copy(update={"tier": tier})
        models = tuple(in_tier.model_for(job) for job in COVERED)
        together = columns.setdefault(models, [])
        together.append(tier)
    return list(columns.values())


def _title(tiers: list[Tier], settings: ModelSettings) -> str:
    """The tiers of a column, with the one that is in force marked."""
    named = ", ".join(tiers)
    if settings.tier not in tiers:
        return named
    if len(tiers) == 1:
        return f"{named} (in force)"
    return f"{named} ({settings.tier} in force)"


def _price(settings: ModelSettings, job: Job) -> str:
    price = settings.price_of(job)
    if price is None:
        return UNKNOWN
    parts = [f"{part:g}" for part in price]
    return ", ".join(parts)


def _notes(settings: ModelSettings, columns: list[list[Tier]]) -> list[str]:
    """What the table does not say by itself."""
    is_one = settings.model_for("answer") == settings.model_for("judge")
    notes = [UNIT, SHARED if is_one else APART]
    if settings.price:
        notes.append(f"the price is {BY_USER}")
    if settings.model:
        return [*notes, f"the model is {BY_USER}, for every job and tier"]
    for tiers in columns:
        if len(tiers) > 1:
            same = " and ".join(tiers)
            notes.append(f"{same} are the same: {settings.provider} has no further model")
    return notes
