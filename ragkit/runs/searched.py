"""How a turn's words became a search: it is shown before the first token of the answer."""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.conversation import FollowUp
from ragkit.trace import Step

Line = tuple[str, str]
"""A label and a text."""


def searched(question: str, steps: Sequence[Step]) -> list[Line]:
    """What the steps so far say of it: how the words are read, the rewrite, and the queries.

    >>> from ragkit.model.meter import Usage
    >>> made = FollowUp("follow-up", "a pronoun", True, "When do owls hunt?", "", ("owls hunt",))
    >>> for line in searched("When?", [Step("rewrite", 0.1, Usage(), {"follow_up": made})]):
    ...     print(*line, sep=": ")
    read as: follow-up (a pronoun), which needs what was said before
    rewritten: When do owls hunt? (used)
    searched for: owls hunt
    """
    made = None
    queries: Sequence[str] = ()
    has_searched = False
    for step in steps:
        made = step.wrote.get("follow_up", made)
        queries = step.wrote.get("queries", queries)
        has_searched = has_searched or "rankings" in step.wrote
    if isinstance(made, FollowUp):
        return _of_follow_up(made, queries)
    if not has_searched:
        return []
    return [_queries(queries or [question])]


def _of_follow_up(made: FollowUp, queries: Sequence[str]) -> list[Line]:
    needs = ", which needs what was said before" if made.needs_history else ""
    lines = [("read as", f"{made.sort} ({made.why}){needs}")]
    if made.rewrite:
        fate = f"not used: {made.refused}" if made.refused else "used"
        lines.append(("rewritten", f"{made.rewrite} ({fate})"))
    wanted = made.queries or queries
    if wanted:
        lines.append(_queries(wanted))
    return lines


def _queries(queries: Sequence[str]) -> Line:
    texts = map(str, queries)
    return "searched for", " | ".join(texts)
