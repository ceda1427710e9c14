"""What a gate found, as Markdown for a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.evaluate.experiments.gate import (
    BASELINE,
    NOW,
    AnswerChange,
    BaselineComparison,
    questions_to_see,
)
from ragkit.evaluate.measures.outcome import Outcome
from ragkit.evaluate.measures.summary import Difference, differences, scores
from ragkit.evaluate.measures.value import outcomes, value
from ragkit.report.cells import cell, difference
from ragkit.report.report import markdown
from ragkit.report.tables import Table
from ragkit.text.one_line import shortened
from ragkit.text.redact import without_secrets

TOTALS = ("correct", "withheld", "answered", "tokens evaluated", "tokens generated")
"""The measures that are shown beside the value."""
LONGEST = 160
"""Maximum length of a question or an answer in the table, in characters."""
MOST = 50
"""Maximum number of questions in the table."""


def gate_markdown(found: BaselineComparison, system: str, loss: float | None = None) -> str:
    """The verdict on a system, its totals and the questions that changed.

    `loss` is a loss of value that the gate is meant to see; the text says whether the questions
    are enough for that. Raises `ValueError` for a loss that no number of questions shows.
    """
    verdict = "failed" if found.failed else "passed"
    words = [_verdict(found, system)]
    if loss is not None:
        words.append(_enough(found, loss))
    tables = [_totals(found), *_changed(found.changes)]
    return markdown(" ".join(words), tables, f"Gate: {verdict}")


def missing_markdown(error: str) -> str:
    """The page of a gate that could not run, because replies were not recorded.

    >>> print(missing_markdown("2 questions\\nnext: record"), end="")
    # Gate: replies are missing
    <BLANKLINE>
        2 questions
        next: record
    """
    lines = [f"    {line}" for line in without_secrets(error).splitlines()]
    return "\n".join(["# Gate: replies are missing", "", *lines, ""])


def _verdict(found: BaselineComparison, system: str) -> str:
    limit = f"-{found.tolerance:g}" if found.tolerance else "0"
    text = (
        f"The value of {_quoted(system)}, where a wrong answer costs {found.price:g}, has changed "
        f"by {found.gap}. The gate fails where the whole interval is below {limit}."
    )
    if found.gap.n == 1:
        text += " One question gives no interval, so this gate cannot fail."
    return text


def _enough(found: BaselineComparison, loss: float) -> str:
    n = found.gap.n
    needed = questions_to_see(loss, found.price, found.tolerance)
    if needed is None:
        return f"No number of questions that can be asked would show a loss of {loss:g}."
    if n < needed:
        return (
            f"{n} questions are too few to see a loss of {loss:g}: a gate that fails at it four "
            f"times in five needs about {needed:,}."
        )
    return f"{n} questions are enough to see a loss of {loss:g}: about {needed:,} would do."


def _totals(found: BaselineComparison) -> Table:
    """A row a measure: the baseline, now, and the paired difference."""
    own = scores(found.rows)
    gaps = differences(found.rows, BASELINE)[NOW]
    ends = outcomes(found.rows)
    values = [cell(value(ends[name], found.price)) for name in (BASELINE, NOW)]
    gap = difference(Difference(found.gap, needed=None))
    body = [[f"value at a price of {found.price:g}", *values, gap]]
    for name in TOTALS:
        if name in gaps:
            cells = [cell(own[which][name], name) for which in (BASELINE, NOW)]
            body.append([name, *cells, difference(gaps[name], name)])
    note = (
        "Brackets are 95 % intervals, by bootstrap over questions; the change is paired by "
        "question, and bold where its interval excludes 0."
    )
    return Table("Totals", note, ["measure", BASELINE, NOW, "change"], body)


def _changed(changes: Sequence[AnswerChange]) -> list[Table]:
    """The questions that have another answer now, losses first; no table where there are none."""
    if not changes:
        return []
    lost = sum(change.by < 0 for change in changes)
    gained = sum(change.by > 0 for change in changes)
    note = f"{lost} lost, {gained} gained, {len(changes) - lost - gained} worth the same."
    if len(changes) > MOST:
        note += f" The first {MOST} are shown."
    body = []
    for change in changes[:MOST]:
        before = f"{_end(change.was)}: {_quoted(change.before)}"
        now = f"{_end(change.became)}: {_quoted(change.now)}"
        body.append([_quoted(change.question), before, now])
    return [Table("Questions that changed", note, ["question", BASELINE, NOW], body)]


def _end(one: Outcome | None) -> str:
    """How a question ended, in a word.

    >>> _end(Outcome(1, 0, 0)), _end(Outcome(0, 0, 1)), _end(Outcome(0.5, 0.5, 0)), _end(None)
    ('correct', 'abstained', '0.50 correct, 0.50 wrong', 'ungraded')
    """
    if one is None:
        return "ungraded"
    parts = {name: part for name, part in vars(one).items() if part}
    if len(parts) == 1:
        return next(iter(parts))
    return ", ".join(f"{part:.2f} {name}" for name, part in parts.items())


def _quoted(text: str) -> str:
    """A text of others as code, in which a page shows no link, image, mention or markup.

    >>> _quoted("At night, says @owl ![x](y) `now`"), _quoted("")
    ("`At night, says @owl ![x](y) 'now'`", 'nothing')
    """
    line = shortened(without_secrets(text), LONGEST).replace("`", "'")
    return f"`{line}`" if line else "nothing"
