"""25-joined: join the reports of a team by rule, as `merge` and `synthesise` of the kit do."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.graphs.multi_agent.merge import covering
from ragkit.graphs.multi_agent.state import Report
from ragkit.search import rrf
from ragkit.state import Passage

OWN = Own(
    'The findings are joined by `"{between}"`, and without any finding the draft is `"{nothing}"`.',
    between=(" ", "; ", " / ", " + "),
    nothing=("", "Nothing was found.", "No worker found anything."),
)

LETTERS = "abcdefghijklm"
QUERIES = ["Who nests here?", "What do they eat?", "When do they leave?", "Where do they go?"]
FOUND = ["Owls do.", "Mice, mostly.", "In October.", "To the south."]
ERRORS = ["it timed out", "the model gave no reply"]
Reports = Sequence[Report]
Joined = tuple[list[str], str]
"""Ids of the evidence, and the first draft."""


def joined(reports: Reports, most: int) -> Joined:
    """The evidence of a team, by its ids, and its first draft: what the workers found.

    >>> owl, cat = Passage("owl", ""), Passage("cat", "")
    >>> two = Report(2, "Who slept?", (cat,), "Cats.")
    >>> joined([two, Report(1, "Who ate?", (owl,))], 2)
    (['owl', 'cat'], 'Cats.')
    """
    in_order = _in_order(reports)
    fused = _fused(in_order)
    covers = covering(fused, in_order)
    return _ids(covers[:most]), _told(in_order)


def _told(reports: Reports) -> str:
    once = dict.fromkeys(report.finding for report in reports if report.finding)
    return _draft(once)


def _draft(findings: Collection[str]) -> str:
    return OWN.between.join(findings) if findings else OWN.nothing


def _fused(reports: Reports) -> list[Passage]:
    rankings = [report.passages for report in reports]
    return rrf(rankings)


def _in_order(reports: Reports) -> list[Report]:
    return sorted(reports, key=attrgetter("number"))


def _ids(passages: Sequence[Passage]) -> list[str]:
    return [passage.id for passage in passages]


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first is told wrongly by another misconception; then drawn ones."""
    for reports, most in stories(rng):
        yield answer.against(joined, reports, most)
    for _ in range(8):
        yield answer.against(joined, _drawn(rng), rng.randint(1, 4))


def stories(rng: Random) -> list[tuple[list[Report], int]]:
    """What the workers report, in the order in which they finished, and the room there is."""
    a, b, c, d, e = _passages(rng, 5)
    error = rng.choice(ERRORS)
    who, eat, leave, _ = QUERIES
    short = Report(1, who, (a,), FOUND[0])
    late = Report(2, eat, (b,), FOUND[1])
    silent = Report(1, who, (a, b, c))
    silent_too = Report(2, eat, (a, c))
    one = Report(1, who, (a, b, c), FOUND[0])
    like_it = Report(2, eat, (b, a, c), FOUND[1])
    other = Report(3, leave, (d, e), FOUND[2])
    speechless = replace(other, finding="", failed=error)
    lost = Report(2, eat, failed=error)
    return [
        ([late, short], 2),
        ([silent, silent_too], 3),
        ([one, like_it, other], 4),
        ([one, like_it, other], 2),
        ([one, speechless], 4),
        ([one, lost, other], 3),
        ([one, replace(like_it, finding=one.finding)], 3),
        ([], 2),
    ]


def _passages(rng: Random, count: int) -> list[Passage]:
    names = rng.sample(LETTERS, count)
    return [Passage(name, "") for name in names]


def _drawn(rng: Random) -> list[Report]:
    reports = []
    last = rng.randint(2, 4)
    several = _passages(rng, 6)
    told = zip(QUERIES[:last], FOUND, strict=False)
    for number, (query, finding) in enumerate(told, start=1):
        count = rng.randint(0, 3)
        passages = rng.sample(several, count)
        says = finding if passages else ""
        failed = "" if passages else rng.choice(ERRORS)
        reports.append(Report(number, query, tuple(passages), says, failed))
    rng.shuffle(reports)
    return reports


def _as_they_finished(reports: Reports, most: int) -> Joined:
    renumbered = []
    for number, report in enumerate(reports, start=1):
        one = replace(report, number=number)
        renumbered.append(one)
    return joined(renumbered, most)


def _one_after_another(reports: Reports, most: int) -> Joined:
    """The rankings are put behind one another, and not fused."""
    in_order = _in_order(reports)
    every: dict[str, Passage] = {}
    for report in in_order:
        for passage in report.passages:
            every.setdefault(passage.id, passage)
    behind = list(every.values())
    covers = covering(behind, in_order)
    return _ids(covers[:most]), _told(in_order)


def _by_rank(reports: Reports, most: int) -> Joined:
    in_order = _in_order(reports)
    fused = _fused(in_order)
    return _ids(fused[:most]), _told(in_order)


def _cut_first(reports: Reports, most: int) -> Joined:
    in_order = _in_order(reports)
    fused = _fused(in_order)
    covers = covering(fused[:most], in_order)
    return _ids(covers), _told(in_order)


def _failed_are_left_out(reports: Reports, most: int) -> Joined:
    """What a worker found is lost, because it could not answer from it."""
    good = [report for report in reports if not report.failed]
    return joined(good, most)


def _given_up(reports: Reports, most: int) -> Joined:
    """One worker found nothing, and all is given up."""
    for report in reports:
        if not report.passages:
            return [], OWN.nothing
    return joined(reports, most)


def _silent_ones_too(reports: Reports, most: int) -> Joined:
    """A worker without a finding leaves a gap in the draft."""
    ids, _ = joined(reports, most)
    return ids, _draft([one.finding for one in _in_order(reports)])


def _said_twice(reports: Reports, most: int) -> Joined:
    ids, _ = joined(reports, most)
    return ids, _draft([one.finding for one in _in_order(reports) if one.finding])


MISCONCEPTIONS = {
    "the reports are in the order in which the workers finished, which chance decides": (
        _as_they_finished
    ),
    "a worker that found nothing to say leaves a gap in the draft": _silent_ones_too,
    "what two workers say alike is said twice": _said_twice,
    "the rankings are put one behind the other, and not fused by rank": _one_after_another,
    "the evidence is cut by rank alone, so that a part of the question has none": _by_rank,
    "there is room for so many, and only then the parts are covered": _cut_first,
    "a worker that could not answer is left out with the passages that it found": (
        _failed_are_left_out
    ),
    "one worker found nothing, and what the others found is given up": _given_up,
}
