"""Where a policy would send a run: its table alone, without a graph and without a model."""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.policy import NoRow, Policy, choose
from ragkit.state import Rule

ISSUES = {
    "approved": {"approved"},
    "insufficient": {"insufficient"},
    "exhausted": {"insufficient", "exhausted"},
    "unsure": {"insufficient", "unsure"},
    "remembered": {"insufficient", "remembered"},
    "stalled": {"insufficient", "stalled"},
    "good": {"good"},
    "off_topic": {"off_topic"},
    "partial_coverage": {"partial_coverage"},
}
"""What `crag_issues` and `context_issues` name, by what the critic finds.

Exhausted is insufficient without a retry. The three after it are of the critic-guided graph alone,
and the last three of the quality-gated one, some of whose issues they are.
"""
BACK = {"rewrite", "plan", "rewrite_and_refine", "decide_strategy"}
"""Destinations from which a run comes back to the critic."""
NO_ROW = "no row fits"


def rehearse(policy: Policy, findings: Sequence[str], web: bool = True) -> list[str]:
    """The destinations that a policy after a context critic chooses, one for each of its findings.

    A finding is a key of `ISSUES`. Only a run that searches again comes back to the critic, so all
    else ends the route. `web` says whether there is a web to search.

    >>> from ragkit.graphs.crag.policy import CRAG
    >>> rehearse(CRAG, ["insufficient", "exhausted"])
    ['rewrite', 'search_web']
    >>> rehearse(CRAG, ["insufficient", "exhausted"], web=False)
    ['rewrite', 'apologise']
    """
    closed = set() if web else {"search_web"}
    moves: list[Rule] = []
    for finding in findings:
        try:
            rule = choose(policy, ISSUES[finding], moves, closed)
        except NoRow:
            return [*_destinations(moves), NO_ROW]
        moves.append(rule)
        if rule.do not in BACK:
            break
    return _destinations(moves)


def _destinations(moves: Sequence[Rule]) -> list[str]:
    return [rule.do for rule in moves]
