"""The model card of a writer's adapter, in Markdown. Every number and name is from the facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ragkit.teach.card import data, interval, settings
from ragkit.teach.facts import Facts
from ragkit.teach.writing.example import KINDS
from ragkit.teach.writing.measure import Written
from ragkit.text.markdown_table import TIGHT, markdown_table

HEAD = (
    "kind",
    "examples",
    "log-probability zero-shot",
    "taught",
    "written exactly, zero-shot",
    "taught",
)


def card(facts: Facts[Written]) -> str:
    """The card: what it is, what it was taught, what it is worth, and what it is bad at."""
    recipe = {**facts.recipe}
    recipe.pop("loss", None)
    recipe["examples at a time"] = recipe.pop("pairs_at_a_time", "")
    parts = [
        f"# A writer for {facts.base}",
        _what_it_is(facts),
        "## What it is worth",
        _worth(facts),
        table(facts),
        "## What it is bad at",
        "\n".join(weaknesses(facts)),
        "## Data",
        data(facts, "The numbers are examples: a question with its passages and answer."),
        "\n".join(f"- *{kind}*: {line}." for kind, line in KINDS.items()),
        "## Settings",
        settings(replace(facts, recipe=recipe), "writer"),
    ]
    return "\n\n".join(parts) + "\n"


def table(facts: Facts[Written]) -> str:
    """Before and after by kind, as a Markdown table."""
    rows = []
    for kind, taught in facts.after.items():
        before = facts.before[kind]
        own = [before.logprob, taught.logprob, before.exact, taught.exact]
        rows.append([kind, str(taught.exact.n), *map(interval, own)])
    return markdown_table(HEAD, rows, TIGHT).rstrip()


def weaknesses(facts: Facts[Written]) -> Iterator[str]:
    """What the figures show it to be bad at, a line each."""
    for kind, taught in facts.after.items():
        before = facts.before[kind]
        if taught.logprob.mean < before.logprob.mean:
            yield f"- {kind}: its answers are less probable than without the adapter."
        if taught.exact.mean < before.exact.mean:
            yield f"- {kind}: it writes fewer answers exactly than without the adapter."
    weakest = min(facts.after, key=lambda kind: facts.after[kind].exact.mean)
    exact = facts.after[weakest].exact.mean
    yield f"- Its weakest kind is {weakest}: it writes {exact:.1%} of these answers exactly."
    yield "- An answer in other words counts as not exact, however right it is."
    yield "- It was measured on other documents of the same sources. Elsewhere it may be worse."


def _what_it_is(facts: Facts[Written]) -> str:
    size = facts.bytes / 1e6
    return (
        f"An activated LoRA of {size:.1f} MB, `{facts.adapter}` (SHA-256 "
        f"`{facts.adapter_sha256}`). It belongs to the GGUF file with the SHA-256 "
        f"`{facts.base_sha256}`. It writes an answer from numbered passages, with the number of a "
        "passage behind each sentence, or the refusal."
    )


def _worth(facts: Facts[Written]) -> str:
    return (
        f"On examples of {facts.groups['test']} documents that neither training nor tuning saw, "
        "with 95 % bootstrap intervals over examples. The log-probability is the mean over the "
        "tokens of an answer. An answer is written exactly if each of its tokens is the most "
        "probable one, which is what greedy decoding writes:"
    )
