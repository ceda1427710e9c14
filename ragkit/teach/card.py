"""The model card of an adapter, in Markdown. Every number and name in it is from the facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ragkit.score import Score
from ragkit.teach.facts import Facts, Source
from ragkit.teach.measure import Measure
from ragkit.text.markdown_table import TIGHT, markdown_table

CHANCE = 0.5
HEAD = (
    "kind",
    "pairs",
    "AUC zero-shot",
    "AUC taught",
    "pair ranked right, zero-shot",
    "taught",
)


def card(facts: Facts[Measure]) -> str:
    """The card: what it is, what it was taught, what it is worth, and what it is bad at."""
    parts = [
        f"# A critic for {facts.base}",
        _what_it_is(facts),
        "## What it is worth",
        _worth(facts),
        table(facts.before, facts.after),
        "## What it is bad at",
        "\n".join(weaknesses(facts)),
        "## Data",
        data(facts, "The numbers are pairs: one true and one false judgement each."),
        "## Settings",
        settings(facts, "critic"),
    ]
    return "\n\n".join(parts) + "\n"


def table(before: dict[str, Measure], after: dict[str, Measure]) -> str:
    """Before and after by kind, as a Markdown table."""
    rows = []
    for kind, taught in after.items():
        untaught = before[kind]
        own = [untaught.auc, taught.auc, untaught.ranked, taught.ranked]
        rows.append([kind, str(taught.auc.n), *map(interval, own)])
    return markdown_table(HEAD, rows, TIGHT).rstrip()


def interval(score: Score) -> str:
    """A mean with its interval, without n.

    >>> interval(Score(0.5, 0.4, 0.625, 8))
    '0.500 [0.400, 0.625]'
    """
    return f"{score.mean:.3f} [{score.low:.3f}, {score.high:.3f}]"


def licence(sources: Sequence[Source]) -> str:
    """What the licences of the sources mean for the adapter, as one sentence.

    A ShareAlike licence asks that what is made of the text is passed on under the same one.

    >>> licence([Source("owls", "MIT"), Source("newts", "CC BY-SA 4.0 (by N. Ewt)")])
    'The adapter is passed on under CC BY-SA 4.0, as the text that it was taught on demands.'
    """
    unknown = [source.name for source in sources if not source.licence]
    if unknown:
        names = ", ".join(unknown)
        return f"The licence of {names} is not stated: ask before you pass the adapter on."
    alike = {source.licence.partition(" (")[0] for source in sources if "-SA" in source.licence}
    if not alike:
        return "No source demands a licence for the adapter; pass the sources' names on with it."
    names = " and ".join(sorted(alike))
    return f"The adapter is passed on under {names}, as the text that it was taught on demands."


def weaknesses(facts: Facts[Measure]) -> Iterator[str]:
    """What the figures show it to be bad at, a line each."""
    for kind, taught in facts.after.items():
        if taught.auc.low <= CHANCE:
            yield f"- {kind}: it is not shown to be better than chance."
    for kind, taught in facts.after.items():
        if taught.auc.mean < facts.before[kind].auc.mean:
            yield f"- {kind}: it ranks worse than the same model without the adapter."
    for kind, taught in facts.after.items():
        if taught.ranked.mean < facts.before[kind].ranked.mean:
            yield f"- {kind}: it ranks fewer pairs right than the same model without the adapter."
    weakest = min(facts.after, key=lambda kind: facts.after[kind].ranked.mean)
    wrong = 1 - facts.after[weakest].ranked.mean
    yield f"- Its weakest kind is {weakest}: it ranks {wrong:.1%} of these pairs wrongly."
    yield "- It was measured on other documents of the same sources. Elsewhere it may be worse."
    yield f"- With any file but {facts.base} ({facts.base_sha256[:12]}...) its odds mean nothing."


def _what_it_is(facts: Facts[Measure]) -> str:
    size = facts.bytes / 1e6
    return (
        f"An activated LoRA of {size:.1f} MB, `{facts.adapter}` (SHA-256 "
        f"`{facts.adapter_sha256}`). It belongs to the GGUF file with the SHA-256 "
        f"`{facts.base_sha256}`. It answers yes-no questions about passages, by the odds of the "
        f"next token. The kit divides their logarithm by the temperature, {facts.temperature:.2f}."
    )


def _worth(facts: Facts[Measure]) -> str:
    return (
        f"On pairs of {facts.groups['test']} documents that neither training nor tuning saw, with "
        "95 % bootstrap intervals over pairs:"
    )


def data(facts: Facts[Any], note: str) -> str:
    """Sources, licences and numbers, with a note on what is counted."""
    sources = [[source.name, source.licence or "not stated"] for source in facts.sources]
    kinds = sorted(facts.after | facts.pairs["train"])
    parts = []
    for part, found in facts.pairs.items():
        counts = [str(found.get(kind, 0)) for kind in kinds]
        parts.append([part, str(facts.groups[part]), *counts])
    tables = [
        markdown_table(["source", "licence"], sources, TIGHT),
        f"{licence(facts.sources)}\n",
        markdown_table(["part", "documents", *kinds], parts, TIGHT),
        note,
    ]
    return "\n".join(tables)


def settings(facts: Facts[Any], who: str) -> str:
    """How it was taught, and which critic or writer was kept."""
    where = f" on {facts.device}" if facts.device else ""
    lines = [
        f"- {facts.steps} steps in {facts.epochs} epochs and {facts.minutes:.0f} minutes{where}. "
        f"It ended because {facts.ended}. The {who} after step {facts.best_step} was kept."
    ]
    for name, value in facts.recipe.items():
        words = name.replace("_", " ")
        lines.append(f"- {words}: {value}")
    return "\n".join(lines)
