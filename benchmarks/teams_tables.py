"""Tables of the agents of (teams): at equal tokens, by hops, and beside the paper."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ragkit.evaluate.measures.equal_tokens import nearest, tokens_by_system
from ragkit.evaluate.measures.published import A_RAG, TEAMS
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import differences, scores
from ragkit.report.cells import cell, difference
from ragkit.text.markdown_table import TIGHT, markdown_table

PLAIN = ("hybrid", "hybrid, 12 passages", "hybrid, 20 passages")
"""The systems that search once and check nothing."""
BELOW = ("extract", "naive")
"""Systems with fewer tokens than any plain one."""
MEASURES = ("correct", "evidence recall", "withheld", "value at 0", "value at 1", "value at 2")
OF_TEAMS = (
    "correct",
    "evidence recall",
    "withheld",
    "abstained",
    "tokens evaluated",
    "tokens generated",
    "cost of 10,000",
)
"""The measures of the table of all systems."""

HOPS = re.compile(r"\dhop")
"""The beginning of the id of a question of MuSiQue."""
OURS = {"complex multi-hop": "teams_musique", "HotpotQA": "teams_hotpotqa"}
"""The experiment of ours whose questions resemble a benchmark of the source."""


def equal_tokens_table(rows: Sequence[Row]) -> str:
    """A row for each agent, or other system that decides: its paired differences to the plain
    system with about as many tokens.
    """
    tokens = tokens_by_system(rows)
    plain = [system for system in PLAIN if system in tokens]
    if not plain:
        return "Not run yet.\n"
    body: list[list[str | None]] = []
    for system in tokens:
        if system in plain or system in BELOW:
            continue
        beside = nearest(tokens, system, plain)
        found = differences(rows, beside)[system]
        cells = [difference(found[name], name) if name in found else None for name in MEASURES]
        body.append([system, f"{tokens[system]:,.0f}", beside, f"{tokens[beside]:,.0f}", *cells])
    return markdown_table(["system", "tokens", "less", "its tokens", *MEASURES], body, TIGHT)


def hops_table(rows: Sequence[Row]) -> str:
    """A row a number of hops, a column a system: the share of correct answers.

    In MuSiQue, the id of a question begins with its number of hops. A question whose id does not is
    left out.
    """
    systems = list(dict.fromkeys(row.system for row in rows))
    body = []
    for number in sorted({row.question[0] for row in rows if HOPS.match(row.question)}):
        own = [row for row in rows if HOPS.match(row.question) and row.question[0] == number]
        found = scores(own)
        shares = [found[system].get("correct") for system in systems if system in found]
        body.append([f"{number} hops", *(cell(share) if share else "" for share in shares)])
    return markdown_table(["", *systems], body) if body else "Not run yet.\n"


def paper_table(measured: Mapping[str, Sequence[Row]]) -> str:
    """A row a benchmark of the source: its two figures, those of the report that it cites, ours.

    `measured` are the rows of our experiments by name; where one was not run, ours are missing.
    """
    body = []
    for benchmark, plain in TEAMS["traditional"].items():
        found = scores(measured.get(OURS.get(benchmark, ""), []))
        theirs = [plain, TEAMS["agentic"][benchmark], A_RAG["naive"].get(benchmark)]
        cells = ["" if share is None else f"{share:.3f}" for share in theirs]
        ours = [found.get(system, {}).get("correct") for system in ("hybrid", "single")]
        body.append([benchmark, *cells, *(cell(share) if share else "" for share in ours)])
    head = ["benchmark", "plain, theirs", "agent, theirs", "plain, by the report it cites"]
    return markdown_table([*head, "hybrid, ours", "single, ours"], body)
