"""Tables about the route cache: false hits, what is found of repeats, and each false hit."""

from __future__ import annotations

from typing import Any

from ragkit.text.markdown_table import TIGHT, markdown_table

NOTHING = "Not run yet.\n"
BOTH = "both gates"
"""The cache as it is, among the gates of the results."""


def gates_of_cache_table(result: dict[str, Any]) -> str:
    """A row for each gate: false hits on look-alikes and in traffic, and what it finds again."""
    if not result:
        return NOTHING
    rows = []
    for gate, found in result["gates"].items():
        again = found["with repeats"]
        shares = [found["look-alikes"], found["questions"], again["repeats found"]]
        shares += [again["hits"], again["wrong"], found["without repeats"]]
        rows.append([gate, *map(share, shares)])
    head = ["gate", "false hits on look-alikes", "questions with a false hit", "repeats found"]
    head += ["traffic with repeats: hits", "false hits", "traffic without repeats: false hits"]
    return markdown_table(head, rows, TIGHT)


def kinds_of_cache_table(result: dict[str, Any]) -> str:
    """A row for each kind of look-alike: an example, and the false hits by gate."""
    if not result:
        return NOTHING
    gates = [gate for gate in result["gates"] if gate != "words alone"]
    rows = []
    for kind, example in result["examples"].items():
        counts = [result["gates"][gate]["kinds"][kind] for gate in gates]
        shown = [f"{one['mean']:.2f}" for one in counts[1:]]
        rows.append([kind, example["original"], example["question"], share(counts[0]), *shown])
    return markdown_table(["kind", "original", "look-alike", *gates], rows, TIGHT)


def forms_of_cache_table(result: dict[str, Any]) -> str:
    """A row for each form in which a question comes again: what each gate finds of it."""
    if not result:
        return NOTHING
    gates = result["gates"]
    rows = []
    for form in sorted(gates[BOTH]["with repeats"]["forms"]):
        counts = [found["with repeats"]["forms"][form] for found in gates.values()]
        rows.append([form, share(counts[0]), *(f"{one['mean']:.2f}" for one in counts[1:])])
    return markdown_table(["asked again", *gates], rows, TIGHT)


def hits_of_cache_table(result: dict[str, Any]) -> str:
    """A row for each look-alike that passes both gates."""
    if not result:
        return NOTHING
    hits = result["gates"][BOTH]["hits"]
    if not hits:
        return "None did.\n"
    rows = [[one["kind"], one["question"], one["taken for"]] for one in hits]
    return markdown_table(["kind", "asked", "taken for"], rows, TIGHT)


def share(one: dict[str, Any]) -> str:
    """A share with its interval in three decimals, since false hits are rare, and n."""
    return f"{one['mean']:.3f} [{one['low']:.3f}, {one['high']:.3f}] (n={one['n']})"
