"""16-threshold: the threshold of a gate that may send only so much clean evidence away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

OWN = Own(
    "Only thresholds from {lowest} to {highest} are tried.",
    lowest=(0, 0.2, 0.3, 0.4),
    highest=(1, 0.9, 0.8, 0.7),
)
Row = tuple[float | None, bool]
"""The odds of pass, None where the gate could not judge, and whether the evidence is noisy."""
Rows = Sequence[Row]
Chosen = tuple[float, float, float] | None
"""The threshold, the share of the noisy evidence that is sent on, and that of the clean."""
Sent = Callable[[float | None, float], bool]


def choose(rows: Rows, most: float) -> Chosen:
    """The lowest threshold with the highest recall, among those that send few enough clean ones.

    >>> choose([(0.9, False), (0.5, True), (0.7, True), (0.6, False)], 0.0)
    (0.6, 0.5, 0.0)
    >>> choose([(0.9, True), (None, False)], 0.5) is None
    True
    """
    return _chosen(rows, most, _is_sent)


def _is_sent(odds: float | None, threshold: float) -> bool:
    """Whether evidence goes to the fallback: it does not pass, or could not be judged."""
    return odds is None or odds < threshold


def _chosen(rows: Rows, most: float, sent: Sent) -> Chosen:
    best: Chosen = None
    for threshold in _thresholds(rows):
        recall = _share(rows, True, threshold, sent)
        false_positives = _share(rows, False, threshold, sent)
        if false_positives > most:
            continue
        if best is None or recall > best[1]:
            best = (threshold, recall, false_positives)
    return best


def _thresholds(rows: Rows) -> list[float]:
    found = set()
    for odds, _ in rows:
        if odds is not None and OWN.lowest <= odds <= OWN.highest:
            found.add(odds)
    return sorted(found)


def _share(rows: Rows, noisy: bool, threshold: float, sent: Sent) -> float:
    """The share of the noisy or of the clean evidence that is sent on."""
    gone = []
    for odds, is_noisy in rows:
        if is_noisy == noisy:
            is_sent = sent(odds, threshold)
            gone.append(is_sent)
    return fmean(gone)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Rows from which each misconception chooses something else; a limit of 0 and of 1; any.

    At last, the lowest threshold that is tried is chosen, and then the highest.
    """
    others = set(MISCONCEPTIONS.values()) - {_below_most}
    every = [telling(lambda: _drawn(rng), choose, others)]
    every.append(telling(lambda: _drawn(rng), choose, [_below_most]))
    for most in (0.0, 1.0):
        rows, _ = _drawn(rng)
        every.append((rows, most))
    for _ in range(6):
        every.append(_drawn(rng))
    tens = [rng.randint(ten + 1, ten + 9) / 100 for ten in range(10, 100, 10)]
    every.append(([(None, True), *((odds, False) for odds in tens)], 1.0))
    every.append(([(1.0, False), *((odds, True) for odds in tens)], 0.5))
    for rows, most in every:
        yield answer.against(choose, rows, most)


def _drawn(rng: Random) -> tuple[list[Row], float]:
    """Rows, and a limit that a false-positive rate may reach exactly."""
    clean = rng.choice([5, 8])
    sizes = {True: rng.randint(5, 7), False: clean}
    rows: list[Row] = []
    for noisy, size in sizes.items():
        high = 80 if noisy else 99
        for _ in range(size - 1):
            rows.append((rng.randint(high - 70, high) / 100, noisy))
        rows.append((None, noisy))
    rng.shuffle(rows)
    return rows, rng.randint(2, clean - 2) / clean


def _below_most(rows: Rows, most: float) -> Chosen:
    """A rate that is exactly the limit is too high."""
    below = most - 0.01
    return choose(rows, below)


def _none_passes(rows: Rows, most: float) -> Chosen:
    def sent(odds: float | None, threshold: float) -> bool:
        return odds is not None and odds < threshold

    return _chosen(rows, most, sent)


def _none_left_out(rows: Rows, most: float) -> Chosen:
    judged = [row for row in rows if row[0] is not None]
    return choose(judged, most)


def _at_the_threshold(rows: Rows, most: float) -> Chosen:
    """Odds that are equal to the threshold do not pass."""

    def sent(odds: float | None, threshold: float) -> bool:
        return odds is None or odds <= threshold

    return _chosen(rows, most, sent)


def _strictest(rows: Rows, most: float) -> Chosen:
    """The highest threshold, whatever it does to clean evidence."""
    tried = _thresholds(rows)
    if not tried:
        return None
    highest = tried[-1]
    recall = _share(rows, True, highest, _is_sent)
    return highest, recall, _share(rows, False, highest, _is_sent)


def _highest_of_equals(rows: Rows, most: float) -> Chosen:
    best = choose(rows, most)
    for threshold in _thresholds(rows):
        recall = _share(rows, True, threshold, _is_sent)
        false_positives = _share(rows, False, threshold, _is_sent)
        if best and recall == best[1] and false_positives <= most:
            best = (threshold, recall, false_positives)
    return best


def _clean_is_positive(rows: Rows, most: float) -> Chosen:
    """The recall is that of passing clean evidence."""
    turned = [(odds, not noisy) for odds, noisy in rows]
    return choose(turned, most)


def _share_of_all(rows: Rows, most: float) -> Chosen:
    """Clean evidence that is sent on, as a share of all evidence."""
    part = fmean(not noisy for _, noisy in rows)
    best = choose(rows, most / part)
    if best is None:
        return None
    threshold, recall, of_clean = best
    return threshold, recall, of_clean * part


MISCONCEPTIONS: dict[str, Callable[[Rows, float], Chosen]] = {
    "evidence that could not be judged passes": _none_passes,
    "evidence that could not be judged is left out": _none_left_out,
    "odds that are equal to the threshold do not pass": _at_the_threshold,
    "the highest threshold is taken, however much clean evidence it sends away": _strictest,
    "of thresholds with the same recall the highest is taken": _highest_of_equals,
    "a false-positive rate that is exactly the limit is turned away": _below_most,
    "clean evidence is the positive class, and not the noisy": _clean_is_positive,
    "clean evidence that is sent away is divided by all evidence": _share_of_all,
}
