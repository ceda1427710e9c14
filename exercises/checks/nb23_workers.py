"""23-workers: join what several workers found, of whom one may have failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from operator import itemgetter
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

OWN = Own(
    "A note says `worker 3 {failed}: it timed out`, and in both lists the worker with the {order} "
    "number comes first.",
    failed=("failed", "gave up", "broke down", "was lost", "fell silent", "is missing"),
    order=("lowest", "highest"),
)

LETTERS = "abcdefghijklm"
FEW = "abcdef"
ERRORS = ["it timed out", "the model gave no reply", "the disk is full"]
Result = dict[str, Any]
"""A worker's number, what it found, best first, and why it failed; empty where it did not."""
Results = Sequence[Result]
Joined = tuple[list[str], list[str]]
"""The passages and the notes."""


def joined(results: Results) -> Joined:
    """The passages of all workers in turn, each once, and a note on each that failed.

    >>> one = {"number": 1, "found": ["a", "b"], "error": ""}
    >>> two = {"number": 2, "found": ["c", "a"], "error": ""}
    >>> joined([two, one, {"number": 3, "found": [], "error": "it timed out"}])
    (['a', 'c', 'b'], ['worker 3 failed: it timed out'])
    """
    in_order = _in_order(results)
    passages = _in_turn(in_order)
    notes = _notes(in_order)
    return passages, notes


def _in_order(results: Results) -> list[Result]:
    from_the_last = OWN.order == "highest"
    return sorted(results, key=itemgetter("number"), reverse=from_the_last)


def _in_turn(results: Results) -> list[str]:
    """The first of each worker, then the second of each, and so on."""
    found = map(itemgetter("found"), results)
    once: dict[str, None] = {}
    for row in zip_longest(*found):
        names = filter(None, row)
        once.update(dict.fromkeys(names))
    return list(once)


def _notes(results: Results) -> list[str]:
    notes = []
    for result in results:
        if result["error"]:
            notes.append(f"worker {result['number']} {OWN.failed}: {result['error']}")
    return notes


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first is told wrongly by another misconception; then drawn ones."""
    for results in stories(rng):
        yield answer.against(joined, results)
    for _ in range(8):
        yield answer.against(joined, _drawn(rng))


def stories(rng: Random) -> list[list[Result]]:
    """Two lists; the second one first; a passage of two workers; failures; nothing at all."""
    a, b, c, d, e = rng.sample(LETTERS, 5)
    error, other = rng.sample(ERRORS, 2)
    return [
        [_found(1, [a, b]), _found(2, [c, d, e])],
        [_found(2, [a]), _found(1, [b])],
        [_found(1, [a, b]), _found(2, [b, c])],
        [_found(1, [a, b]), _failed(2, error), _found(3, [c])],
        [_found(1, []), _found(2, [a])],
        [_failed(2, error), _failed(1, other)],
        [],
    ]


def _found(number: int, names: list[str]) -> Result:
    return {"number": number, "found": names, "error": ""}


def _failed(number: int, error: str) -> Result:
    return {"number": number, "found": [], "error": error}


def _drawn(rng: Random) -> list[Result]:
    results = []
    last = rng.randint(2, 4)
    for number in range(1, last + 1):
        count = rng.randint(0, 3)
        names = rng.sample(FEW, count)
        results.append(_found(number, names))
    error = rng.choice(ERRORS)
    results.append(_failed(last + 1, error))
    rng.shuffle(results)
    return results


def _one_after_another(results: Results) -> Joined:
    in_order = _in_order(results)
    every: dict[str, None] = {}
    for result in in_order:
        names = result["found"]
        every.update(dict.fromkeys(names))
    return list(every), _notes(in_order)


def _best_only(results: Results) -> Joined:
    """Of each worker the first passage alone."""
    firsts = _cut(results, 1)
    return joined(firsts)


def _cut(results: Results, most: int) -> Results:
    """The results with no more passages than so many of each worker."""
    cut = []
    for result in results:
        names = result["found"]
        cut.append({**result, "found": names[:most]})
    return cut


def _shortest(results: Results) -> Joined:
    """As with `zip`: nothing after the end of the shortest list."""
    lengths = [len(result["found"]) for result in results]
    fewest = min(lengths, default=0)
    cut = _cut(results, fewest)
    return joined(cut)


def _as_they_finished(results: Results) -> Joined:
    passages = _in_turn(results)
    notes = _notes(results)
    return passages, notes


def _twice(results: Results) -> Joined:
    in_order = _in_order(results)
    found = map(itemgetter("found"), in_order)
    every: list[str] = []
    for row in zip_longest(*found):
        every += filter(None, row)
    return every, _notes(in_order)


def _unsaid(results: Results) -> Joined:
    passages, _ = joined(results)
    return passages, []


def _given_up(results: Results) -> Joined:
    passages, notes = joined(results)
    if notes:
        return [], notes
    return passages, notes


def _nothing_is_a_failure(results: Results) -> Joined:
    """A worker that found nothing is told like one that failed."""
    told = []
    for result in results:
        error = result["error"]
        if not result["found"] and not error:
            error = "it found nothing"
        told.append({**result, "error": error})
    return joined(told)


MISCONCEPTIONS = {
    "the workers come one after another, so that the second one's best is far behind": (
        _one_after_another
    ),
    "only the first passage of each worker is taken": _best_only,
    "nothing is taken after the end of the shortest list, as with `zip`": _shortest,
    "the workers are in the order in which they finished, which chance decides": _as_they_finished,
    "a passage that two workers found is there twice": _twice,
    "nobody is told that a worker failed": _unsaid,
    "one worker failed, and what the others found is given up": _given_up,
    "a worker that found nothing counts as one that failed": _nothing_is_a_failure,
}
