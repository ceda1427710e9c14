"""The page of a study: which system to take, what it costs, what went wrong, and what is open.

The picture and the tables are those of a report; the sentences above them are the study's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ragkit.disk.whole import write_whole
from ragkit.evaluate.failures.cases import outcome
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import Difference, scores
from ragkit.evaluate.study import ENOUGH, FEW, Finding, Gap, Standing
from ragkit.recommended import recommend
from ragkit.report.cells import cell, difference
from ragkit.report.failures import read_failures
from ragkit.report.report import markdown, page
from ragkit.report.tables import Table
from ragkit.score import Score, score
from ragkit.text.counted import counted
from ragkit.text.one_line import shortened
from ragkit.text.redact import without_secrets
from ragkit.widgets.charts.intervals import interval_chart

NAME = "study"
"""The name of the files."""
LONGEST = 160
"""Maximum length of a question or an answer in a table, in characters."""
MANY = 2_000
"""A number of questions that nobody will write to decide between two systems."""


def keep(found: Finding, documents: Path, to: Path) -> list[Path]:
    """Write the page of a study into its folder, and `ragkit.yml` beside the documents.

    The second is only written where the study has decided. Returns the paths.
    """
    files = write_study(found, to)
    if found.decided:
        files.append(recommend(found.recommended, documents, to))
    return files


def write_study(found: Finding, to: Path) -> list[Path]:
    """Write study.md and study.html, of which the second has the picture; their paths."""
    title = f"Take {found.chosen}" if found.decided else "Not decided yet"
    words = advice(found)
    tables = [_reported(found), _wrong(found, to / "report"), _race(found.race)]
    worth = f"value where a wrong answer costs {found.price:g}"
    figures = {worth: interval_chart(found.values, worth)}
    files = [to / f"{NAME}.md", to / f"{NAME}.html"]
    write_whole(files[0], markdown(words, tables, title).encode())
    write_whole(files[1], page(words, tables, figures, title).encode())
    return files


def advice(found: Finding) -> str:
    """What to take, what it costs, what it is better than, and what is not decided."""
    said = [_take(found), _beside(found), _agent(found), _open(found)]
    return " ".join(filter(None, said))


def _take(found: Finding) -> str:
    first, *_ = found.race
    if not found.decided:
        asked = counted(first.value.n, "question")
        return (
            f"Nothing is decided yet: {found.chosen} leads after {asked} to choose on, and a "
            f"choice needs {ENOUGH} at least. Ask more, or allow more time."
        )
    worth = found.values.get(found.chosen)
    if worth is None or not worth.n:
        return (
            f"Take {found.chosen}, which was best on the questions to choose on. No question to "
            "report on was graded, so nothing is known of how good it is."
        )
    own = [row for row in found.reported if row.system == found.chosen]
    return (
        f"Take {found.chosen}: where a wrong answer costs {found.price:g}, it is worth {worth} for "
        f"each question. A question takes {_cost(own)}."
    )


def _cost(rows: Sequence[Row]) -> str:
    """What a question costs, in seconds, tokens, and dollars where the price is known."""
    seconds = score([row.seconds for row in rows if not row.cached]).mean
    tokens = score([row.evaluated + row.generated for row in rows]).mean
    parts = [f"{tokens:,.0f} tokens"]
    if seconds == seconds:  # not NaN, which it is where all replies came from disk
        parts.insert(0, f"{seconds:.1f} s")
    dollars = [row.cost for row in rows if row.cost]
    if dollars:
        parts.append(f"{score(dollars).mean:.4f} dollars")
    return ", ".join(parts)


def _beside(found: Finding) -> str:
    """The chosen system beside the best of the others."""
    other = found.runner_up
    if other is None or not found.decided:
        return ""
    better = found.better
    if better is not None:
        return (
            f"But this did not hold: {better.theirs} is worth more by {_negative(better)}. The "
            "choice was made on few questions, by luck; ask more before you decide."
        )
    if other.shown:
        return f"It is better than {other.theirs}, the next one, by {other.by}."
    return f"It is not shown to be better than {other.theirs}: the difference is {other.by}."


def _negative(gap: Gap) -> str:
    by = gap.by
    turned = replace(by, mean=-by.mean, low=-by.high, high=-by.low)
    return str(turned)


def _agent(found: Finding) -> str:
    """Whether an agent is worth it here, at about as many tokens."""
    gap = found.agent
    if gap is None or not gap.by.n:
        return ""
    by = gap.by
    asked = "Is an agent worth it here?"
    beside = f"{gap.ours} less {gap.theirs}, which takes about as many tokens: {by}"
    if not gap.shown:
        return f"{asked} That is not shown ({beside})."
    answer = "Yes" if by.low > 0 else "No"
    return f"{asked} {answer} ({beside})."


def _open(found: Finding) -> str:
    """How many questions would decide what is open, and what ended the study early."""
    said = []
    other = found.runner_up
    if other is not None and not other.shown:
        said.append(_more(other))
    if found.stopped:
        said.append(f"The budget ended the study: {found.stopped}.")
    return " ".join(said)


def _more(gap: Gap) -> str:
    pair = f"{gap.ours} and {gap.theirs}"
    missing = FEW - gap.by.n
    if missing > 0:
        wanted = counted(missing, "more question")
        return f"To decide between {pair}, ask at least {wanted} to report on."
    if gap.needed is None or gap.needed > MANY:
        return (
            f"Between {pair} no number of questions that anybody would write decides: let the "
            "cost of a question decide."
        )
    more = max(gap.needed - gap.by.n, 1)
    return f"About {counted(more, 'more question')} to report on would decide between {pair}."


def _reported(found: Finding) -> Table:
    """A row for each system that was asked the half to report on."""
    measured = scores(found.reported)
    beside = {gap.theirs: gap for gap in found.gaps}
    body = []
    for system, worth in found.values.items():
        own = [row for row in found.reported if row.system == system]
        correct, abstained = (_measure(measured[system], name) for name in ("correct", "abstained"))
        gap = beside.get(system)
        less = difference(Difference(gap.by, gap.needed)) if gap else "chosen"
        body.append([system, cell(worth), less, correct, abstained, _cost(own)])
    note = (
        f"On the half that nothing was chosen on. A correct answer is worth 1, an abstention 0, a "
        f"wrong answer -{found.price:g}. Brackets are 95 % intervals, by bootstrap over questions; "
        f"a difference is paired by question, and bold where its interval excludes 0."
    )
    head = ["system", "value", f"{found.chosen} less it", "correct", "abstained", "a question"]
    return Table("What the systems are worth", note, head, body)


def _measure(measured: Mapping[str, Score], name: str) -> str:
    one = measured.get(name)
    if one is None:
        return ""
    return cell(one)


def _wrong(found: Finding, folder: Path) -> Table:
    """The wrong answers of the chosen system, and how they failed."""
    body = []
    for case, label in read_failures([folder]):
        if case.row.system != found.chosen or outcome(case.row) in ("right", "ungraded"):
            continue
        why = label.mode or label.why if label else outcome(case.row)
        expected = case.question.answer or "no answer"
        body.append([*map(_short, (case.question.question, expected, case.row.answer)), why])
    note = "Its answers that are not right. The reason is given by rule."
    return Table(
        f"What went wrong with {found.chosen}",
        note if body else "Nothing.",
        ["question", "expected", "answer", "why"],
        body,
    )


def _short(text: str) -> str:
    """The beginning of a stranger's text, in which a credential would not be whole any more."""
    safe = without_secrets(text)
    return shortened(safe, LONGEST)


def _race(race: Sequence[Standing]) -> Table:
    """The half to choose on: the order of the systems, and who was left behind."""
    body = []
    for one in race:
        end = "left behind" if one.is_behind else "in the race to the end"
        body.append([one.system, cell(one.value), str(one.asked), end])
    note = (
        "The half on which the system was chosen. The best one looks too good here, by luck: do "
        "not report these values. A system is not asked any more once its interval says that it "
        "cannot win."
    )
    return Table("How it was chosen", note, ["system", "value", "questions", ""], body)
