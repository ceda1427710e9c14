"""What the whole graph was to reach on other people's documents, as a Markdown table.

The aims were set before the graph was built. Seconds count here, because these runs took nothing
from disk.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import differences
from ragkit.report.cells import cell, difference
from ragkit.score import Score, ratio, score
from ragkit.text.markdown_table import markdown_table

MORE_F1 = 0.08
"""The aim for the F1 of the whole graph less that of naive RAG."""
MOST_SECONDS = 2.0
"""The aim for its seconds as a multiple of naive RAG's, and for those of its refusals as a multiple
of those of its answers."""
WHOLE, NAIVE = "adaptive", "naive"


def elsewhere_table(rows: Sequence[Row]) -> str:
    """A row an aim: what was reached, and whether the mean is as good as the aim.

    `rows` are those of an experiment on a dataset; without any it says so.
    """
    if not rows:
        return "Not run yet.\n"
    gain = differences(rows, NAIVE)[WHOLE]["F1"]
    body = [
        [
            "F1, less that of naive",
            difference(gain, "F1"),
            f"at least {MORE_F1:+.2f}",
            _verdict(gain.by.mean >= MORE_F1),
        ],
        _at_most("seconds, over those of naive", seconds_over_naive(rows)),
    ]
    endings = seconds_by_ending(rows)
    for ending, seconds in endings.items():
        if seconds.n:
            body.append([f"seconds of a run that {ending}", cell(seconds), "", ""])
    # Without a run of either ending there is nothing to compare.
    if all(seconds.n for seconds in endings.values()):
        body.append(_slower(endings))
    return markdown_table(["of adaptive", "reached", "aimed at", "reached?"], body)


def _at_most(what: str, found: Score) -> list[str]:
    return [what, cell(found), f"at most {MOST_SECONDS:.2f}", _verdict(found.mean <= MOST_SECONDS)]


def _slower(endings: dict[str, Score]) -> list[str]:
    refused, answered = endings["abstains"], endings["answers"]
    slower = refused.mean / answered.mean
    return [
        "seconds of an abstention, over those of an answer",
        f"{slower:.2f}",
        f"at most {MOST_SECONDS:.2f}",
        _verdict(slower <= MOST_SECONDS),
    ]


def _verdict(reached: bool) -> str:
    return "yes" if reached else "no"


def seconds_over_naive(rows: Sequence[Row]) -> Score:
    """The ratio of the seconds of both graphs, over the questions that neither failed on."""
    seconds: dict[str, dict[str, float]] = {WHOLE: {}, NAIVE: {}}
    for row in rows:
        if row.system in seconds and not row.failed:
            seconds[row.system][row.question] = row.seconds
    pairs = []
    for question, slow in seconds[WHOLE].items():
        if question in seconds[NAIVE]:
            pairs.append((slow, seconds[NAIVE][question]))
    return ratio(pairs)


def seconds_by_ending(rows: Sequence[Row]) -> dict[str, Score]:
    """The mean seconds of the whole graph's runs that answer, and of those that refuse."""
    found: dict[str, list[float | None]] = {"answers": [], "abstains": []}
    for row in rows:
        if row.system == WHOLE and not row.failed:
            ending = "abstains" if row.refused else "answers"
            found[ending].append(row.seconds)
    return {ending: score(seconds) for ending, seconds in found.items()}
