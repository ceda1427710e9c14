"""What docs/architectures.md says about the four architectures."""

from __future__ import annotations

from benchmarks.statements.claim import claim, ends, gaps, scored
from ragkit.evaluate.measures.published import PROMISED
from ragkit.evaluate.measures.summary import Difference
from ragkit.evaluate.measures.value import ranking

NAME = "architectures"
SECONDS = "architectures_seconds"
SMALL = ("basic", "intermediate", "hybrid")
WITHHOLD_ALL = ("multi_agent", "crag", "adaptive", "tiered")


def no_step_changes_the_answers() -> None:
    """From no architecture to a later one is the share of correct answers clearly different."""
    for before, after in PROMISED:
        gap = _gap(before, after, "correct")
        claim(not gap.shown, before=before, after=after, correct=gap.by)


def evidence_grows_from_the_first_to_the_last_only() -> None:
    """Only multi_agent has clearly more of the facts in view, and only than basic."""
    for before, after in PROMISED:
        gap = _gap(before, after, "evidence recall")
        is_whole = (before, after) == ("basic", "multi_agent")
        claim(gap.shown == is_whole, before=before, after=after, recall=gap.by)


def every_step_changes_the_price() -> None:
    """Each step changes the tokens for certain, and advanced reads several times those of basic."""
    for before, after in PROMISED:
        gap = _gap(before, after, "tokens evaluated")
        claim(gap.shown, before=before, after=after, tokens=gap.by)
    tokens = {name: own["tokens evaluated"].mean for name, own in scored(NAME).items()}
    claim(tokens["advanced"] > 3 * tokens["basic"], tokens=tokens)


def an_interval_is_nearly_twenty_points_wide_to_either_side() -> None:
    """The intervals of the shares of correct answers have a half width of about .18."""
    for name, own in scored(NAME).items():
        half = (own["correct"].high - own["correct"].low) / 2
        claim(0.16 < half < 0.2, system=name, half=half)


def gates_find_no_more_evidence() -> None:
    """Advanced finds the same facts as intermediate, question by question."""
    gap = _gap("intermediate", "advanced", "evidence recall").by
    claim(gap.low == gap.mean == gap.high == 0, recall=gap)


def what_is_withheld() -> None:
    """The small systems withhold nothing, four withhold all that has no answer, advanced some."""
    share = {name: own["withheld"].mean for name, own in scored(NAME).items()}
    claim(not any(share[name] for name in SMALL), held=share)
    claim(all(share[name] == 1 for name in WITHHOLD_ALL), held=share)
    claim(0 < share["advanced"] < 1, held=share)
    fewer = {name: scored(NAME)[name]["tokens evaluated"].mean for name in WITHHOLD_ALL}
    claim(max(fewer, key=lambda name: fewer[name]) == "multi_agent", tokens=fewer)


def what_is_worth_most() -> None:
    """Hybrid leads while wrong answers are free; adaptive and tiered lead at every price."""
    free = ranking(ends(NAME), 0)[0][0]
    claim(free == "hybrid", first=free)
    for price in (0.5, 1, 2):
        first = {name for name, _ in ranking(ends(NAME), price)[:2]}
        claim(first == {"adaptive", "tiered"}, price=price, first=first)


def expansion_brings_nothing() -> None:
    """Without expansion, advanced is as often correct and finds as much evidence."""
    for measure in ("correct", "evidence recall"):
        gap = _gap("advanced", "advanced, no expansion", measure)
        claim(not gap.shown and gap.by.mean >= 0, measure=measure, difference=gap.by)


def what_takes_longest() -> None:
    """Advanced is the slowest and varies most; adaptive is as fast as hybrid and writes less."""
    found = scored(SECONDS)
    seconds = {name: own["seconds"] for name, own in found.items()}
    claim(max(seconds, key=lambda name: seconds[name].mean) == "advanced", seconds=seconds)
    width = {name: one.high - one.low for name, one in seconds.items()}
    claim(max(width, key=lambda name: width[name]) == "advanced", width=width)
    gap = gaps(SECONDS, "hybrid")["adaptive"]
    claim(not gap["seconds"].shown, seconds=gap["seconds"].by)
    claim(gap["tokens generated"].by.mean < 0, written=gap["tokens generated"].by)


def _gap(before: str, after: str, measure: str) -> Difference:
    return gaps(NAME, before)[after][measure]
