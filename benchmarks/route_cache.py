"""Measure the route cache: how often it takes a question for another, and finds one asked again.

    python -m benchmarks.route_cache corpora/algorithms corpora/almanac

A *false hit* is a decision about another question. The cache is filled with the golden questions of
*fit* and *test*, and asked each of their look-alikes (`benchmarks/look_alikes.py`). Then traffic is
asked, in which each question comes again one to three times, in the same words or in other forms,
and traffic in which each comes once. Every other gate gets the same: the words alone, and the
cosine similarity alone at four thresholds. No chat model is asked.

Shares of false hits have exact intervals (Clopper and Pearson): the bootstrap gives a share of 0 an
interval without width. They count look-alikes, and also questions with at least one false hit,
since the look-alikes of a question resemble each other. What is found of the repeats has a
bootstrap interval over questions. Results go to benchmarks/results/route_cache.json.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from scipy.stats import binomtest

from benchmarks.look_alikes import LookAlike, look_alikes, originals_of
from benchmarks.route_cache_tables import BOTH
from ragkit.evaluate.golden.questions import load_questions
from ragkit.score import Score, ratio
from ragkit.search.embedder import SentenceEmbedder
from ragkit.search.route_cache import SIMILAR_FROM, RouteCache, same_words
from ragkit.settings import Settings
from ragkit.stores import Embed
from ragkit.weights import ensure

FILE = Path(__file__).parent / "results" / "route_cache.json"
SEED = 0
FIRST = "asked first"
BEFORE = (
    "Please, ", "Please tell me: ", "Could you tell me: ", "Can you explain to me: ",
    "I would like to know: ", "Hello, ", "Hi! ", "Quick question: ", "I was wondering: ",
    "Excuse me, ",
)  # fmt: skip
"""Beginnings that ask politely. The cache knows the first five, which all begin as it expects."""
AFTER = (" Please.", " Thanks!", " Thank you.", " Thanks in advance.")
ARTICLE = re.compile(r"\b(?:the|an?) (?=[a-z])")


@dataclass
class WordsAlone(RouteCache[str]):
    """The second gate without the first."""

    def get(self, question: str) -> tuple[str, str] | None:
        for kept, decision in zip(self.questions, self.decisions, strict=True):
            if same_words(question, kept):
                return decision, kept
        return None


@dataclass
class CosineAlone(RouteCache[str]):
    """The first gate without the second: the most similar question, from a threshold on."""

    threshold: float = SIMILAR_FROM

    def get(self, question: str) -> tuple[str, str] | None:
        if not self.questions:
            return None
        similarities = np.array(self._vectors) @ self.embed([question])[0]
        nearest = int(similarities.argmax())
        if similarities[nearest] < self.threshold:
            return None
        return self.decisions[nearest], self.questions[nearest]


GATES: dict[str, Callable[[Embed], RouteCache[str]]] = {
    BOTH: RouteCache,
    "words alone": WordsAlone,
    "cosine from 0.80": partial(CosineAlone, threshold=0.8),
    "cosine from 0.90": partial(CosineAlone, threshold=0.9),
    "cosine from 0.95": partial(CosineAlone, threshold=0.95),
    "cosine from 0.99": partial(CosineAlone, threshold=0.99),
}
"""The gates that are compared."""


@dataclass(frozen=True)
class Ask:
    """A question as it is asked, its form, and the question that it means."""

    form: str
    question: str
    original: str


def no_article(question: str, random: Random) -> str:
    """A question without its first article; the same where it has none."""
    return ARTICLE.sub("", question, count=1)


FORMS: dict[str, Callable[[str, Random], str]] = {
    "as typed": lambda question, random: question,
    "other case": lambda question, random: random.choice([question.upper(), question.lower()]),
    "courtesy before": lambda question, random: random.choice(BEFORE) + question,
    "courtesy after": lambda question, random: question + random.choice(AFTER),
    "without an article": no_article,
}
"""How a question is asked again."""


def traffic(questions: Sequence[str], seed: int = SEED) -> list[Ask]:
    """Each question and one to three repeats of it, in random order; the first is as typed."""
    random = Random(seed)
    arriving = []
    for question in questions:
        arriving += [question] * (1 + random.randint(1, 3))
    random.shuffle(arriving)
    asks, seen = [], set()
    for question in arriving:
        if question in seen:
            form = random.choice(list(FORMS))
            asks.append(Ask(form, FORMS[form](question, random), question))
        else:
            asks.append(Ask(FIRST, question, question))
        seen.add(question)
    return asks


def replayed(cache: RouteCache[str], asks: Sequence[Ask]) -> list[str | None]:
    """For each question asked, the one whose decision it got, or None; then its own was kept.

    The decision about a question is that question itself.
    """
    got = []
    for ask in asks:
        found = cache.get(ask.question)
        got.append(found[0] if found else None)
        if not found:
            cache.keep(ask.question, ask.original)
    return got


def false_hits(
    cache: RouteCache[str], originals: Sequence[str], alike: Sequence[LookAlike]
) -> list[tuple[LookAlike, str]]:
    """The look-alikes that a cache with all originals takes for one of them, and for which."""
    for original in originals:
        cache.keep(original, original)
    hits = []
    for one in alike:
        found = cache.get(one.question)
        if found:
            hits.append((one, found[0]))
    return hits


def exact(hits: int, n: int) -> Score:
    """A share with its exact 95 % interval (Clopper and Pearson, 1934).

    >>> print(exact(0, 300))
    0.000 [0.000, 0.012] (n=300)
    """
    interval = binomtest(hits, n).proportion_ci(method="exact")
    low, high = float(interval.low), float(interval.high)
    return Score(hits / n, low, high, n)


def of_look_alikes(
    alike: Sequence[LookAlike], hits: Iterable[tuple[LookAlike, str]]
) -> dict[str, Any]:
    """The shares of false hits: of all look-alikes, of their questions, and by kind."""
    hit = [one for one, _ in hits]
    questions = {one.original for one in alike}
    found = {
        "look-alikes": asdict(exact(len(hit), len(alike))),
        "questions": asdict(exact(len({one.original for one in hit}), len(questions))),
    }
    kinds = [one.kind for one in alike]
    hit_kinds = [one.kind for one in hit]
    by_kind = {kind: exact(hit_kinds.count(kind), kinds.count(kind)) for kind in kinds}
    return found | {"kinds": {kind: asdict(share) for kind, share in by_kind.items()}}


def of_traffic(asks: Sequence[Ask], got: Sequence[str | None]) -> dict[str, Any]:
    """What is found of the repeats, by form too, and which share of all that is asked this is."""
    by_question: dict[str, list[int]] = {}
    by_form: dict[str, list[int]] = {}
    for ask, decision in zip(asks, got, strict=True):
        if ask.form != FIRST:
            is_found = int(decision == ask.original)
            by_question.setdefault(ask.original, []).append(is_found)
            by_form.setdefault(ask.form, []).append(is_found)
    pairs = [(sum(found), len(found)) for found in by_question.values()]
    right = sum(found for found, _ in pairs)
    return {
        "hits": asdict(exact(right, len(asks))),
        "repeats found": asdict(ratio(pairs)),
        "forms": {form: asdict(exact(sum(found), len(found))) for form, found in by_form.items()},
    }


def wrong(asks: Sequence[Ask], got: Sequence[str | None]) -> Score:
    """The share of questions that got the decision about another one."""
    others = 0
    for ask, decision in zip(asks, got, strict=True):
        if decision not in (None, ask.original):
            others += 1
    return exact(others, len(asks))


def measured(
    embed: Embed, originals: Sequence[str], alike: Sequence[LookAlike]
) -> dict[str, dict[str, Any]]:
    """What each gate does with the look-alikes and with traffic; of both gates each false hit."""
    again = traffic(originals)
    once = [Ask(FIRST, original, original) for original in originals]
    result: dict[str, dict[str, Any]] = {}
    for gate, cache in GATES.items():
        hits = false_hits(cache(embed), originals, alike)
        result[gate] = of_look_alikes(alike, hits)
        got = replayed(cache(embed), again)
        result[gate]["with repeats"] = of_traffic(again, got)
        result[gate]["with repeats"]["wrong"] = asdict(wrong(again, got))
        result[gate]["without repeats"] = asdict(wrong(once, replayed(cache(embed), once)))
        if gate == BOTH:
            result[gate]["hits"] = [asdict(one) | {"taken for": taken} for one, taken in hits]
    return result


def examples(alike: Sequence[LookAlike]) -> dict[str, dict[str, str]]:
    """The shortest look-alike of each kind."""
    found: dict[str, dict[str, str]] = {}
    for one in sorted(alike, key=lambda one: len(one.question)):
        found.setdefault(one.kind, asdict(one))
    return dict(sorted(found.items()))


def remembering(embed: Embed, questions: Iterable[str]) -> Embed:
    """An embedder that embedded these questions at once, and looks them up."""
    each = list(dict.fromkeys(questions))
    vectors = dict(zip(each, embed(each), strict=True))
    return lambda texts: np.array([vectors[text] for text in texts])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", nargs="+", type=Path)
    questions = []
    for folder in parser.parse_args().corpora:
        questions += load_questions(folder / "questions.jsonl")
    originals, alike = originals_of(questions), look_alikes(questions)
    settings = Settings()
    model = SentenceEmbedder(ensure(settings.embedder, settings.weights_folder))
    texts = [*originals, *(one.question for one in alike)]
    texts += [ask.question for ask in traffic(originals)]
    result = {"embedder": settings.embedder, "originals": len(originals)}
    result["examples"] = examples(alike)
    result["gates"] = measured(remembering(model, texts), originals, alike)
    FILE.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    print(json.dumps(result, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
