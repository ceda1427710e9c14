"""16-mask: the probability of pass, by the scores of yes and no alone (tiny, eq. 2)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

YES = ["yes", " Yes", "YES", " yes"]
NO = ["no", " No", "NO", " no"]
OTHERS = ["yesterday", "not", "So", "The", "none", "yes-no"]
OWN = Own(
    "The weight of a token is `exp(score / {temperature})`. Where there is neither yes nor "
    "no, the result is `{neither}`.",
    temperature=(1, 2, 3, 4, 5, 0.5),
    neither=(None, 0.5, -1),
)
Scores = Mapping[str, float]
"""The score of each token that may come next, before the softmax."""


def pass_odds(scores: Scores) -> float | None:
    """The share of the spellings of yes; None where there is neither yes nor no.

    >>> pass_odds({"yes": 0.0, " Yes": 0.0, "No": 0.0, "So": 9.0})
    0.6666666666666666
    """
    return _share(scores, _weight)


def _weight(score: float) -> float:
    scaled = score / OWN.temperature
    return math.exp(scaled)


def _share(scores: Scores, weight: Callable[[float], float]) -> float | None:
    """The share of yes in the weights of yes and no."""
    yes = _sum(scores, weight, "yes")
    no = _sum(scores, weight, "no")
    return yes / (yes + no) if yes + no else OWN.neither


def _sum(scores: Scores, weight: Callable[[float], float], word: str) -> float:
    found = 0.0
    for token, score in scores.items():
        if _word(token) == word:
            found += weight(score)
    return found


def _word(token: str) -> str:
    return token.strip().lower()


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Scores that each misconception shares in another way; one word alone; neither; any."""
    wrong = [mistake for mistake in MISCONCEPTIONS.values() if mistake is not _zero]
    every = [telling(lambda: (_drawn(rng),), pass_odds, wrong)]
    for tokens in (["yes", "So"], [" No", "yesterday"], ["So", "not"]):
        scores = {token: float(rng.randint(-3, 3)) for token in tokens}
        every.append((scores,))
    for _ in range(6):
        every.append((_drawn(rng),))
    for (scores,) in every:
        yield answer.against(pass_odds, scores)


def _drawn(rng: Random) -> dict[str, float]:
    tokens = rng.sample(OTHERS, 3)
    for spellings in (YES, NO):
        tokens += rng.sample(spellings, 2)
    rng.shuffle(tokens)
    scores = {}
    for token in tokens:
        scores[token] = rng.randint(-40, 40) / 10
    return scores


def _all_tokens(scores: Scores) -> float | None:
    """The softmax over all tokens."""
    weights = map(_weight, scores.values())
    yes = _sum(scores, _weight, "yes")
    return yes / sum(weights)


def _likeliest(scores: Scores) -> float | None:
    """Of each word only the spelling with the highest score counts."""
    best: dict[str, float] = {}
    for token, score in scores.items():
        word = _word(token)
        best[word] = max(score, best.get(word, score))
    return pass_odds(best)


def _one_spelling(scores: Scores) -> float | None:
    """Only tokens that begin with a space, or with none, and are in small letters."""
    kept = {}
    for token, score in scores.items():
        if token.strip().islower():
            kept[token] = score
    return pass_odds(kept)


def _beginnings(scores: Scores) -> float | None:
    """Every token that begins with yes or no."""
    begun: dict[str, float] = {}
    for token, score in scores.items():
        word = _word(token)
        short = "yes" if word.startswith("yes") else word[:2]
        spaces = " " * len(begun)
        begun[short + spaces] = score
    return pass_odds(begun)


def _no_softmax(scores: Scores) -> float | None:
    """The scores themselves are shared."""
    return _share(scores, lambda score: score)


def _most_likely_word(scores: Scores) -> float | None:
    odds = pass_odds(scores)
    return None if odds is None else float(odds > 0.5)


def _with_spaces(scores: Scores) -> float | None:
    kept = {}
    for token, score in scores.items():
        if token == token.strip():
            kept[token] = score
    return pass_odds(kept)


def _as_written(scores: Scores) -> float | None:
    kept = {token: score for token, score in scores.items() if token in ("yes", "no")}
    return pass_odds(kept)


def _last_spelling(scores: Scores) -> float | None:
    last = {_word(token): score for token, score in scores.items()}
    return pass_odds(last)


def _added_first(scores: Scores) -> float | None:
    added: dict[str, float] = {}
    for token, score in scores.items():
        word = _word(token)
        added[word] = added.get(word, 0.0) + score
    return pass_odds(added)


def _against_no(scores: Scores) -> float | None:
    no = _sum(scores, _weight, "no")
    if not no:
        return OWN.neither
    return _sum(scores, _weight, "yes") / no


def _of_no(scores: Scores) -> float | None:
    odds = pass_odds(scores)
    return odds if odds is None or odds == OWN.neither else 1 - odds


def _zero(scores: Scores) -> float | None:
    """A sum that begins at 0 stays 0."""
    words = map(_word, scores)
    return pass_odds(scores) if {"yes", "no"} & set(words) else 0.0


MISCONCEPTIONS: dict[str, Callable[[Scores], float | None]] = {
    "the softmax is over all tokens, and the mask is missing": _all_tokens,
    "of each word only the likeliest spelling counts": _likeliest,
    "a word in capitals counts as another word": _one_spelling,
    "a token that only begins with yes or no counts as well": _beginnings,
    "the scores are shared as they are, without the exponential": _no_softmax,
    "only the likelier of the two words counts, so that the odds are 0 or 1": _most_likely_word,
    "the spaces around a token stay": _with_spaces,
    "only `yes` and `no` in small letters and without spaces count": _as_written,
    "a later spelling of a word takes the place of an earlier one": _last_spelling,
    "the scores of a word are added up before the exponential": _added_first,
    "the weight of yes is divided by that of no alone": _against_no,
    "the share is that of no, and not that of yes": _of_no,
    "the result is 0 where there is neither yes nor no": _zero,
}
